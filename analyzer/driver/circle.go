package driver

import (
	"maps"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// circles holds the modules that some files of a project lead to by their imports, to
// find those among them that import the files in turn: a device that a file hands to
// others may act in such a module.
type circles struct {
	s     *session
	from  map[string]bool        // the judged files, and those found to be in circles with them, by path
	nodes map[string]*circleNode // by absolute name
	queue []*circleNode
	read  int
}

// circleNode is a module with those that name it in an import.
type circleNode struct {
	name string // of the file, absolute
	mod  *semantic.Module
	text []byte
	by   []circleEdge
}

// circleEdge leads to a module that imports another one, with its import.
type circleEdge struct {
	from *circleNode
	how  prefilter.Import
}

// handsOn reports whether the importing module re-exports one of some names of a module.
func (e *circleEdge) handsOn(words []string) bool {
	return e.how.From && (len(e.how.Names) == 0 || slices.ContainsFunc(e.how.Names, func(name string) bool { return slices.Contains(words, name) }))
}

// newCircles is nil where all files are judged, since there is none to find.
func (s *session) newCircles() *circles {
	if s.whole() {
		return nil
	}
	c := &circles{s: s, from: make(map[string]bool), nodes: make(map[string]*circleNode)}
	for _, f := range s.files {
		c.from[f.path] = true
	}
	return c
}

// users are the files, by their paths, that are not known yet, share a circle of imports
// with a file that exports names, and contain one of these names.
func (c *circles) users(exports func() map[string][]string, known map[string]bool) []string {
	if c == nil {
		return nil
	}
	words := exports()
	maps.DeleteFunc(words, func(path string, _ []string) bool { return !c.from[path] })
	paths := slices.Sorted(maps.Keys(words))
	for _, path := range paths {
		c.node(c.s.project.Module(absolute(c.s.wd, path)))
	}
	for len(c.queue) > 0 {
		n := c.queue[0]
		c.queue = c.queue[1:]
		c.expand(n)
	}
	var out []string
	for _, path := range paths {
		for _, n := range c.nodes[absolute(c.s.wd, path)].importers(words[path]) {
			if user := c.s.place.Path(n.name); !known[user] && prefilter.Contains(n.text, words[path]...) {
				c.from[user] = true
				out = append(out, user)
			}
		}
	}
	return out
}

// node is the node of a module, which is expanded later if it is new.
func (c *circles) node(mod *semantic.Module) *circleNode {
	n := c.nodes[mod.File()]
	if n == nil {
		n = &circleNode{name: mod.File(), mod: mod}
		c.nodes[n.name] = n
		c.queue = append(c.queue, n)
	}
	return n
}

// expand looks at the imports of a module.
func (c *circles) expand(n *circleNode) {
	if c.read++; n.mod.IsNamespace() || c.read > maxOutside {
		return
	}
	if m := c.s.memory; m != nil {
		m.asked[n.name] = true
	}
	raw, err := c.s.place.read(n.name)
	if err != nil {
		return
	}
	n.text = raw
	list, _ := prefilter.Imports(raw)
	for _, imp := range list {
		for _, mod := range c.s.project.Named(n.mod, imp.Level, imp.Module, imp.Names) {
			to := c.node(mod)
			to.by = append(to.by, circleEdge{n, imp})
		}
	}
}

// importers are the modules that import this one, directly or from one that has names of
// it too. Names imported under another name are not followed.
func (n *circleNode) importers(words []string) []*circleNode {
	var out []*circleNode
	through := map[*circleNode]bool{n: true}
	for list := []*circleNode{n}; len(list) > 0; {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		for i := range at.by {
			e := &at.by[i]
			out = append(out, e.from)
			if !through[e.from] && e.handsOn(words) {
				through[e.from] = true
				list = append(list, e.from)
			}
		}
	}
	return out
}
