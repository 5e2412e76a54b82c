package dependency

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
)

// setupWords are those of a setup.py that lists requirements.
func setupWords(*opsdb.DB) analyzer.Words {
	return analyzer.Words{Names: []string{"install_requires", "setup_requires", "extras_require"}}
}

// inSetup judges the requirements that a setup.py lists, as far as they are written
// down. Fixes are left out: the list may be made of others.
func inSetup(judge func(*view)) func(*analyzer.Pass) error {
	return func(p *analyzer.Pass) error {
		list := analyzer.Once(p, setupKey{}, func() []project.Requirement { return setupRequirements(p) })
		if len(list) > 0 {
			judge(&view{p.File.Path, list, false, p.DB, p.Target, func(d analyzer.Diagnostic) {
				d.Fixes = nil
				p.Report(d)
			}})
		}
		return nil
	}
}

// setupKey is the key of the requirements that a file lists.
type setupKey struct{}

// setupRequirements are those that the calls of setup list.
func setupRequirements(p *analyzer.Pass) (list []project.Requirement) {
	for _, call := range p.Model.Calls() {
		if name, _ := p.Model.CallName(call); !strings.HasSuffix("."+name, ".setup") {
			continue
		}
		if table := dependencyTable(p); table != syntax.None {
			return listed(p, table, "")
		}
		for a := range p.Tree.Args(call) {
			if a.Name == syntax.None {
				continue
			}
			switch p.Tree.Text(a.Name) {
			case "install_requires", "setup_requires":
				list = append(list, listed(p, a.Value, "")...)
			case "extras_require":
				for _, n := range p.Model.Alternatives(a.Value) {
					list = append(list, extras(p, n)...)
				}
			}
		}
	}
	return list
}

// dependencyTable is the list _deps, from which the projects of Hugging Face choose their
// requirements by name; None if there is none.
func dependencyTable(p *analyzer.Pass) syntax.Node {
	for statement := range p.Tree.Children(syntax.Root) {
		for n := range p.Tree.Children(statement) {
			if p.Tree.Kind(n) == syntax.KindAssignment && p.Tree.Text(p.Tree.Child(n, syntax.FieldLeft)) == "_deps" {
				return p.Tree.Child(n, syntax.FieldRight)
			}
		}
	}
	return syntax.None
}

// extras are the requirements of a dictionary, each under the name of its group.
func extras(p *analyzer.Pass, n syntax.Node) (list []project.Requirement) {
	for pair := range p.Tree.Children(p.Tree.Unparen(n)) {
		if p.Tree.Kind(pair) != syntax.KindPair {
			continue
		}
		group, _ := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey))
		list = append(list, listed(p, p.Tree.Child(pair, syntax.FieldValue), group)...)
	}
	return list
}

// listed are the requirements of a list, or of the lists that a name stands for.
func listed(p *analyzer.Pass, n syntax.Node, group string) (list []project.Requirement) {
	for _, n := range p.Model.Alternatives(n) {
		n = p.Tree.Unparen(n)
		switch p.Tree.Kind(n) {
		case syntax.KindList, syntax.KindTuple, syntax.KindSet:
		default:
			continue
		}
		for item := range p.Tree.Children(n) {
			info, ok := p.Tree.String(item)
			if !ok || info.Format || info.Bytes || len(info.Quote) != 1 {
				continue
			}
			text := string(p.File.Text[info.Content.Start:info.Content.End])
			if r, ok := project.ParseRequirement(text, info.Content.Start); ok && !strings.Contains(text, `\`) {
				r.Group, r.Whole = group, source.Span{}
				list = append(list, r)
			}
		}
	}
	return list
}
