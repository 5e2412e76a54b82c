package cond_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

func TestCanonicalForm(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                    "",
		"  ":                                  "",
		`arg p not in {1, 2,inf, -inf,"fro"}`: `arg p not in {1,2,inf,-inf,"fro"}`,
		"kwarg dilation != 1":                 "kwarg dilation != 1",
		"dtype is float64":                    "dtype is float64",
		"dtype in {float64}":                  "dtype is float64",
		"dtype in {int8,int16}":               "dtype in {int8,int16}",
		"target in {trn1,inf2}":               "target in {trn1,inf2}",
		"rank=1":                              "rank = 1",
		"rank >= 3":                           "rank >= 3",
		"arg decimals given and arg decimals != 0":     "arg decimals given and arg decimals != 0",
		"arg num_classes absent or arg num_classes=-1": "arg num_classes absent or arg num_classes = -1",
		"arg a = 1 and (arg b = 2 and arg c = 3)":      "arg a = 1 and arg b = 2 and arg c = 3",
		"arg a = 1 and ((arg b = 2 or arg c = 3))":     "arg a = 1 and (arg b = 2 or arg c = 3)",
		"not (backward)":                     "not backward",
		"not(backward or training)":          "not (backward or training)",
		"not not mask boolean":               "not not mask boolean",
		"indices computed or shape dynamic":  "indices computed or shape dynamic",
		"overload self_Tensor":               "overload self_Tensor",
		"arg eps < 1.50e-3":                  "arg eps < 0.0015",
		"arg x = None or arg x = False":      "arg x = None or arg x = False",
		`arg reduce != "add or mul"`:         `arg reduce != "add or mul"`,
		"kwarg dtype != int64":               "kwarg dtype != int64",
		"arg given given and arg absent = 1": "arg given given and arg absent = 1",
		"arg big = 1e300":                    "arg big = 1e+300",
	} {
		e, err := cond.Parse(in)
		if err != nil {
			t.Errorf("Parse(%q): %v", in, err)
			continue
		}
		if got := e.String(); got != want {
			t.Errorf("Parse(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestErrorsTellThePlace(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"arg":                                   "column 4: expected the name of an argument, found the end",
		"arg p":                                 "column 6: expected a comparison, found the end",
		"arg p == 1":                            "column 8: expected a value, found =",
		"arg p = yes":                           "column 9: expected a value, found yes",
		"arg p = 0x10":                          "column 9: expected a value, found 0x10",
		"arg p = -infinity":                     "column 9: expected a value, found -infinity",
		"arg p in {}":                           "column 11: expected a value, found }",
		"arg p in {1,1.0}":                      "column 13: 1 stands in the set twice",
		"arg p in {1":                           "column 12: expected ,, found the end",
		`arg p = "x`:                            "column 9: a string without end",
		"arg p = \"x\\n\"":                      `column 9: "\\" in a string`,
		"backward and training or backward":     "column 23: and and or need parentheses",
		"(backward":                             "column 10: expected ), found the end",
		"backward)":                             "column 9: expected the end, found )",
		"backward training":                     "column 10: expected the end, found training",
		"indices sorted":                        "column 9: unknown fact indices sorted",
		"dtype = int64":                         "column 7: expected is or in, found =",
		"dtype is int65":                        "column 10: expected a dtype, found int65",
		"target is inf1":                        "column 11: expected a target, found inf1",
		"rank = -1":                             "column 8: expected a number, found -1",
		"rank = two":                            "column 8: expected a number, found two",
		"always":                                "column 1: unknown test always",
		"arg p ≠ 1":                             "column 7: unexpected \"\\xe2\"",
		"and":                                   "column 1: unknown test and",
		"kwarg p given":                         "column 9: expected a comparison, found given",
		"arg p on device":                       "column 10: expected host, found device",
		strings.Repeat("(", 60) + "backward":    "column 51: too deep",
		strings.Repeat("not ", 60) + "backward": "column 201: too deep",
	} {
		_, err := cond.Parse(in)
		var syntax *cond.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("Parse(%q): error is %v, want a *SyntaxError", in, err)
			continue
		}
		if got := err.Error(); got != want {
			t.Errorf("Parse(%q): error is %q, want %q", in, got, want)
		}
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	e, err := cond.Parse(`not (arg b given and kwarg a = 1) or (rank = 2 and arg b in {1}) or backward or arg c on host`)
	if err != nil {
		t.Fatal(err)
	}
	if got := cond.Arguments(e); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("arguments are %q, want a, b and c", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", `arg p not in {1,2,inf,-inf,"fro"}`, "kwarg dilation != 1 or (backward and not mask boolean)",
		"dtype in {int8,uint8} and target is trn2", "overload x or rank = 1", "arg a = .5e-3", "not not arg a absent", "arg a on host",
		"arg p = \"", "{", "((((", "rank < 9999999999999999999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := cond.Parse(text)
		if err != nil {
			return
		}
		once := e.String()
		again, err := cond.Parse(once)
		if err != nil {
			t.Fatalf("%q is not read back from %q: %v", text, once, err)
		}
		if twice := again.String(); twice != once {
			t.Fatalf("%q becomes %q and then %q", text, once, twice)
		}
		if a, b := cond.Eval(e, nothing{}), cond.Eval(again, nothing{}); a != b {
			t.Fatalf("%q is %s, its canonical form %s", text, a, b)
		}
	})
}

func TestParseValue(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]cond.Value{
		"None": cond.None(), "1": cond.Number(1), "-1.5": cond.Number(-1.5), "True": cond.Bool(true),
		`"fro"`: cond.String("fro"), "int64": cond.DType("int64"),
	} {
		if got, err := cond.ParseValue(in); err != nil || got.String() != want.String() {
			t.Errorf("ParseValue(%q) is %v, %v, want %v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "1 2", "x", "=", `"`} {
		if v, err := cond.ParseValue(in); err == nil {
			t.Errorf("ParseValue(%q) is %v, want an error", in, v)
		}
	}
}

func TestWithin(t *testing.T) {
	t.Parallel()
	has := func(name string) bool { return name == "p" || name == "dim" }
	for text, want := range map[string]string{
		"":                                   "",
		"backward":                           "backward",
		"arg p = 0":                          "arg p = 0",
		"arg q = 0":                          "nothing",
		"arg p = 0 or arg q = 0":             "arg p = 0",
		"arg p = 0 and arg q = 0":            "nothing",
		"arg p = 0 or arg q = 0 or rank = 1": "arg p = 0 or rank = 1",
		"backward and (arg q given or (arg p = 0 and arg dim = 1))": "backward and arg p = 0 and arg dim = 1",
		"not arg q = 0": "nothing",
	} {
		e, err := cond.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := "nothing"
		if left, ok := cond.Within(e, has); ok {
			got = left.String()
		}
		if got != want {
			t.Errorf("Within(%q) = %q, want %q", text, got, want)
		}
	}
}
