package syntax

import "testing"

func TestOneLine(t *testing.T) {
	for code, want := range map[string]string{
		"":                                     "",
		"f(a, b)":                              "f(a, b)",
		"f(  # why\n    a,\n    b\n)":          "f(a, b)",
		"(\n    x\n    .to(d)\n    .item()\n)": "(x.to(d).item())",
		"a if b \\\n    else .5":               "a if b else .5",
		"f(\"# no comment\",\t'it\\'s  two')":  "f(\"# no comment\", 'it\\'s  two')",
		"f('''one\ntwo''')":                    "f('''one…",
		"f('open":                              "f('open",
		"  x  # last":                          "x",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé":    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaé",
		"ééééééééééééééééééééééééééééééééééééééééé": "éééééééééééééééééééééééééééééééééééééééé…",
	} {
		if got := OneLine(code, 40); got != want {
			t.Errorf("%q: got %q, want %q", code, got, want)
		}
	}
}
