package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// thousand is a file with a thousand findings, each with a fix.
func thousand(b *testing.B) *Input {
	b.Helper()
	f, err := source.New("src/train.py", []byte(strings.Repeat("import torch\n\nd = torch.device(\"cuda\")\n", 1_000)))
	if err != nil {
		b.Fatal(err)
	}
	in := input(f)
	for i := range 1_000 {
		at := len(f.Text)/1_000*i + len("import torch\n\nd = torch.device(")
		span := source.Span{Start: at, End: at + len(`"cuda"`)}
		in.Diagnostics = append(in.Diagnostics, analyzer.Diagnostic{
			Path: f.Path, Code: "NRN101", Name: "cuda-device-literal", Category: analyzer.CategoryDevice, Span: span,
			Severity: analyzer.Error, Confidence: analyzer.Certain, Message: `"cuda" is no device on Neuron`, Fingerprint: fmt.Sprintf("%016x", i),
			Fixes: []analyzer.Fix{{
				Title: "use the Neuron device", Safety: analyzer.Safe, Group: "g1",
				Edits: []analyzer.Edit{{Path: f.Path, Span: span, Text: `"neuron"`}},
			}},
		})
	}
	return in
}

// BenchmarkFormats writes a thousand findings in each format.
func BenchmarkFormats(b *testing.B) {
	in := thousand(b)
	for _, f := range Formats() {
		b.Run(f.Name, func(b *testing.B) {
			for b.Loop() {
				if err := f.Write(io.Discard, in, Style{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(in.Diagnostics)), "ns/finding")
		})
	}
}
