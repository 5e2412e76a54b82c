package report

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

const overview = "https://github.com/aws-neuron/aws-neuron-sdk/blob/v2.32.0/a.rst?plain=1#L4"

// grounded are three findings, of which the first two rest on one place, and the
// last on that and another.
func grounded(t *testing.T) *Input {
	t.Helper()
	f := file(t, "train.py", "import torch\nd = torch.device(\"cuda\")\nx.is_cuda\nx.cuda()\n")
	var list []analyzer.Diagnostic
	for _, text := range []string{`"cuda"`, "is_cuda", "x.cuda()"} {
		d := find(t, f, text)
		d.Fingerprint = text
		d.Fact = opsdb.Ref{Evidence: opsdb.Documented, Source: "aws-neuron-sdk@v2.32.0:a.rst:4", Stack: "native"}
		list = append(list, d)
	}
	list[2].Fact.Source += " ; told by a colleague"
	return input(f, list...)
}

// TestSourcesStandOnce checks that people read an address once, and at each
// finding that rests on it the number that leads there.
func TestSourcesStandOnce(t *testing.T) {
	for name, marks := range map[string][]string{
		"text":     {"  docs: documented, native stack [1]\n", "  docs: documented, native stack [1]: told by a colleague\n", "Sources:\n  [1] " + overview + "\n\n"},
		"markdown": {"<sub>documented ([1])</sub>", "<sub>documented ([1], told by a colleague)</sub>", "[1]: " + overview + "\n"},
		"html": {
			`documented, native stack <a href="#source-1">[1]</a></p>`, `documented, native stack <a href="#source-1">[1]</a>, told by a colleague</p>`,
			`<li id="source-1"><a href="` + overview + `">aws-neuron-sdk@v2.32.0:a.rst:4</a></li>`,
		},
	} {
		text := written(t, name, grounded(t))
		if n := strings.Count(text, overview); n != 1 {
			t.Errorf("%s has the address %d times:\n%s", name, n, text)
		}
		for _, mark := range marks {
			if !strings.Contains(text, mark) {
				t.Errorf("%s has no %q:\n%s", name, mark, text)
			}
		}
	}
}

// TestSourcesAreLinks checks the formats in which each finding has its address.
func TestSourcesAreLinks(t *testing.T) {
	var doc jsonReport
	if err := json.Unmarshal([]byte(written(t, "json", grounded(t))), &doc); err != nil {
		t.Fatal(err)
	}
	fact := doc.Diagnostics[2].Fact
	if fact.Source != "aws-neuron-sdk@v2.32.0:a.rst:4 ; told by a colleague" || len(fact.URLs) != 1 || fact.URLs[0] != overview {
		t.Errorf("json has %+v", *fact)
	}
	result := sarifOf(t, grounded(t)).Results[0]
	if uris, ok := result.Properties["sourceUris"].([]any); !ok || len(uris) != 1 || uris[0] != overview {
		t.Errorf("sarif has %v", result.Properties)
	}
}

// TestSourcesOfRowsWithoutRoom checks that a comment defines the links of the
// rows that it holds, and no others.
func TestSourcesOfRowsWithoutRoom(t *testing.T) {
	refs := &mdSources{}
	refs.cite("a/b@c:d:1")
	before, definitions := refs.reached(), refs.definitions
	refs.cite("a/b@c:d:2")
	refs.back(before)
	if refs.definitions != definitions || refs.cite("a/b@c:d:3") != "[2]" || strings.Contains(refs.definitions, "L2") {
		t.Errorf("%q", refs.definitions)
	}
}

// TestCaveat checks who reads that the native device needs another SDK: everybody
// whose findings are of PyTorch, and nobody who has code of JAX alone.
func TestCaveat(t *testing.T) {
	torch := grounded(t)
	jax := grounded(t)
	for i := range jax.Diagnostics {
		jax.Diagnostics[i].API, jax.Diagnostics[i].Fact.Stack = "jax.lax.sort", ""
	}
	newer := grounded(t)
	newer.SDK = "2.33"
	for name, caveat := range map[string]string{
		"text": nativeNeeds, "github": nativeNeeds, "markdown": nativeNeeds, "html": "torch.device(&#34;neuron&#34;), needs SDK 2.33",
	} {
		if text := written(t, name, torch); strings.Count(text, caveat) != 1 {
			t.Errorf("%s has no caveat about PyTorch:\n%s", name, text)
		}
		for of, in := range map[string]*Input{"JAX": jax, "SDK 2.33": newer, "nothing": input(file(t, "a.py", ""))} {
			if text := written(t, name, in); strings.Contains(text, caveat) {
				t.Errorf("%s has a caveat about %s:\n%s", name, of, text)
			}
		}
	}
}
