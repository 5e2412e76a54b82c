package rewrite

import "github.com/neuronlint/neuronlint/analyzer"

// InsertImport adds an import statement once; ok is false if it is there.
func InsertImport(p *analyzer.Pass, stmt string) (analyzer.Edit, bool) {
	return analyzer.Edit{}, false
}
