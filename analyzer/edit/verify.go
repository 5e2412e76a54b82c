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
// result, and returns it. With the outline of the file, which may be nil, it parses only
// the code that the edits touch. The limits apply to each parse.
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

// touchedParse reports whether the code that the edits touch parses without faults on its
// own. It is false if that cannot be determined.
func touchedParse(ctx context.Context, f, edited *source.File, edits []Edit, outline Outline, lim syntax.Limits) bool {
	if outline == nil || source.IsNotebook(f.Path) {
		return false
	}
	edits = arrange(edits)
	size := len(f.Text)
	for _, e := range edits {
		size += len(e.Text) - e.Span.Len()
	}
	if size != len(edited.Text) { // the file has other line ends than the inserted text
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

// goesOn reports whether a text continues on the next line.
func goesOn(text []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(text, "\r\n"), []byte("\\"))
}

// continues reports whether a text continues the statement before it. On its own, its
// first word is a name to the grammar.
func continues(text []byte) bool {
	for _, word := range []string{"elif", "else", "except", "finally"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return true
		}
	}
	return false
}

// verifySyntax checks that the edits bring no new fault into the text. It reads the
// text before the edits only if the edited text has a fault.
func verifySyntax(ctx context.Context, f, edited *source.File, lim syntax.Limits) error {
	after, err := faultsOf(ctx, edited, lim)
	if err != nil || len(after) == 0 {
		return err
	}
	before, err := faultsOf(ctx, f, lim)
	if err != nil {
		return err
	}
	// Faults are recognised by their text, since the edits shift their places.
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

// ErrNotebook says that edits would change more of a notebook than the intended code.
var ErrNotebook = errors.New("edited notebook is not what it should be")

// verifyNotebook checks that the edits change a notebook's JSON only in the source of
// cells, and that the cells then hold the edited text.
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

// fault is a place where a text is not valid Python.
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

// faults lists the regions that do not parse, and the blocks without a statement, which
// the grammar accepts but Python does not.
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
