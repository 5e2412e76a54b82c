package driver

import (
	"maps"
	"slices"
	"sort"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// markClauses notes the clause and the test around each finding about devices.
//
// A clause that is mended by half is worse than one that is left alone: in
// torch.cuda.set_device(rank % torch.cuda.device_count()) a count of NeuronCores would
// select a GPU, and in ["cuda", 0] half of the devices would still be CUDA devices.
func markClauses(findings []*finding, tree *syntax.Tree, tests []source.Span) {
	clauses := tree.Clauses()
	for _, fd := range findings {
		if namesDevice(fd.Category) {
			fd.clause = around(clauses, fd.Span.Start)
			fd.test = around(tests, fd.Span.Start)
		}
	}
}

// around is the one of some disjoint spans, in order, that holds an offset; zero
// if none does.
func around(spans []source.Span, offset int) source.Span {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > offset })
	if i == len(spans) || spans[i].Start > offset {
		return source.Span{}
	}
	return spans[i]
}

// namesDevice reports whether findings of a category are about the choice of device: the
// device that one of them writes must agree with the others of its clause.
func namesDevice(c analyzer.Category) bool {
	switch c {
	case analyzer.CategoryDevice, analyzer.CategoryCUDAAPI, analyzer.CategoryMemory, analyzer.CategoryRNG, analyzer.CategoryDistributed:
		return true
	}
	return false
}

// joinWholes joins the fixes of each clause, or of each other whole that findings are
// part of, and fails them if one of its findings has none. A finding that does no harm as
// the code stands, or that its group can do without, is ignored.
// It returns the group of each whole.
func (s *solution) joinWholes(findings []*finding, of func(*finding) (whole, bool)) map[whole]edit.GroupID {
	first := make(map[whole]edit.GroupID) // the group of a whole, once a finding of it has a fix
	stuck := make(map[whole]*finding)     // the first of it without a fix
	spared := make(map[*finding]bool, len(s.spared))
	for _, m := range s.spared {
		spared[m.finding] = true
	}
	for _, fd := range findings {
		s.ledger.at(fd.Path)
		at, part := of(fd)
		if !part || fd.Suppressed || fd.Avoided || fd.live < analyzer.Warning {
			continue
		}
		own := s.members[fd]
		if len(own) == 0 {
			if stuck[at] == nil && !spared[fd] {
				stuck[at] = fd
			}
			continue
		}
		if group, ok := first[at]; ok {
			s.groups.join(group, own[0].group)
		} else {
			first[at] = own[0].group
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(stuck), compareWholes) {
		if group, ok := first[at]; ok {
			fd := stuck[at]
			s.groups.fail(group, fd.lacking(""))
		}
	}
	return first
}
