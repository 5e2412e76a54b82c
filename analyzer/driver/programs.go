package driver

import (
	"path"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// programs tells which files run together: a file and those that it imports, itself or
// by way of others.
type programs struct {
	s       *session
	nodes   map[string]*programNode // by absolute name
	all     []*programNode
	outside int // files read that are not judged
}

// speaking are the words that show that a file which is not judged may fail on the
// device: it is about CUDA, kernels or sparse tensors, or distinguishes the host from
// other devices.
var speaking = []string{
	"cuda", "triton", "flash_attn", "torch.ops.", "torch.sparse", "sparse_coo_tensor", "to_sparse",
	".is_cpu", `== "cpu"`, `!= "cpu"`, "== 'cpu'", "!= 'cpu'", "== torch.device(", "!= torch.device(", `case "cpu"`, "case 'cpu'", ".get_device() ",
}

// programNode is a file with its imports and its importers.
type programNode struct {
	path    string // as reported
	file    string // its absolute name
	mod     *semantic.Module
	imports []prefilter.Import
	to, by  []*programNode
	speaks  bool // of failing code, in a file that is not judged, or perhaps in one that failed

	numbered numbering // of the devices in a file that is not judged

	elsewhere []string // first names of imports that lead to no file of the project
	anything  bool     // its imports are not all known
}

// newPrograms reads the imports of all judged files, and of the files these lead to. If
// some files of the project are not judged, it looks around the judged ones for files
// that may import them.
func (s *session) newPrograms(l *ledger) *programs {
	p := &programs{s: s, nodes: make(map[string]*programNode, len(s.files))}
	for _, f := range s.files {
		mod := s.project.Module(absolute(s.wd, f.path))
		p.enter(&programNode{path: f.path, mod: mod, imports: f.seen.imports, speaks: f.failed || f.held, anything: f.failed})
	}
	if !s.whole() {
		p.lookAround()
	}
	for read := 0; read < len(p.all); { // it grows
		for _, n := range p.all[read:] {
			l.at(n.path)
			p.follow(n)
			read++
		}
	}
	return p
}

// lookAround reads the files that lie beside the judged ones, and beside the
// directories on the way up to the root of their project.
func (p *programs) lookAround() {
	looked := make(map[string]bool)
	for _, n := range p.all {
		dir := path.Dir(n.mod.File())
		for level := 1; !looked[dir]; level++ {
			looked[dir] = true
			for _, pkg := range p.s.project.Named(n.mod, level, "", nil) {
				for _, mod := range p.s.project.Submodules(pkg) {
					p.node(mod)
				}
			}
			if !isProjectRoot(dir) && withinProject(dir) {
				dir = path.Dir(dir)
			}
		}
	}
}

// follow finds the files that a file imports.
func (p *programs) follow(n *programNode) {
	for _, imp := range n.imports {
		found := p.s.project.Named(n.mod, imp.Level, imp.Module, imp.Names)
		for _, mod := range found {
			to := p.node(mod)
			n.to = append(n.to, to)
			to.by = append(to.by, n)
		}
		if len(found) == 0 {
			n.lookElsewhere(imp)
		}
	}
	n.imports, n.mod = nil, nil
}

func (p *programs) enter(n *programNode) *programNode {
	n.file = n.mod.File()
	p.nodes[n.file] = n
	p.all = append(p.all, n)
	return n
}

// node is the node of a module, which is read if it is not judged.
func (p *programs) node(mod *semantic.Module) *programNode {
	if n := p.nodes[mod.File()]; n != nil {
		return n
	}
	n := p.enter(&programNode{path: p.s.place.Path(mod.File()), mod: mod})
	if p.outside++; mod.IsNamespace() || p.outside > maxOutside {
		n.anything = !mod.IsNamespace()
		return n
	}
	if m := p.s.memory; m != nil {
		m.asked[mod.File()] = true
	}
	if raw, err := p.s.place.read(mod.File()); err == nil {
		n.imports = importsOf(raw)
		n.speaks = prefilter.Contains(raw, speaking...)
		if n.speaks {
			n.numbered = numberingFar(raw)
		}
	}
	return n
}

// with are the files, by their paths, of all programs that contain one of some files, or,
// if unseen is set, a file that is not judged and mentions CUDA or sparse tensors. Each is
// mapped to such a file, the nearest by imports.
func (p *programs) with(files map[string]edit.Doubt, unseen bool, l *ledger) map[string]string {
	var held []spreadNode
	for _, n := range p.all {
		if _, stuck := files[n.path]; stuck || unseen && n.speaks {
			held = append(held, spreadNode{n, n})
		}
	}
	roots := spread(held, func(n *programNode) []*programNode { return n.by }, l)
	in := make(map[string]string)
	for _, at := range spread(roots, func(n *programNode) []*programNode { return n.to }, l) {
		in[at.node.path] = at.from.path
	}
	return in
}

// by are the files, by their paths, that import one of some files directly, and the first
// of those. Files that import one indirectly mostly run other code as well.
func (p *programs) by(files map[string]source.Span, l *ledger) map[string]string {
	in := make(map[string]string)
	for _, n := range p.all {
		if _, wanted := files[n.path]; !wanted {
			continue
		}
		for _, user := range n.by {
			l.at(user.path)
			if _, known := in[user.path]; !known {
				in[user.path] = n.path
			}
		}
	}
	return in
}

// spreadNode is a file, and the file from which it was reached.
type spreadNode struct{ node, from *programNode }

// spread are some files and all files reachable from them, the nearest first.
func spread(from []spreadNode, next func(*programNode) []*programNode, l *ledger) []spreadNode {
	seen := make(map[*programNode]bool, len(from))
	for _, at := range from {
		seen[at.node] = true
	}
	for i := 0; i < len(from); i++ {
		l.at(from[i].node.path)
		for _, n := range next(from[i].node) {
			if !seen[n] {
				seen[n] = true
				from = append(from, spreadNode{n, from[i].from})
			}
		}
	}
	return from
}
