package edit

import (
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

func TestInsertImport(t *testing.T) {
	for _, tc := range []struct{ name, src, stmt, want string }{
		{"empty file", "", "import n", "import n\n"},
		{"no imports", "x = 1\n", "import n", "import n\n\nx = 1\n"},
		{"behind imports", "import a\nimport b  # why\n\nx = 1\nimport c\n", "import n", "import a\nimport b  # why\nimport n\n\nx = 1\nimport c\n"},
		{"beside its package", "import n.a as b\nimport z\n", "from n import c", "import n.a as b\nfrom n import c\nimport z\n"},
		{"beside its package further down", "import a\nx = 1\nfrom n.b import (\n    c,\n)\ny\n", "import n", "import a\nx = 1\nfrom n.b import (\n    c,\n)\nimport n\ny\n"},
		{"not beside a relative import", "from .n import a\nimport b\n", "import n", "from .n import a\nimport b\nimport n\n"},
		{"statements first", "x = 1\nimport a\ny = 1\n", "import n", "x = 1\nimport a\nimport n\ny = 1\n"},
		{"two on a line", "import a; import b\nx\n", "import n", "import a; import b\nimport n\nx\n"},
		{"docstring", "'''doc\n'''\nx = 1\n", "import n", "'''doc\n'''\n\nimport n\n\nx = 1\n"},
		{"docstring and empty line", "'doc'\n\nx = 1\n", "import n", "'doc'\n\nimport n\n\nx = 1\n"},
		{"future", "'doc'\nfrom __future__ import annotations\nx = 1\n", "import n", "'doc'\nfrom __future__ import annotations\n\nimport n\n\nx = 1\n"},
		{"future and imports", "from __future__ import a\n\nimport b\n", "import n", "from __future__ import a\n\nimport b\nimport n\n"},
		{"string that is no docstring", "x = 1\n'text'\n", "import n", "import n\n\nx = 1\n'text'\n"},
		{"leading comments", "#!/usr/bin/python\n# coding: latin-1\n\n# about x\nx = 1\n", "import n", "#!/usr/bin/python\n# coding: latin-1\n\nimport n\n\n# about x\nx = 1\n"},
		{"leading comment at once", "# coding: utf-8\nx = 1\n", "import n", "# coding: utf-8\n\nimport n\n\nx = 1\n"},
		{"only comments", "# nothing\n", "import n", "# nothing\n\nimport n\n"},
		{"cookie on line 2", "\n# coding: utf-8\nx = 1\n", "import n", "\n# coding: utf-8\n\nimport n\n\nx = 1\n"},
		{"CRLF", "import a\r\nx\r\n", "import n", "import a\r\nimport n\r\nx\r\n"},
		{"no final line end", "import a", "import n", "import a\nimport n"},
		{"no final line end in CRLF", "'doc'\r\nimport a", "import n", "'doc'\r\nimport a\r\nimport n"},
		{"mark", "\ufeffx = 1\n", "import n", "\ufeffimport n\n\nx = 1\n"},
		{"other name", "import n as m\n", "import n", "import n as m\nimport n\n"},
		{"only in a block", "try:\n    import n\nexcept E:\n    pass\n", "import n", "import n\n\ntry:\n    import n\nexcept E:\n    pass\n"},
		{"there", "import a, n\n", "import n", ""},
		{"there by a submodule", "import n.a\n", "import n", ""},
		{"submodule is not there", "import n\n", "import n.a", "import n\nimport n.a\n"},
		{"there from", "from n import (a, b as c)\n", "from n import b as c", ""},
		{"half there", "from n import a\n", "from n import a, b", "from n import a\nfrom n import a, b\n"},
		{"variables set between imports", "import os\nos.environ['A'] = '1'\nimport z\nx\n", "import n", "import os\nos.environ['A'] = '1'\nimport z\nimport n\nx\n"},
		{"variables set by calls", "import os\nos.environ.setdefault('A', '1')\nx = 1\nimport z\nx\n", "import n", "import os\nos.environ.setdefault('A', '1')\nx = 1\nimport z\nimport n\nx\n"},
		{"variables set behind imports", "import os\n\nos.environ['A'] = '1'\nx\n", "import n", "import os\nimport n\n\nos.environ['A'] = '1'\nx\n"},
		{"variables read between imports", "import os\nx = os.environ['A']\nimport z\n", "import n", "import os\nimport n\nx = os.environ['A']\nimport z\n"},
		{"beside its package before variables", "from n import a\nos.environ['A'] = '1'\nimport z\n", "import n", "from n import a\nimport n\nos.environ['A'] = '1'\nimport z\n"},
		{"one that comes before", "import a\nx()\nimport g  # must be imported before n\nimport z\nx\n", "import n", "import a\nx()\nimport g  # must be imported before n\nimport z\nimport n\nx\n"},
		{"one that comes before by the line above", "import a\nx()\n# g has to come before any import of n\nimport g\nx\n", "import n", "import a\nx()\n# g has to come before any import of n\nimport g\nimport n\nx\n"},
		{"one that comes before another", "import a\nx()\nimport g  # before z\nx\n", "import n", "import a\nimport n\nx()\nimport g  # before z\nx\n"},
		{"before another by the line above", "import os\n# n must be imported before z\nimport z\nimport y\nx\n", "import n", "import os\n# n must be imported before z\nimport n\nimport z\nimport y\nx\n"},
		{"before another by the same line", "import os\nos.environ['A'] = '1'\nimport z.y  # import n before z!\nx\n", "import n", "import os\nos.environ['A'] = '1'\nimport n\nimport z.y  # import n before z!\nx\n"},
		{"before another by the first comment", "# Import `n` before `z`.\nfrom __future__ import a\nimport y\nfrom z import x\n", "import n", "# Import `n` before `z`.\nfrom __future__ import a\nimport y\nimport n\nfrom z import x\n"},
		{"another after it", "import y\n# z must be imported after n\nimport z\n", "import n", "import y\n# z must be imported after n\nimport n\nimport z\n"},
		{"it after another", "import y\n# n must be imported after z\nimport z\n", "import n", "import y\n# n must be imported after z\nimport z\nimport n\n"},
		{"before another that is not there", "import y\n# n must be imported before z\nimport w\n", "import n", "import y\n# n must be imported before z\nimport w\nimport n\n"},
		{"before another on a line of two", "import y; import z  # import n before z\n", "import n", "import y; import z  # import n before z\nimport n\n"},
		{"another of a like name", "import y\n# n2 must be imported before z\nimport z\n", "import n", "import y\n# n2 must be imported before z\nimport z\nimport n\n"},
		{"before another in CRLF", "import y\r\n# n before z\r\nimport z\r\n", "import n", "import y\r\n# n before z\r\nimport n\r\nimport z\r\n"},
		{"no import", "x\n", "x = 1", ""},
		{"indented throughout", "# c\n x = 1\n", "import n", "# c\n\n import n\n\n x = 1\n"},
		{"indented imports", "\timport a\n\tx\n", "import n", "\timport a\n\timport n\n\tx\n"},
		{"malformed", "x\n", "import", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			e, ok := b.InsertImport(tc.stmt)
			if ok != (tc.want != "") {
				t.Fatalf("ok is %v: %+v", ok, e)
			}
			if !ok {
				return
			}
			got := b.apply(t, e)
			if got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
			if _, again := newBuilder(t, got).InsertImport(tc.stmt); again {
				t.Errorf("inserted again into %q", got)
			}
		})
	}
}

// Code behind an import on its line runs before what stands below.
func TestInsertImportNotBehindCode(t *testing.T) {
	for _, src := range []string{"'doc'; f()\n", "import a; f()\n", "import a; import b; f()\n"} {
		if e, ok := newBuilder(t, src).InsertImport("import n"); ok {
			t.Errorf("%q: inserts %+v", src, e)
		}
	}
}

// An import behind another statement runs where and when that does.
func TestInsertBehind(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"line", "import a\nx\n", "import a\nimport n\nx\n"},
		{"block", "try:\n    import a  # why\nexcept E:\n    pass\n", "try:\n    import a  # why\n    import n\nexcept E:\n    pass\n"},
		{"tabs", "if x:\n\tfrom a import (\n\t\tb,\n\t)\n\ty\n", "if x:\n\tfrom a import (\n\t\tb,\n\t)\n\timport n\n\ty\n"},
		{"one-line suite", "if x: import a\ny\n", "if x: import a; import n\ny\n"},
		{"one-line suite with a comment", "if x: import a # why\ny\n", "if x: import a; import n # why\ny\n"},
		{"before code", "import a; f()\n", "import a; import n; f()\n"},
		{"behind code", "f(); import a\n", "f(); import a; import n\n"},
		{"semicolon", "import a;\nx\n", "import a; import n;\nx\n"},
		{"backslash", "import a \\\n ; f()\n", "import a; import n \\\n ; f()\n"},
		{"no final line end", "def f():\n    import a", "def f():\n    import a\n    import n"},
		{"CRLF", "if x:\r\n    import a\r\n", "if x:\r\n    import a\r\n    import n\r\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			for n := range b.Tree.All(syntax.Root) {
				if k := b.Tree.Kind(n); k == syntax.KindImport || k == syntax.KindImportFrom {
					if got := b.apply(t, b.InsertBehind("import n", n)); got != tc.want {
						t.Errorf("got  %q\nwant %q", got, tc.want)
					}
				}
			}
		})
	}
}

// What needs another package is imported behind that, however far down it stands.
func TestInsertImportAfter(t *testing.T) {
	for _, tc := range []struct{ name, src, want string }{
		{"run of it", "import os\nimport a\nimport b\n\nx = 1\n", "import os\nimport a\nimport b\nimport n\n\nx = 1\n"},
		{"later run", "import os\nos.environ['X'] = '1'\nimport a\nimport b\ny\n", "import os\nos.environ['X'] = '1'\nimport a\nimport b\nimport n\ny\n"},
		{"beside its own package", "import n.m as k\nx = 1\nimport a\n", "import n.m as k\nimport n\nx = 1\nimport a\n"},
		{"without it", "import os\nx = 1\nimport b\n", "import os\nimport n\nx = 1\nimport b\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := newBuilder(t, tc.src)
			e, ok := b.InsertImport("import n", "a")
			if !ok {
				t.Fatal("nothing is inserted")
			}
			if got := b.apply(t, e); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}
