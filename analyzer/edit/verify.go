package edit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ErrSyntax says that the edited text has a syntax error that the text did not
// have before.
var ErrSyntax = errors.New("edited text does not parse")

// Verify applies the edits to a file as ApplyRaw does, reads and parses the
// result, and returns it. Where the outline of the file is given, which may be
// nil, it parses no more than the edits touch. The limits are those of each parse.
func Verify(ctx context.Context, f *source.File, edits []Edit, outline Outline, lim syntax.Limits) (*source.File, error) {
	raw, err := ApplyRaw(f, edits)
	if err != nil {
		return nil, err
	}
	edited, err := source.NewWithin(ctx, f.Path, raw, math.MaxInt)
	if err != nil {
		return nil, fmt.Errorf("edit: read the result: %w", err)
	}
	if !touchedParse(ctx, f, edited, edits, outline, lim) {
		if err := verifySyntax(ctx, f, edited, lim); err != nil {
			return nil, err
		}
	}
	if source.IsNotebook(f.Path) {
		if err := verifyNotebook(f, edited, edits); err != nil {
			return nil, err
		}
	}
	return edited, nil
}

// touchedParse reports whether all that the edits touch is free of faults, read
// by itself. It is false where that cannot be told.
func touchedParse(ctx context.Context, f, edited *source.File, edits []Edit, outline Outline, lim syntax.Limits) bool {
	if outline == nil || source.IsNotebook(f.Path) {
		return false
	}
	edits = arrange(edits)
	size := len(f.Text)
	for _, e := range edits {
		size += len(e.Text) - e.Span.Len()
	}
	if size != len(edited.Text) { // line ends of inserted text are others in the file
		return false
	}
	for _, span := range outline.touched(edits, len(f.Text)) {
		text := edited.Text[span.Start:span.End]
		if goesOn(text) || continues(text) {
			return false
		}
		if tree, err := syntax.Parse(ctx, text, lim); err != nil || len(faults(tree)) > 0 {
			return false
		}
	}
	return true
}

// goesOn says whether a text is one with what comes next.
func goesOn(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, "\r\n"), []byte("\\"))
}

// continues says whether a text is about the statement before it. By itself its
// first word is a name to the grammar.
func continues(text []byte) bool {
	for _, word := range []string{"elif", "else", "except", "finally"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return true
		}
	}
	return false
}

// verifySyntax checks that the edited text has no fault that the text did not
// have before, which is only read again if there is one.
func verifySyntax(ctx context.Context, f, edited *source.File, lim syntax.Limits) error {
	after, err := faultsOf(ctx, edited, lim)
	if err != nil || len(after) == 0 {
		return err
	}
	before, err := faultsOf(ctx, f, lim)
	if err != nil {
		return err
	}
	// Faults are known again by their text: their places change with the edits.
	old := map[string]int{}
	for _, fault := range before {
		old[fault.text]++
	}
	for _, fault := range after {
		if old[fault.text]--; old[fault.text] < 0 {
			return fmt.Errorf("edit: %s: %s: %w", f.Path, edited.Position(fault.start), ErrSyntax)
		}
	}
	return nil
}

// ErrNotebook says that edits would change more of a notebook than the code
// that they are for.
var ErrNotebook = errors.New("edited notebook is not what it should be")

// verifyNotebook checks that all of a notebook's JSON but the source of cells
// is the same, and that the cells say what the edits want.
func verifyNotebook(f, edited *source.File, edits []Edit) error {
	wanted, err := Apply(f.Text, edits)
	if err != nil {
		return err
	}
	lf := func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }
	if !f.SameOutsideCells(edited) || !bytes.Equal(lf(wanted), lf(edited.Text)) {
		return fmt.Errorf("edit: %s: %w", f.Path, ErrNotebook)
	}
	return nil
}

// fault is a place where a text is no Python.
type fault struct {
	start int
	text  string
}

func faultsOf(ctx context.Context, f *source.File, lim syntax.Limits) ([]fault, error) {
	tree, err := syntax.ParseFile(ctx, f, lim)
	if err != nil {
		return nil, fmt.Errorf("edit: %s: %w", f.Path, err)
	}
	return faults(tree), nil
}

// faults lists the regions that do not parse, and the blocks without a
// statement, which the grammar takes and Python does not.
func faults(tree *syntax.Tree) []fault {
	var found []fault
	for _, span := range tree.Errors() {
		found = append(found, fault{span.Start, "error: " + string(tree.Source()[span.Start:span.End])})
	}
	for n := range tree.All(syntax.Root) {
		if tree.Kind(n) == syntax.KindBlock && isEmpty(tree, n) {
			found = append(found, fault{tree.Start(n), "empty block"})
		}
	}
	return found
}

func isEmpty(tree *syntax.Tree, block syntax.Node) bool {
	for range tree.Children(block) {
		return false
	}
	return true
}
