package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
)

// JSONL writes the findings as in the JSON document, each on a line of its own: a
// stream of them can be cut anywhere.
func JSONL(w io.Writer, in *Input) error {
	said := make(map[analyzer.GroupID]bool)
	return writeLines(w, len(in.Diagnostics), func(i int) any { return in.jsonDiagnostic(&in.Diagnostics[i], said) })
}

// writeLines writes n values of JSON, one a line.
func writeLines(w io.Writer, n int, value func(i int) any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range n {
		if err := enc.Encode(value(i)); err != nil {
			return fmt.Errorf("report: write json lines: %w", err)
		}
	}
	return nil
}
