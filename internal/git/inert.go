package git

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// A repository may come from somebody else, in an archive with all of .git, and
// its settings name programs that git runs. Whatever is asked here needs none of
// them.

// inertSettings override the settings of the repository: no program is asked which
// files have changed, there are no hooks, and a directory below that looks like a
// repository without a work tree is not one.
func inertSettings() []string {
	return []string{"-c", "core.fsmonitor=", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.bareRepository=explicit"}
}

// inertEnvironment keeps git from fetching objects that a partial clone lacks: the
// repository decides from where, and by which program. Older versions of git do not
// know the first variable, and heed the second.
func inertEnvironment() []string { return []string{"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none"} }

// withoutFilters are settings that turn off all programs which convert files
// before they are compared. So lines are counted in files as they lie, too.
func (r *Repo) withoutFilters(ctx context.Context) ([]string, error) {
	out, err := r.run(ctx, "config", "--null", "--name-only", "--list")
	if err != nil {
		return nil, err
	}
	var off []string
	for _, key := range slices.Compact(slices.Sorted(strings.SplitSeq(string(out), "\x00"))) {
		if !strings.HasPrefix(key, "filter.") {
			continue
		}
		if strings.Contains(key, "=") {
			name := key[len("filter."):strings.LastIndexByte(key, '.')]
			return nil, fmt.Errorf("git: the filter %q cannot be turned off: its name has a '='", name)
		}
		off = append(off, "-c", key+"=")
	}
	return off, nil
}

// lacksObjects reports whether a message of git means that something would have to be
// fetched.
func lacksObjects(message string) bool {
	return strings.Contains(message, "promisor remote") || strings.Contains(message, "lazy fetching disabled")
}
