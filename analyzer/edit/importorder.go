package edit

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// mustFollow is the first import of the module that, as a comment says, has to follow one
// of a package: "pkg must be imported before torch", "import torch after pkg". There is
// none without such a comment, or if the import does not begin its line.
func (b *Builder) mustFollow(pkg string) syntax.Node {
	var later []string
	for c := range b.Tree.Parts(syntax.Root) {
		if b.Tree.Kind(c) == syntax.KindComment && strings.Contains(b.Tree.View(c), pkg) {
			later = append(later, saidLater(b.Tree.View(c), pkg)...)
		}
	}
	if len(later) == 0 {
		return syntax.None
	}
	for stmt := range b.Tree.Children(syntax.Root) {
		for _, in := range b.Tree.Imports(stmt) {
			if in.Level != 0 || !slices.Contains(later, packageOf(in.Module)) {
				continue
			}
			if b.beginsLine(b.Tree.Start(stmt)) {
				return stmt
			}
			return syntax.None
		}
	}
	return syntax.None
}

// saidLater returns the words of a comment that include the packages to import after
// another one.
func saidLater(comment, pkg string) []string {
	if early, late, ok := strings.Cut(comment, "before"); ok && slices.Contains(packageWords(early), pkg) {
		return packageWords(late)
	}
	if late, early, ok := strings.Cut(comment, "after"); ok && slices.Contains(packageWords(early), pkg) {
		return packageWords(late)
	}
	return nil
}

// packageWords returns the words of a text that may name a package.
func packageWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}
