package driver

import (
	"cmp"

	"github.com/neuronlint/neuronlint/analyzer"
)

// claim identifies a finding across two runs: lines of the same words in the same file.
// How often it occurs counts.
type claim struct{ path, code, content string }

func claimOf(fd *finding, path string) claim { return claim{path, fd.Code, fd.content} }

func (c claim) compare(other claim) int {
	return cmp.Or(cmp.Compare(c.path, other.path), cmp.Compare(c.code, other.code), cmp.Compare(c.content, other.content))
}

// Known is a finding of another time.
type Known struct {
	Path        string            // relative to the baseline, with '/'
	Code        string            // of the rule
	Severity    analyzer.Severity // by the rule's lights
	Fingerprint string            // of the words of its lines
	Message     string            // for people
}

func knownOf(fd *finding) *Known {
	return &Known{Code: fd.Code, Severity: fd.weight(), Fingerprint: fd.content, Message: fd.Message}
}

func (k *Known) claim() claim { return claim{k.Path, k.Code, k.Fingerprint} }

// claims are earlier findings that today's findings may match.
type claims map[claim][]*Known

func (c claims) add(what claim, k *Known) { c[what] = append(c[what], k) }

// take removes and returns a finding that matches a claim; nil if there is none. A
// finding that has become graver does not match. Among several matches it takes the least
// grave one that suffices, which leaves graver ones to others.
func (c claims) take(what claim, weight analyzer.Severity) *Known {
	list, best := c[what], -1
	for i, k := range list {
		if k.Severity >= weight && (best < 0 || k.Severity < list[best].Severity) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	k := list[best]
	c[what] = append(list[:best:best], list[best+1:]...)
	return k
}
