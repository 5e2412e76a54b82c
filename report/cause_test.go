package report

import (
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
)

// A group of settings that change together is not called one setting, and is not
// named after one of them alone.
func TestTextNamesGroupsOfSettings(t *testing.T) {
	f := file(t, "a.py", "a = \"cuda\"\nb = \"cuda:0\"\nif a == \"cuda:1\": pass\n")
	for sources, want := range map[int][]string{
		1: {
			"note: this device is used in 2 places and 1 test\n",
			"note: the device is set at a.py:1:5\n",
			"3 of them come from 1 device setting; change each of them as a whole.",
		},
		2: {
			"note: this device is used in 2 places and 1 test; 1 other setting must change with it\n",
			"note: the device is set at a.py:1:5 and 1 other setting\n",
			"3 of them come from 1 group of device settings; change each of them as a whole.",
		},
	} {
		in := input(f, find(t, f, `"cuda"`), find(t, f, `"cuda:0"`), find(t, f, `"cuda:1"`))
		for i := range in.Diagnostics {
			in.Diagnostics[i].Cause = &analyzer.Cause{
				ID: "c1", Path: "a.py", Span: in.Diagnostics[0].Span, Sources: sources, Places: 2, Tests: 1, Files: 1,
			}
		}
		text := written(t, "text", in)
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("of %d settings, the text lacks %q:\n%s", sources, line, text)
			}
		}
	}
}

// A setting that acts nowhere by itself has no place to be counted.
func TestTextCountsNoPlaces(t *testing.T) {
	f := file(t, "a.py", "a = \"cuda\"\n")
	in := input(f, find(t, f, `"cuda"`))
	in.Diagnostics[0].Cause = &analyzer.Cause{ID: "c1", Path: "a.py", Span: in.Diagnostics[0].Span, Sources: 2, Files: 2}
	if text := written(t, "text", in); !strings.Contains(text, "  note: 1 other setting must change with this device\n") {
		t.Errorf("no note about the other setting:\n%s", text)
	}
}
