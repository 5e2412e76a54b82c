package filegroup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Interrupted is the state of a tree in which a run was cut short between files
// that belong together.
type Interrupted struct {
	Root   string
	Groups []Group // those that are half-written
}

// Group says how far files came that belong together, by their names in the
// root.
type Group struct {
	Written []string
	Left    []string
	Changed []string // by somebody else since
}

// Error says which files were written and which were not.
func (i *Interrupted) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "an earlier fix in %s was cut short between files that belong together", i.Root)
	for n, g := range i.Groups {
		fmt.Fprintf(&b, "; group %d: ", n+1)
		var parts []string
		for _, part := range []struct {
			what  string
			files []string
		}{{"written", g.Written}, {"not written", g.Left}, {"changed since", g.Changed}} {
			if len(part.files) > 0 {
				parts = append(parts, part.what+" "+strings.Join(part.files, " "))
			}
		}
		b.WriteString(strings.Join(parts, ", "))
	}
	return b.String()
}

// Check is an *Interrupted if the last run below root was cut short between
// files that belong together. It changes nothing, and does not wait for a run
// that is under way.
func Check(root string) error {
	real, sys, err := openRoot(root)
	if err != nil {
		return err
	}
	defer func() { _ = sys.close() }()
	j, err := readJournal(sys)
	if err != nil || j == nil {
		return err
	}
	if broken := j.interrupted(sys, real); broken != nil {
		return broken
	}
	return nil
}

// interrupted looks at the files of a journal; nil if each group is complete,
// or was not begun.
func (j journal) interrupted(sys system, root string) *Interrupted {
	broken := &Interrupted{Root: root}
	for _, g := range j {
		if state := g.state(sys); state.halfWritten(len(g)) {
			broken.Groups = append(broken.Groups, state)
		}
	}
	if len(broken.Groups) == 0 {
		return nil
	}
	return broken
}

func (g group) state(sys system) Group {
	var state Group
	for _, e := range g {
		name := filepath.ToSlash(e.path)
		switch data, err := sys.read(e.path); {
		case err == nil && hash(data) == e.after:
			state.Written = append(state.Written, name)
		case err == nil && hash(data) == e.before:
			state.Left = append(state.Left, name)
		default:
			state.Changed = append(state.Changed, name)
		}
	}
	return state
}

// halfWritten reports whether some of the files of a group are left, and not
// all.
func (s *Group) halfWritten(files int) bool { return len(s.Left) > 0 && len(s.Left) < files }

// Resumed tells the outcome for the files of groups that a run had begun, by their
// names in the root.
type Resumed struct {
	Written []string
	Changed []string // by somebody else in between, and left as they are
}

// Resume puts in place the rest of the groups that a run has begun.
func Resume(ctx context.Context, root string) (all Resumed, err error) {
	real, sys, err := openRoot(root)
	if err != nil {
		return all, err
	}
	defer func() { _ = sys.close() }()
	free, err := lock(ctx, real)
	if err != nil {
		return all, err
	}
	defer free()
	j, err := readJournal(sys)
	if err != nil || j == nil {
		return all, err
	}
	var failures []error
	for _, g := range j {
		failures = append(failures, all.complete(sys, g))
	}
	if err := errors.Join(failures...); err != nil {
		return all, fmt.Errorf("%w; undo the rest of the group, and remove %s", err, filepath.Join(real, JournalName))
	}
	return all, j.remove(sys)
}

// complete does so for one group.
func (all *Resumed) complete(sys system, g group) error {
	state := g.state(sys)
	if len(state.Written) > 0 || state.halfWritten(len(g)) {
		all.Changed = append(all.Changed, state.Changed...)
	}
	if !state.halfWritten(len(g)) {
		return nil
	}
	var failures []error
	for _, e := range g {
		name := filepath.ToSlash(e.path)
		switch done, err := e.complete(sys); {
		case err != nil:
			failures = append(failures, fmt.Errorf("%s: %w", name, err))
		case done:
			all.Written = append(all.Written, name)
		}
	}
	return errors.Join(failures...)
}

// complete puts a file in place that was left.
func (e entry) complete(sys system) (done bool, err error) {
	if now, err := sys.read(e.path); err != nil || hash(now) != e.before {
		return false, nil //nolint:nilerr // it was written, or is somebody else's by now
	}
	data, err := sys.read(e.temp)
	switch {
	case err != nil:
		return false, fmt.Errorf("its new content cannot be read: %w", bare(err))
	case hash(data) != e.after:
		return false, errors.New("its new content has changed")
	}
	if err := sys.rename(e.temp, e.path); err != nil {
		return false, fmt.Errorf("put in place: %w", bare(err))
	}
	return true, nil
}
