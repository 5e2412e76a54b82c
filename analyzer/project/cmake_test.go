package project

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

func TestReadCMake(t *testing.T) {
	for text, want := range map[string][]string{
		"Project(a LANGUAGES CXX \"CU\" ) # b(c)\n":        {"project a LANGUAGES CXX CU false"},
		"if(A AND (B))\n f(x)\nelse()\n g()\nendif()\nh()": {"if A AND B true", "f x true", "else true", "g true", "endif false", "h false"},
		"f([=[ g(x) ]] ]=] y)":                             {"f y false"},
		"#[[ f(x)\n]] g(\"a \\\" b\")":                     {"g a \\\" b false"},
		"f(":                                               {"f false"},
		"f(\"":                                             {"f  false"},
		"f(\"\\":                                           {"f  false"},
		"f([[":                                             {"f false"},
		"f x (y)":                                          {"x y false"},
		"endif()":                                          {"endif false"},
		"set(A\n  # one\n  b)":                             {"set A b false"},
	} {
		f, err := source.New("CMakeLists.txt", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range Read(f).Calls {
			line := ""
			for _, w := range c.Words {
				line += w.Text + " "
				if s := w.Span; s.Start > s.End || s.End > len(text) {
					t.Errorf("%q: the span of %q is %v", text, w.Text, s)
				}
			}
			got = append(got, line+fmt.Sprint(c.Guarded))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}
