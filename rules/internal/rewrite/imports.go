package rewrite

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// Builder writes edits that keep the code of the pass's file whole.
func Builder(p *analyzer.Pass) *edit.Builder {
	return &edit.Builder{File: p.File, Tree: p.Tree}
}

// InsertImport adds an import statement; ok is false if the file has it.
func InsertImport(p *analyzer.Pass, stmt string) (analyzer.Edit, bool) {
	type key struct{}
	type insertion struct {
		edit analyzer.Edit
		ok   bool
	}
	i := analyzer.Each(p, key{}, stmt, func() (i insertion) {
		i.edit, i.ok = Builder(p).InsertImport(stmt)
		return i
	})
	return i.edit, i.ok
}
