package report

import (
	"fmt"
	"io"

	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// contextLines is how many unchanged lines a patch shows around a change.
const contextLines = 3

// FileChange is a file before and after its fixes.
type FileChange struct {
	Path     string // relative to where the patch is applied
	Old, New []byte
}

// Patch writes the changes as one unified diff that git apply takes.
func Patch(w io.Writer, changes []FileChange) error {
	for _, c := range changes {
		if _, err := w.Write(edit.Unified(c.Path, c.Old, c.New, contextLines)); err != nil {
			return fmt.Errorf("report: write patch: %w", err)
		}
	}
	return nil
}
