package semantic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// A package hands on by stars what its modules define, which together are more
// than a project keeps. What others ask of it does not read them again each time.
func TestStarsAreReadOnce(t *testing.T) {
	t.Parallel()
	const modules, users, size = 20, 10, 400_000
	files := repository{root + "setup.py": nil}
	var stars strings.Builder
	for i := range modules {
		files[fmt.Sprintf("%spkg/m%02d.py", root, i)] = fmt.Appendf(nil, "'''%s'''\n\n\ndef f%02d():\n    pass\n", strings.Repeat("x\n", size/2), i)
		fmt.Fprintf(&stars, "from .m%02d import *\n", i)
	}
	files[root+"pkg/__init__.py"] = []byte(stars.String())
	for i := range users {
		files[fmt.Sprintf("%suse%d.py", root, i)] = []byte("import pkg\n\npkg.f00\npkg.f10\npkg.f19\n")
	}
	c := &readCounter{repository: files}
	p := c.project()
	for i := range users {
		m := c.model(t, p, fmt.Sprintf("%suse%d.py", root, i))
		var found []string
		for n := range m.Tree.OfKind(syntax.KindAttribute) {
			found = append(found, m.Ref(n).Foreign.Module.Path)
		}
		if got, want := strings.Join(found, " "), "pkg/m00.py pkg/m10.py pkg/m19.py"; got != want {
			t.Fatalf("the names are of %s, want %s", got, want)
		}
	}
	// What a name means is asked of its module when the search for it is over.
	if most := modules + 1 + 3; len(c.read) > most {
		t.Errorf("%d reads of %d modules, want at most %d", len(c.read), modules+1, most)
	}
}
