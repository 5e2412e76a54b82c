package prefilter

import (
	"slices"
	"testing"
)

func TestCode(t *testing.T) {
	tests := []struct {
		text, code string
		literals   []string
	}{
		{"import a  # import b\nx", "import a            \nx", nil},
		{`f("import b") + 'it\'s'`, `f("        ") + '     '`, []string{"import b", `it\'s`}},
		{"\"\"\"a\n'b\n\"\"\"\nimport c", "\"\"\" \n  \n\"\"\"\nimport c", []string{"a\n'b\n"}},
		{"x = 'open\nimport d", "x = '    \nimport d", []string{"open"}},
		{"x = '''open\nimport d", "x = '''    \n        ", []string{"open\nimport d"}},
		{`''"#"`, `''" "`, []string{"", "#"}},
		{`"\`, `" `, []string{`\`}},
	}
	for _, test := range tests {
		code, literals := Code([]byte(test.text))
		if string(code) != test.code || !slices.Equal(literals, test.literals) {
			t.Errorf("Code(%q) = %q, %q, want %q, %q", test.text, code, literals, test.code, test.literals)
		}
	}
}
