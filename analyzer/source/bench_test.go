package source

import (
	"strings"
	"testing"
)

// BenchmarkNew decodes a file, as every file is before anything else.
func BenchmarkNew(b *testing.B) {
	raw := []byte(strings.Repeat("x = function(argument, name='value')  # é\n", 1_000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := New("a.py", raw); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNotebook takes the code out of a notebook, most of which is output,
// as notebooks are.
func BenchmarkNotebook(b *testing.B) {
	cell := book(`["import torch\n", "x = torch.zeros(1)\n", "x.cuda()"]`)
	cell = strings.TrimSuffix(strings.TrimPrefix(cell, `{"cells": [`), "]}\n")
	cell = strings.Replace(cell, `"outputs": []`, `"outputs": [{"data": {"image/png": "`+strings.Repeat("iVBORw0KGgo/", 200)+`"}}]`, 1)
	raw := []byte(`{"cells": [` + strings.Repeat(cell+",\n", 99) + cell + "]}\n")
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if f := mustBook(b, string(raw)); len(f.Text) == 0 {
			b.Fatal("no code")
		}
	}
}

// BenchmarkPosition looks places up that lie all over a file, as those of
// findings do.
func BenchmarkPosition(b *testing.B) {
	f, err := New("a.py", []byte(strings.Repeat("x = function(argument, name='value')  # é\n", 5_000)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for at := 0; at < len(f.Text); at += 997 {
			f.Position(at)
		}
	}
}
