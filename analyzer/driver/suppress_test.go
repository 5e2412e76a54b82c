package driver

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

func TestSuppression(t *testing.T) {
	const open = "a.py:1: NRN901 warning bad is called\n"
	const quiet = "suppressed " + open
	wrong := func(word string) string {
		return "a.py:1: NRN003 info `neuronlint: " + word + "` is not understood and silences nothing\n"
	}
	tests := []struct {
		name, text, want string
	}{
		{"none", "bad()\n", open},
		{"all", "bad()  # neuronlint: ignore\n", quiet},
		{"code with reason", "bad()  # neuronlint: ignore[NRN901] only on hosts\n", quiet},
		{"name", "bad()  # neuronlint: ignore[bad-call]\n", quiet},
		{"prefix", "bad()  # neuronlint: ignore[ NRN9 ]\n", quiet},
		{"behind another pragma", "bad()  # type: ignore  # neuronlint: ignore[NRN901]\n", quiet},
		{"noqa code", "bad()  # noqa: NRN901\n", quiet},
		{"noqa list", "bad()  # noqa:E501,NRN901 why\n", quiet},
		{"noqa bare", "bad()  # NOQA\n", quiet},
		{"noqa of others", "bad()  # noqa: E501\n", open},
		{"unused noqa of others", "x = 1  # noqa: E501\n", ""},
		{"unused bare noqa", "x = 1  # noqa\n", ""},
		{"unused noqa of ours", "x = 1  # noqa: NRN901\n", "a.py:1: NRN003 info unused suppression of NRN901\n"},
		{"in a string", "bad(); s = '# neuronlint: ignore'\n", open},
		{"other line", "bad()\nx = 1  # neuronlint: ignore\n", open + "a.py:2: NRN003 info unused suppression: it silences nothing\n"},
		{"one of two unused", "bad()  # neuronlint: ignore[NRN901, NRN105]\n", quiet + "a.py:1: NRN003 info unused suppression of NRN105\n"},
		{"file, anywhere", "bad()\nx = 1\n# neuronlint: ignore-file[NRN9]\n", quiet},
		{"file, all", "# neuronlint: ignore-file\n", "a.py:1: NRN003 info unused suppression: it silences nothing\n"},
		{"last line of the finding", "bad(\n    1,\n)  # neuronlint: ignore\n", quiet},
		{"inside the finding", "bad(\n    1,  # neuronlint: ignore\n)\n", open + "a.py:2: NRN003 info unused suppression: it silences nothing\n"},
		{"last line of the statement", "bad().f(\n    1,\n)  # neuronlint: ignore\n", quiet},
		{"header of a compound statement", "if bad():  # neuronlint: ignore\n    pass\n", quiet},
		{"header over two lines", "if (bad() and\n        x):  # neuronlint: ignore\n    pass\n", quiet},
		{"body of a compound statement", "if bad():\n    pass  # neuronlint: ignore\n", open + "a.py:2: NRN003 info unused suppression: it silences nothing\n"},
		{"misspelt", "bad()  # neuronlint: ingore[NRN901]\n", open + wrong("ingore")},
		{"word of another tool", "bad()  # neuronlint: disable=NRN901\n", open + wrong("disable")},
		{"nothing in brackets", "bad()  # neuronlint: ignore[]\n", open + wrong("ignore")},
		{"equals sign", "bad()  # neuronlint: ignore=NRN901\n", open + wrong("ignore")},
		{"prose", "bad()  # neuronlint: see the notes\n", open},
		{"prose and a pragma", "bad()  # neuronlint: skip  # neuronlint: ignore[NRN901]\n", quiet},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRun(t, fromStdin(tt.text, callRule("NRN901", "bad-call", "bad", analyzer.Warning, nil)))
			if got := lines(r); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestMisspeltSuppressionSaysWhatWasMeant(t *testing.T) {
	rule := callRule("NRN901", "bad-call", "bad", analyzer.Warning, nil)
	for text, want := range map[string]string{
		"# neuronlint: ignore[NRN911]\n":     `no rule is called "NRN911"; did you mean NRN901?`,
		"# neuronlint: ignore[bda-call]\n":   `no rule is called "bda-call"; did you mean bad-call?`,
		"# neuronlint: ignore[bad-call]\n":   "delete it, or it will silence the next finding here unseen",
		"# neuronlint: ignored[NRN901]\n":    "write `# neuronlint: ignore[CODE]`, or `# neuronlint: ignore-file[CODE]` for the whole file",
		"# neuronlint: ignore-fil[NRN9]\n":   "write `# neuronlint: ignore[CODE]`, or `# neuronlint: ignore-file[CODE]` for the whole file",
		"# neuronlint: ignore[NRN9,NRN08]\n": `no rule is called "NRN08"; did you mean NRN001?`,
	} {
		r := mustRun(t, fromStdin(text, rule))
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Help != want {
			t.Errorf("%s: got %+v\nwant %s", text, r.Diagnostics, want)
		}
	}
}

func TestSuppressedFindingHasNoFixAndDoesNotBlock(t *testing.T) {
	rule := callRule("NRN901", "bad", "bad", analyzer.Warning, rename("good", analyzer.Safe, "together"))
	r := mustRun(t, fromStdin("bad()\nbad()  # neuronlint: ignore\n", rule))
	if n := len(r.Diagnostics[1].Fixes); n != 0 {
		t.Errorf("the suppressed finding offers %d fixes", n)
	}
	if got := r.Diagnostics[0].Fixes[0].Safety; got != analyzer.Safe {
		t.Errorf("the other finding's fix is %s", got)
	}
}

func TestBlindSpotsCannotBeSilenced(t *testing.T) {
	r := mustRun(t, fromStdin("# neuronlint: ignore-file\nx = = 3\n"))
	if got := lines(r); !strings.Contains(got, "NRN001 info") || strings.Contains(got, "suppressed") {
		t.Errorf("got\n%s", got)
	}
}

func TestSuppressionIsNotCalledUnusedBesideErrors(t *testing.T) {
	r := mustRun(t, fromStdin("x = 1  # neuronlint: ignore\ny = = 3\n"))
	if got := lines(r); strings.Contains(got, "NRN003") {
		t.Errorf("got\n%s", got)
	}
}
