package source

import (
	"encoding/json"
	"strings"
	"testing"
)

// jsonTexts are valid and invalid, with strings of every length around the
// eight bytes that are looked at together.
func jsonTexts() []string {
	texts := []string{
		"", " ", "x", `""`, `"a`, `"`, `"\`, `"\"`, `"\\"`, `"\x"`, `"\u12"`, `"\u12g4"`, `"\u12aF"`, `"\u`, "\"\t\"", "\"\x7f\xff\"", `"a" 1`,
		"0", "-0", "-", "01", "-01", "1.", ".1", "1.5", "1e", "1e+", "1E-07", "1e5x", "+1", "12a", "--1", "1 ",
		"true", "tru", "truer", "false", "null", "nul", "None",
		"[]", "[ ]", "[1,]", "[,1]", "[1 2]", "[1,2", "[", "]", "[[]", "[}", "[1],", "\v[]", " [\n1\t,\r2 ] ",
		"{}", "{ }", `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a" : 1 , "b":[{}]}`, `{a:1}`, `{1:1}`, `{"a":1 "b":2}`, `{"a":1`, "{]",
		strings.Repeat("[", 900) + strings.Repeat("]", 900),
	}
	for n := range 20 {
		plain := strings.Repeat("é~ ", n)[:n]
		for _, odd := range []string{"", `"`, `\`, `\"`, "\n", "\x1f", " ", "\x80"} {
			texts = append(texts, `["`+plain+odd+`"]`, `["`+plain+odd+plain+`"]`)
		}
	}
	return texts
}

func TestValidJSON(t *testing.T) {
	for _, text := range jsonTexts() {
		if got, want := validJSON([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("%q: %t, encoding/json says %t", text, got, want)
		}
	}
	deep := strings.Repeat("[", 2*maxJSONDepth) + strings.Repeat("]", 2*maxJSONDepth)
	if validJSON([]byte(deep)) {
		t.Error("there is no bound to the recursion")
	}
}

// FuzzValidJSON wants texts to be valid for encoding/json too: what finds its
// way in them relies on it.
func FuzzValidJSON(f *testing.F) {
	for _, text := range jsonTexts() {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if validJSON(text) && !json.Valid(text) {
			t.Errorf("%q is not valid", text)
		}
	})
}
