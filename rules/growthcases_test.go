package rules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// growing is a kind of program, or of project, that can be made as large as one
// likes.
type growing struct {
	name string
	make func(n int) map[string]string // its files, by name
}

// longGrowing are the kinds of programs whose growth shows late, since what looks at all
// others costs little each time, with about how many bytes their large program has.
// Deep expressions of more bytes are not understood at all.
var longGrowing = map[string]int{
	"assertions": 2 << 20, "alternatives of a match arm": 2 << 20, "arguments by name": 2 << 20, "attributes of one object": 2 << 20,
	"wide unpacking in JAX": 2 << 20, "wide unpacking of a call": 4 << 20, "walruses": 4 << 20, "questions of a device": 1 << 20,
	"options that nothing reads": 4 << 20, "moves of parameters": 1 << 19, "samplers": 1 << 19, "remote methods": 1 << 19,
	"environment": 1 << 20, "elif chain that tests": 1 << 20, "conditional assignments to one name": 1 << 18,
	"conditional moves of one attribute": 1 << 19, "seeds": 1 << 19, "seeds with one number": 1 << 17, "entries of a table that is asked": 1 << 17,
	"conditional expressions that test": 1 << 20,
	"errors of a cell":                  1 << 18,
	"kernels by a call":                 1 << 19, "fixtures": 1 << 19, "fixtures of skipped tests": 1 << 19,
}

// alone is a kind of program that is one file.
func alone(name string, text func(n int) string) growing {
	return growing{name, func(n int) map[string]string { return map[string]string{"main.py": text(n)} }}
}

// repeated is a kind of program that says the same n times, with a number.
func repeated(name, before, each, after string) growing {
	return alone(name, func(n int) string { return before + times(n, each) + after })
}

// ignoresFile is no file of a project: it holds globs of those whose moves to a device
// are not reported.
const ignoresFile = "per-file-ignores"

// times repeats a text in which # is the number of the repetition, @ the number
// of the one after it.
func times(n int, each string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i+1)).Replace(each))
	}
	return b.String()
}

const (
	torchBegin = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
	jaxBegin   = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n"
)

// callAll are k functions of which each calls every one.
func callAll(k int, function, call string) string {
	var b strings.Builder
	for i := range k {
		fmt.Fprintf(&b, function, i, times(k, call))
	}
	return b.String()
}

// chained are n files of which each knows its number and the next one's.
func chained(n int, each string) map[string]string {
	files := make(map[string]string)
	for i := range n {
		text := strings.NewReplacer("#", fmt.Sprint(i), "@", fmt.Sprint(i+1)).Replace(each)
		files[fmt.Sprintf("m%d.py", i)] = text
	}
	return files
}

// notebook has cells that NUL ends.
func notebook(cells ...string) string {
	var b strings.Builder
	b.WriteString(`{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [`)
	for i, cell := range strings.Split(strings.TrimSuffix(strings.Join(cells, "\x00"), "\x00"), "\x00") {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `{"cell_type": "code", "id": "c%d", "execution_count": null, "metadata": {}, "outputs": [], "source": ["%s"]}`, i, cell)
	}
	b.WriteString("]}\n")
	return b.String()
}

// nested is a block within a block and so on, within the body of a function.
func nested(n int, head, body string) string {
	const deepest = 40
	var b strings.Builder
	for n > 0 {
		depth := min(n, deepest)
		n -= depth
		for i := range depth {
			b.WriteString(strings.Repeat("    ", i+1) + head + "\n")
		}
		b.WriteString(strings.Repeat("    ", depth+1) + body + "\n")
	}
	text := b.String()
	if strings.HasPrefix(head, "def") || strings.HasPrefix(head, "class") {
		return "if True:\n" + text
	}
	return text
}

// garbage are words of Python in no order, four to a line where end is its end.
func garbage(n int, end byte) string {
	words := strings.Fields("if else for while def class return x torch cuda ( ) [ ] { } : , . = == + - * 'cuda' 1 lambda not in is with as try except import from := @ ~ await exec ? $ !")
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for i := range 4 * n {
		b.WriteString(words[rng.IntN(len(words))])
		if i%4 == 3 {
			b.WriteByte(end)
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func isqrt(n int) int {
	k := 1
	for k*k < n {
		k++
	}
	return k
}
