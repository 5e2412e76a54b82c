package dependency

import (
	"slices"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/project"
)

// lastPatch is the highest third number that a version is tried with, where two
// numbers name it.
const lastPatch = 20

// build is a version with packages; one of two numbers means every version that begins
// with them.
type build struct {
	name    string
	release []int
}

func newBuild(name string) build {
	release, _, _ := numbers(name)
	return build{name, release}
}

// taken reports whether some version of the build satisfies all specifiers.
func (b build) taken(specifiers []project.Specifier) bool {
	if len(b.release) > 2 {
		return allTake(specifiers, b.release)
	}
	for patch := range lastPatch + 1 {
		if allTake(specifiers, append(slices.Clone(b.release), patch)) {
			return true
		}
	}
	return false
}

func allTake(specifiers []project.Specifier, version []int) bool {
	return !slices.ContainsFunc(specifiers, func(s project.Specifier) bool { return !takes(s, version) })
}

// takes reports whether a specifier allows a version. An unknown specifier allows any.
func takes(s project.Specifier, version []int) bool {
	bound, wild, ok := numbers(s.Version)
	if !ok {
		return true
	}
	c := compare(version, bound)
	switch s.Operator {
	case "==", "===", "!=":
		same := c == 0
		if wild {
			same = begins(version, bound)
		}
		return same == (s.Operator != "!=")
	case "=":
		return begins(version, bound)
	case "~=", "^":
		return c >= 0 && begins(version, bound[:kept(s.Operator, bound)])
	}
	return ordered(s.Operator, c)
}

// ordered reports whether an operator allows the result of a comparison.
func ordered(operator string, c int) bool {
	switch operator {
	case "<=":
		return c <= 0
	case "<":
		return c < 0
	case ">=":
		return c >= 0
	case ">":
		return c > 0
	}
	return true
}

// begins reports whether a version begins with the numbers of another.
func begins(version, with []int) bool {
	return len(with) <= len(version) && slices.Equal(version[:len(with)], with)
}

// kept is how many leading numbers all versions compatible with a bound share: all but
// the last, or with a caret those up to the first that is not zero.
func kept(operator string, bound []int) int {
	if operator == "^" {
		return 1 + slices.IndexFunc(bound, func(n int) bool { return n != 0 })
	}
	if len(bound) < 2 {
		return 0
	}
	return len(bound) - 1
}

// numbers are those of a version; wild tells that ".*" follows them. It is not ok for
// versions before a release, and for text that is no version.
func numbers(text string) (release []int, wild, ok bool) {
	text, _, _ = strings.Cut(text, "+")
	text = strings.TrimPrefix(text, "v")
	for part := range strings.SplitSeq(text, ".") {
		if part == "*" {
			return release, true, len(release) > 0
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, false, false
		}
		release = append(release, n)
	}
	return release, false, len(release) > 0
}

// compare compares versions; numbers that one lacks are 0.
func compare(a, b []int) int {
	for i := range max(len(a), len(b)) {
		x, y := 0, 0
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return x - y
		}
	}
	return 0
}
