package edit

import (
	"context"
	"errors"
	"fmt"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// ErrSyntax says that the edited text has a syntax error that the text did not
// have before.
var ErrSyntax = errors.New("edited text does not parse")

// Verify applies the edits to a file as ApplyRaw does, reads and parses the
// result, and returns it.
func Verify(ctx context.Context, f *source.File, edits []Edit) (*source.File, error) {
	raw, err := ApplyRaw(f, edits)
	if err != nil {
		return nil, err
	}
	edited, err := source.New(f.Path, raw)
	if err != nil {
		return nil, fmt.Errorf("edit: read the result: %w", err)
	}
	before, err := errorRegions(ctx, f)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(ctx, edited.Text, syntax.Limits{})
	if err != nil {
		return nil, fmt.Errorf("edit: %s: parse the result: %w", f.Path, err)
	}
	for _, span := range tree.Errors() {
		region := string(edited.Text[span.Start:span.End])
		if before[region]--; before[region] < 0 {
			return nil, fmt.Errorf("edit: %s:%d: %w", f.Path, edited.Position(span.Start).Line, ErrSyntax)
		}
	}
	return edited, nil
}

// errorRegions counts the regions of a file that do not parse, by their text:
// their places change with the edits.
func errorRegions(ctx context.Context, f *source.File) (map[string]int, error) {
	tree, err := syntax.Parse(ctx, f.Text, syntax.Limits{})
	if err != nil {
		return nil, fmt.Errorf("edit: %s: parse: %w", f.Path, err)
	}
	regions := map[string]int{}
	for _, span := range tree.Errors() {
		regions[string(f.Text[span.Start:span.End])]++
	}
	return regions, nil
}
