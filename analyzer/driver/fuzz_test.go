package driver

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// FuzzPragma puts any comment behind a finding. It may silence the finding and
// be reported itself, and changes nothing else; the same words in a string do
// nothing at all.
func FuzzPragma(f *testing.F) {
	for _, seed := range []string{
		"neuronlint: ignore", "neuronlint: ignore[NRN901] why", "neuronlint: ignore-file[bad-call, NRN9]", "noqa", "NoQA:NRN901,E501",
		"neuronlint: disable=NRN901", "type: ignore # neuronlint:ignore[ ]", "neuronlint: ignore[NRN901", "noqa : NRN901 # neuronlint: ignore[]",
	} {
		f.Add(seed)
	}
	rule := callRule("NRN901", "bad-call", "bad", analyzer.Warning, nil)
	f.Fuzz(func(t *testing.T, words string) {
		if strings.ContainsAny(words, "\n\r\x00\"\\") {
			t.Skip("more than a comment, or more than the contents of a string")
		}
		text := "bad()  #" + words + "\n"
		if _, err := source.New("a.py", []byte(text)); err != nil {
			t.Skip(err)
		}
		found := 0
		for _, d := range mustRun(t, fromStdin(text, rule)).Diagnostics {
			switch {
			case d.Code == "NRN901" && d.Span == span(0, 5):
				found++
				if lower := strings.ToLower(words); d.Suppressed && !strings.Contains(lower, "neuronlint:") && !strings.Contains(lower, "noqa") {
					t.Errorf("%q silences", words)
				}
			case d.Code != CodeUnusedSuppression || d.Span.Start < 7 || d.Span.End > len(text)-1:
				t.Errorf("%q: %s at %v: %s", words, d.Code, d.Span, d.Message)
			}
		}
		if found != 1 {
			t.Errorf("%q: %d findings", words, found)
		}
		for _, d := range mustRun(t, fromStdin("x = bad(), \"#"+words+"\"\n", rule)).Diagnostics {
			if d.Code != "NRN901" || d.Suppressed {
				t.Errorf("%q in a string: %s, %t", words, d.Code, d.Suppressed)
			}
		}
	})
}

// FuzzBaseline: what is read of a baseline is written as what is read the same
// again, byte for byte.
func FuzzBaseline(f *testing.F) {
	for _, seed := range []string{
		`{"neuronlint_baseline": 1, "findings": []}`,
		`{"neuronlint_baseline": 1, "findings": [{"path": "a/b.py", "code": "NRN101", "severity": "error", "fingerprint": "0123456789abcdef", "message": "é <&>\u2028"}]}`,
		`{"neuronlint_baseline": 1, "findings": [{"path": "../b.py", "code": "NRN101", "severity": "fatal", "fingerprint": "x"}]}`,
		`{"neuronlint_baseline": 2}`, `[`, `{"findings": null}`, "\ufeff{}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBaseline("baseline.json", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "baseline: baseline.json") {
				t.Errorf("an error that does not say where: %v", err)
			}
			return
		}
		once, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseBaseline("baseline.json", once)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", data, once, err)
		}
		if twice, err := again.Bytes(); err != nil || !bytes.Equal(once, twice) || entriesOf(again) != entriesOf(b) {
			t.Errorf("%q is written as %q and then %q (%v)", data, once, twice, err)
		}
	})
}

// entriesOf writes the findings of a baseline in a fixed order.
func entriesOf(b *Baseline) string {
	var all []string
	for _, k := range b.entries {
		all = append(all, fmt.Sprintf("%q", *k))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
