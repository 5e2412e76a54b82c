package driver

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// shared tells which files get answers from others and go on to CUDA by them.
type shared struct {
	whole  bool                // no file of the project is missing
	files  map[string][]string // by the name of an answer, at most two paths
	owners []owner
}

// owner is a file in which a class defines its own method cuda.
type owner struct {
	path string
	near map[string]bool // the files that its objects may come to; nil for all
}

func (s *session) newShared(summaries []*semantic.Summary) *shared {
	all := &shared{whole: s.whole() && !s.unlinked, files: make(map[string][]string)}
	for _, sum := range summaries {
		for _, name := range sum.Reads {
			if name == semantic.OwnCUDA {
				all.owners = append(all.owners, owner{path: sum.Path})
			}
			if known := all.files[name]; len(known) < 2 {
				all.files[name] = append(known, sum.Path)
			}
		}
	}
	return all
}

// weakenShared makes the fixes of a finding unsafe if another file gets one of their
// answers and goes on to CUDA because of it, or if an unknown file may do so: there the
// test would hold, or the branch would run, in front of CUDA code that the fix does not
// know.
func (k *links) weakenShared(fd *finding) {
	for i := range fd.Fixes {
		if fd.fixSafety(i) != edit.Safe {
			continue
		}
		doubt := k.shared.doubt(fd.Fixes[i].Shared, fd.Path)
		if doubt.None() {
			continue
		}
		if fd.trust == nil {
			for j := range fd.Fixes {
				fd.trust = append(fd.trust, fd.Fixes[j].Trust())
			}
		}
		fd.trust[i] = edit.Trust{Safety: edit.Unsafe, Doubt: doubt}
	}
}

// doubt is the doubt against a fix from the first of some names that goes on to CUDA.
func (k *shared) doubt(names []string, path string) edit.Doubt {
	for _, name := range names {
		if doubt := k.goesOn(name, path); !doubt.None() {
			return doubt
		}
	}
	return edit.Doubt{}
}

// goesOn is the doubt that a file other than the one at path goes on to CUDA by a name;
// by the name of a method the same file counts as well. Missing files may derive from the
// classes of this one; for its variables, only the files that are there are asked.
func (k *shared) goesOn(name, path string) edit.Doubt {
	name, ofObject := strings.CutPrefix(name, ".")
	if name == semantic.OwnCUDA {
		return k.moves(path, ofObject)
	}
	overridden := strings.HasPrefix(name, "m:")
	if name == "*" || !k.whole && (ofObject || overridden) {
		return edit.Doubt{Text: "code in other files may receive this result and go on to CUDA"}
	}
	for _, p := range k.files[name] {
		if p != path || overridden {
			return edit.Doubt{Text: "this file receives the result and goes on to CUDA", Path: p}
		}
	}
	return edit.Doubt{}
}

// findOwners finds out where objects with their own method cuda may come: an object goes
// to no file of another program. Files that are not there may bring any two together.
func (k *links) findOwners(l *ledger) {
	if !k.shared.whole || len(k.shared.owners) > maxOwners || k.apart() {
		return
	}
	for i := range k.shared.owners {
		k.shared.owners[i].near = k.imports(l).meeting(k.shared.owners[i].path, l)
	}
}

// maxOwners bounds the files whose objects are followed through the imports of a project.
const maxOwners = 16

// moves is the doubt that a class of the program has its own method cuda, which a fix may
// mistake for that of a tensor or a module; all files are asked on request.
func (k *shared) moves(path string, all bool) edit.Doubt {
	for _, o := range k.owners {
		if o.near == nil || o.near[path] {
			return edit.Doubt{Text: "a class in this file defines its own cuda method, which may be the one called", Path: o.path}
		}
	}
	if all && !k.whole {
		return edit.Doubt{Text: "the receiver may not be a tensor or a module"}
	}
	return edit.Doubt{}
}
