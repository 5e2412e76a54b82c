package link

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Component is what changes as a whole or not at all: sources with the tests
// that they reach, in whatever files. Sources that only meet where a device is
// used are not one component, since each of them can change alone.
type Component struct {
	Number  int // from 1, in the order of their first parts
	Sources []*Part
	Tests   []*Part
	Groups  []edit.GroupID
	// Open and Ajar say what is not known of what comes in, see semantic.Root,
	// and Escapes of where the sources go.
	Open, Ajar, Escapes string

	// Of many components none of these is asked for.
	decides map[string]*Part // by file, see Decides; that of all files under ""
	tested  map[int]bool     // the files of its tests
}

// Part is a source or a test.
type Part struct {
	Path        string
	Span        source.Span
	Group       edit.GroupID
	Test        bool
	Conditional bool
	Fed         bool // of a test: a source reaches it
	Choice      bool // of a source: only offered by an option, see semantic.Source

	// The rest is of sources alone: whether one acts anywhere, if only by a
	// name, or reaches a test that its own file takes for one of a device, in
	// how many places it is sure to act, and some of those in other files.
	Acting    bool
	Tested    bool
	Places    int
	Elsewhere []Site

	file, from          int   // where it comes from: the numbers of the file and the place
	files               []int // that it acts in
	open, ajar, escapes string
}

// Site is a place where a source is sure to act as a device.
type Site struct {
	Path string
	Span source.Span
}

// Act is a place where a source acts as a device, if only by a name.
type Act struct {
	Path string
	semantic.Act
}

// Acting reports whether any of its sources is known to become a device.
func (c *Component) Acting() bool {
	return slices.ContainsFunc(c.Sources, (*Part).Stands)
}

// Settings counts its sources that are known to become devices and that change
// with it. What is only offered is none.
func (c *Component) Settings() int {
	n := 0
	for _, p := range c.Sources {
		if p.Stands() && !p.Choice {
			n++
		}
	}
	return n
}

// Stands reports whether a source is known to become a device, or to be
// compared with one: the test changes only along with it.
func (p *Part) Stands() bool { return !p.Conditional || p.Acting || p.Tested }

// Closed reports whether all is known that changing the component could touch:
// where its devices go, and, if anything tests them, which others come in. What
// callers can pass is known if the whole project is. A source of which no use is
// known is one whose use is not seen.
func (c *Component) Closed(whole bool) bool {
	why, _ := c.Unclosed(whole)
	return why == ""
}

// Unclosed is why a component is not closed, and the part for which it is not; nil if
// that is none. It says nothing of one that is closed.
func (c *Component) Unclosed(whole bool) (why string, at *Part) {
	unfed := slices.IndexFunc(c.Tests, func(p *Part) bool { return !p.Fed })
	unused := slices.IndexFunc(c.Sources, func(p *Part) bool { return p.Places == 0 && !p.Tested })
	switch {
	case c.Escapes != "":
		return c.Escapes, nil
	case unfed >= 0:
		return "it is not known which devices come to this test", c.Tests[unfed]
	case unused >= 0:
		return "no use of this device is known", c.Sources[unused]
	case len(c.Sources) == 0:
		return "it is not known where the device comes from", nil
	case len(c.Tests) > 0 && c.Open != "":
		return comesIn + c.Open, nil
	case len(c.Tests) > 0 && c.Ajar != "" && !whole:
		return comesIn + c.Ajar, nil
	}
	return "", nil
}

// comesIn begins a reason for which other devices are possible.
const comesIn = "other devices may come to the tests of this one: "

// Decides is the source that what is found in a file goes back to: one of the
// same file, or else the one that acts in most places. One that only reaches a
// test decides nothing.
func (c *Component) Decides(path string) *Part {
	if c.decides == nil {
		c.decides = c.findDeciding()
	}
	if p := c.decides[path]; p != nil {
		return p
	}
	return c.decides[""]
}

func (c *Component) findDeciding() map[string]*Part {
	best := make(map[string]*Part)
	for _, p := range c.Sources {
		if !p.Stands() || p.Choice {
			continue
		}
		for _, path := range []string{"", p.Path} {
			if best[path] == nil || before(p, best[path]) {
				best[path] = p
			}
		}
	}
	return best
}

// before reports whether a source acts in more places than another, or else
// comes first.
func before(a, b *Part) bool {
	return cmp.Or(
		cmp.Compare(b.Places, a.Places), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start),
	) < 0
}

// Scattered reports whether its parts, and the places where its sources act, lie
// in several files.
func (c *Component) Scattered() bool {
	first := -1
	away := func(file int) bool {
		if first < 0 {
			first = file
		}
		return file != first
	}
	return slices.ContainsFunc(c.Tests, func(p *Part) bool { return away(p.file) }) ||
		slices.ContainsFunc(c.Sources, func(p *Part) bool { return away(p.file) || slices.ContainsFunc(p.files, away) })
}

// Spread counts the places where a source of the component acts, and the files
// that these, the source and the tests lie in.
func (c *Component) Spread(p *Part) (places, files int) {
	files = len(c.tested)
	for _, file := range p.files {
		if !c.tested[file] && file != p.file {
			files++
		}
	}
	if !c.tested[p.file] {
		files++
	}
	return p.Places, files
}
