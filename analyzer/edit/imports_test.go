package edit

import "testing"

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
