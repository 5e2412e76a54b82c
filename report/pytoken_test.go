package report

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	tests := map[string]string{
		"if x is None: # if":          "keyword:if keyword:is keyword:None comment:# if",
		"ifx = notify(1.5, 0xFF)":     "literal:1.5 literal:0xFF",
		`s = rb"a\"b" + 'c' + f"{d}"`: `string:rb"a\"b" string:'c' string:f"{d}"`,
		"'''if\n# x\n''' and y":       "string:'''if\n# x\n''' keyword:and",
		"\"open\nif":                  "string:\"open keyword:if",
		"\"on\\\nif\" or":             "string:\"on\\\nif\" keyword:or",
		"'''open\nif":                 "string:'''open\nif",
		"'\\":                         "string:'\\",
		"über = größe1":               "",
		"import \"\" \"\"\"\"\"\" ''": `keyword:import string:"" string:"""""" string:''`,
		"":                            "",
	}
	for text, want := range tests {
		var got []string
		for _, tok := range tokens([]byte(text)) {
			got = append(got, tok.class+":"+text[tok.Start:tok.End])
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
