package link

import (
	"cmp"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Component is a unit that changes as a whole or not at all: sources with the tests
// that they reach, across files. Sources that meet only where a device is used are
// separate components, since each of them can change alone.
type Component struct {
	Number  int // from 1, in the order of their first parts
	Sources []*Part
	Tests   []*Part
	Groups  []edit.GroupID
	// Open and Ajar say why the incoming devices are not all known, see
	// semantic.Root; Escapes says why the uses of the sources are not.
	Open, Ajar, Escapes string

	// These are filled in on demand: most components never need them.
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

	// The rest concerns sources only: Acting if it acts anywhere, even if only by a
	// name; Tested if it reaches a test that the test's own file knows to be of a
	// device; the number of Places where it surely acts, and some of those Elsewhere,
	// in other files; Used if one of them does more than make a torch.device.
	Acting    bool
	Tested    bool
	Used      bool
	Places    int
	Elsewhere []Site

	file, from          int   // numbers of its file and of the place where it begins
	files               []int // in which it acts
	open, ajar, escapes string
}

// Site is a place where a source is sure to act as a device.
type Site struct {
	Path string
	Span source.Span
}

// Act is a place where a source acts as a device, even if only by a name.
type Act struct {
	Path string
	semantic.Act
}

// Acting reports whether any of its sources is known to become a device.
func (c *Component) Acting() bool {
	return slices.ContainsFunc(c.Sources, (*Part).Stands)
}

// Settings counts the sources that are known to become devices and that change with
// the component. A device only offered by an option does not count.
func (c *Component) Settings() int {
	n := 0
	for _, p := range c.Sources {
		if p.Stands() && !p.Choice {
			n++
		}
	}
	return n
}

// Used reports whether a device of the component may be used for more than to make an
// object of it: that is known, or the device comes from elsewhere.
func (c *Component) Used() bool {
	return len(c.Sources) == 0 || slices.ContainsFunc(c.Sources, func(p *Part) bool { return p.Used })
}

// Stands reports whether a source is known to become a device, or to be compared with
// one: then the test changes only along with it.
func (p *Part) Stands() bool { return !p.Conditional || p.Acting || p.Tested }

// Closed reports whether everything that changing the component could touch is known:
// where its devices go, and, if anything tests them, which other devices come in. The
// arguments of callers are known if the whole project is. A source without a known use
// is assumed to have an unseen one, so its component is not closed.
func (c *Component) Closed(whole bool) bool {
	why, _ := c.Unclosed(whole)
	return why == ""
}

// Unclosed says why a component is not closed, and which part is the cause; nil if it
// is no single part. For a closed component, why is empty.
func (c *Component) Unclosed(whole bool) (why string, at *Part) {
	unfed := slices.IndexFunc(c.Tests, func(p *Part) bool { return !p.Fed })
	unused := slices.IndexFunc(c.Sources, func(p *Part) bool { return p.Places == 0 && !p.Tested })
	switch {
	case c.Escapes != "":
		return c.Escapes, nil
	case unfed >= 0:
		return "the devices that reach this test are not known", c.Tests[unfed]
	case unused >= 0:
		return "no use of this device is known", c.Sources[unused]
	case len(c.Sources) == 0:
		return "the origin of the device is not known", nil
	case len(c.Tests) > 0 && c.Open != "":
		return comesIn + c.Open, nil
	case len(c.Tests) > 0 && c.Ajar != "" && !whole:
		return comesIn + c.Ajar, nil
	}
	return "", nil
}

// comesIn begins the reason why other devices are possible.
const comesIn = "other devices may reach the tests of this one: "

// Decides is the source to name in findings of a file: one of the same file, or else
// the one that acts in most places. A source that is only an option's choice, or is
// not known to become a device or to be compared with one, decides nothing.
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

// before reports whether a source acts in more places than another, or in as many but
// comes first.
func before(a, b *Part) bool {
	return cmp.Or(
		cmp.Compare(b.Places, a.Places), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start),
	) < 0
}

// Scattered reports whether the parts of the component and the places where its sources
// act spread over several files.
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

// Spread counts the places where a source of the component acts, and the files of these
// places, the source and the tests.
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
