package syntax

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// mlFiles writes about a megabyte of Python that looks like training code, in
// files of about ten kilobytes. The same seed gives the same text.
func mlFiles() [][]byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var files [][]byte
	for i := range 100 {
		var b strings.Builder
		b.WriteString(mlHeader)
		for part := 0; b.Len() < 10_000; part++ {
			id := fmt.Sprintf("%d_%d", i, part)
			b.WriteString(strings.ReplaceAll(mlParts[rng.IntN(len(mlParts))], "_@", "_"+id))
		}
		files = append(files, []byte(b.String()))
	}
	return files
}

// benchmarkFiles parses every file once per iteration.
func benchmarkFiles(b *testing.B, parse func(src []byte) error) {
	files := mlFiles()
	var size int64
	for _, f := range files {
		size += int64(len(f))
	}
	b.SetBytes(size)
	for b.Loop() {
		for _, f := range files {
			if err := parse(f); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkParseAndCopy is what every file costs. The goal is at most 1.25
// times BenchmarkParseOnly.
func BenchmarkParseAndCopy(b *testing.B) {
	benchmarkFiles(b, func(src []byte) error {
		_, err := Parse(context.Background(), src, Limits{})
		return err
	})
}

// BenchmarkParseOnly is the part of it that tree-sitter takes.
func BenchmarkParseOnly(b *testing.B) {
	benchmarkFiles(b, func(src []byte) error {
		p, err := borrowParser()
		if err != nil {
			return err
		}
		defer p.release()
		return p.parse(context.Background(), src, parseOnly)
	})
}

// TestBenchmarkText checks that what is measured is Python without an error: the
// recovery from errors costs more than the rest.
func TestBenchmarkText(t *testing.T) {
	for i, src := range mlFiles() {
		tree, err := Parse(t.Context(), src, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, span := range tree.Errors() {
			t.Fatalf("file %d is not understood at %q", i, src[max(0, span.Start-40):min(len(src), span.End+40)])
		}
	}
}
