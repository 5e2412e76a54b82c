package opsdb

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// replacementKey is the key of replacements.
type replacementKey struct {
	api     string
	rewrite Rewrite
}

type replacementTable map[replacementKey]Replacement

// sortedKeys returns the keys in the order of the file.
func (t replacementTable) sortedKeys() []replacementKey {
	return slices.SortedFunc(maps.Keys(t), func(a, b replacementKey) int {
		return cmp.Or(cmp.Compare(a.api, b.api), cmp.Compare(a.rewrite, b.rewrite))
	})
}

// replacementSchema is the form of replacements.tsv.
func replacementSchema() *schema {
	return &schema{file: "replacements.tsv", keys: 2, columns: []string{
		"api", "rewrite", "action", "text", "safety", "note", "requires_sdk", "evidence", "source",
	}}
}

// findReplacements finds replacements.tsv.
func findReplacements(fsys fs.FS) (sortedText, error) { return readSorted(fsys, replacementSchema()) }

// replacementIn is the row of a key; nil if there is none.
func replacementIn(table sortedText, key replacementKey) *Replacement {
	for _, cells := range table.rows(key.api) {
		if cells[1] == string(key.rewrite) {
			rep := readReplacement(&row{schema: table.schema, cells: cells})
			return &rep
		}
	}
	return nil
}

// loadReplacements reads all of replacements.tsv, and checks it.
func loadReplacements(fsys fs.FS) (replacementTable, error) {
	table := replacementTable{}
	err := readTable(fsys, replacementSchema(), func(r *row) {
		rep := readReplacement(r)
		if err := rep.check(); err != nil {
			r.fail(err)
		}
		table[replacementKey{rep.API, rep.Rewrite}] = rep
	})
	return table, err
}

// readReplacement turns a row into a Replacement.
func readReplacement(r *row) Replacement {
	rep := Replacement{
		API:     r.get("api"),
		Rewrite: oneOf(r, "rewrite", RewriteNeuron, RewritePortable, RewriteXLA),
		Action: oneOf(r, "action",
			ActionRename, ActionRewrite, ActionRemove, ActionKeep, ActionManual, ActionNone),
		Text:   r.get("text"),
		Safety: oneOf(r, "safety", "none", "display", "unsafe", "safe"),
		Note:   r.must("note"),
		Ref:    r.ref(),
	}
	rep.Ref.Stack = rep.Rewrite.Stack()
	rep.Ref.SDK = r.must("requires_sdk")
	return rep
}

// check refuses rows that say two things at once.
func (rep Replacement) check() error {
	switch {
	case (rep.Action == ActionRename || rep.Action == ActionRewrite) && rep.Text == "":
		return errors.New("action needs a text")
	case rep.Action.edits() != (rep.Safety != "none"):
		return errors.New("an edit needs a safety, and only an edit has one")
	}
	return nil
}

// edits tells whether an action changes code.
func (a Action) edits() bool {
	return a == ActionRename || a == ActionRewrite || a == ActionRemove
}

// Clause is the note as a part of a sentence: without its full stop, and with a small
// first word, unless that is a name or an acronym.
func (rep Replacement) Clause() string {
	s := strings.TrimSuffix(rep.Note, ".")
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(second) || strings.HasPrefix(s, "NeuronCore") || strings.HasPrefix(s, "Python") {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}
