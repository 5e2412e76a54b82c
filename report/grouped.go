package report

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Groupings are the ways in which findings can be counted.
func Groupings() []string { return []string{"rule", "file", "directory", "cause"} }

// summaryCauses is how many causes a summary lists.
const summaryCauses = 10

// group counts the findings that have something in common.
type group struct {
	name    string
	counts  [3]int // by severity
	fixable int    // by safe fixes
}

func (g *group) total() int { return g.counts[0] + g.counts[1] + g.counts[2] }

// Grouped writes how many findings there are of each rule, file, directory or cause: those
// with most errors first.
func Grouped(w io.Writer, in *Input, by string, style Style) error {
	return in.grouped(newPrinter(w, style), by, 0)
}

// Causes writes the causes with most errors.
func Causes(w io.Writer, in *Input, style Style) error {
	return in.grouped(newPrinter(w, style), "cause", summaryCauses)
}

// grouped writes the groups, at most the first of them; 0 means all.
func (in *Input) grouped(p *printer, by string, most int) error {
	groups := in.countedBy(by)
	rest := 0
	if n := len(groups) - most; most > 0 && n > 0 {
		groups, rest = groups[:most], n
	}
	if len(groups) > 0 {
		p.printf("%s\n", p.bold(fmt.Sprintf("%8s %8s %8s %8s  %s", "errors", "warnings", "infos", "fixable", by)))
	}
	for _, g := range groups {
		p.printf("%8d %8d %8d %8d  %s\n", g.counts[analyzer.Error], g.counts[analyzer.Warning], g.counts[analyzer.Info], g.fixable, plain(g.name))
	}
	if rest > 0 {
		p.printf("%s\n", p.dim(fmt.Sprintf("and %d more: --group-by %s lists all", rest, by)))
	}
	return p.failed("groups")
}

func (in *Input) countedBy(by string) []*group {
	byName := make(map[string]*group)
	for _, d := range in.shown() {
		name := in.groupOf(d, by)
		g := byName[name]
		if g == nil {
			g = &group{name: name}
			byName[name] = g
		}
		g.counts[d.Severity]++
		if in.mends(d) {
			g.fixable++
		}
	}
	list := make([]*group, 0, len(byName))
	for _, g := range byName {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b *group) int {
		return cmp.Or(b.counts[analyzer.Error]-a.counts[analyzer.Error], b.total()-a.total(), strings.Compare(a.name, b.name))
	})
	return list
}

// groupOf is the name of the group that a finding is of.
func (in *Input) groupOf(d *analyzer.Diagnostic, by string) string {
	switch by {
	case "code":
		return d.Code
	case "category":
		return string(d.Category)
	case "file":
		return d.Path
	case "directory":
		return path.Dir(d.Path)
	case "cause":
		c := in.newCause(d)
		if c.Name == "device setting" {
			return "device setting: " + c.What
		}
		if c.What != "" {
			return c.Code + " " + c.Name + ": " + c.What
		}
		return c.Code + " " + c.Name
	}
	return d.Code + " " + d.Name
}
