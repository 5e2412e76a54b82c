package driver

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// A text that is let go is read again as it was judged, and never taken for
// another that lies there by then.
func TestTextsAreLetGo(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "a.py")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	judged := func() *fileResult {
		t.Helper()
		file, err := source.New("a.py", []byte("a = 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		return &fileResult{path: "a.py", name: name, file: file}
	}
	write("a = 1\n")

	few := texting{bounded: true}
	only := judged()
	if few.letGo(only); only.file == nil {
		t.Error("a text was let go though it is the only one")
	}
	many := texting{bounded: true}
	many.held.Store(maxHeldText)
	r := judged()
	if many.letGo(r); r.file != nil {
		t.Fatal("the text is held beyond the limit")
	}
	result := &Result{later: map[string]*fileResult{r.path: r}}
	if f := result.File(r.path); f == nil || string(f.Text) != "a = 1\n" {
		t.Errorf("read again: %v", f)
	}
	write("a = 2\n")
	if _, err := r.load(); !errors.Is(err, errChanged) {
		t.Errorf("the changed file: %v, want %v", err, errChanged)
	}
	if lost := result.Lost(); lost != nil {
		t.Errorf("lost before anything was changed: %q", lost)
	}
	after := &Result{later: result.later}
	if f := after.File(r.path); f != nil {
		t.Errorf("the report points into another text: %q", f.Text)
	}
	if lost := after.Lost(); !slices.Equal(lost, []string{r.path}) {
		t.Errorf("lost: %q", lost)
	}
}
