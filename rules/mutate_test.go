package rules_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
)

// mutation makes of a text another one that a broken disk, a broken editor or
// a hurried author could have made. other is a text to take parts of.
type mutation struct {
	name string
	make func(rnd *rand.Rand, text, other []byte) []byte
}

// mutations are what the soak run tries, in turn.
func mutations() []mutation {
	return []mutation{
		{"truncated", truncate},
		{"spliced", splice},
		{"bytes flipped", flip},
		{"lines deleted", onLines(deleteLine)},
		{"lines duplicated", onLines(duplicateLine)},
		{"brackets removed", removeBrackets},
		{"indentation changed", onLines(indent)},
		{"NULs inserted", insert("\x00")},
		{"line breaks inserted", insert("\n")},
		{"brackets and quotes inserted", insert("(", "]", "{", "'", `"""`, "\\\n", "f'{", "#")},
		{"lines swapped", onLines(swapLines)},
		{"words exchanged", exchangeWords},
	}
}

// between is a number in [low, high).
func between(rnd *rand.Rand, low, high int) int { return low + rnd.IntN(max(high-low, 1)) }

func truncate(rnd *rand.Rand, text, _ []byte) []byte { return text[:between(rnd, 0, len(text))] }

func splice(rnd *rand.Rand, text, other []byte) []byte {
	at, from := between(rnd, 0, len(text)+1), between(rnd, 0, len(other)+1)
	return join(text[:at], other[from:between(rnd, from, len(other)+1)], text[at:])
}

func flip(rnd *rand.Rand, text, _ []byte) []byte {
	out := bytes.Clone(text)
	for range between(rnd, 1, 8) {
		if len(out) > 0 {
			out[rnd.IntN(len(out))] ^= 1 << rnd.IntN(8)
		}
	}
	return out
}

func removeBrackets(rnd *rand.Rand, text, _ []byte) []byte {
	left := between(rnd, 1, 4)
	return bytes.Map(func(r rune) rune {
		if left > 0 && bytes.ContainsRune([]byte("()[]{}"), r) && rnd.IntN(20) == 0 {
			left--
			return -1
		}
		return r
	}, text)
}

func insert(what ...string) func(*rand.Rand, []byte, []byte) []byte {
	return func(rnd *rand.Rand, text, _ []byte) []byte {
		for range between(rnd, 1, 4) {
			at := between(rnd, 0, len(text)+1)
			text = join(text[:at], []byte(what[rnd.IntN(len(what))]), text[at:])
		}
		return text
	}
}

// exchangeWords puts words of the other text in the place of some of this one.
func exchangeWords(rnd *rand.Rand, text, other []byte) []byte {
	words := bytes.FieldsFunc(other, func(r rune) bool { return r != '_' && r != '"' && r != '.' && (r < '0' || r > 'z') })
	out := text
	for range between(rnd, 1, 10) {
		if len(words) == 0 || len(out) == 0 {
			break
		}
		at := rnd.IntN(len(out))
		end := at
		for end < len(out) && (out[end] >= 'a' && out[end] <= 'z' || out[end] == '_') {
			end++
		}
		out = join(out[:at], words[rnd.IntN(len(words))], out[end:])
	}
	return out
}

// onLines applies a change to a few places of the lines of a text.
func onLines(change func(rnd *rand.Rand, lines [][]byte, at int) [][]byte) func(*rand.Rand, []byte, []byte) []byte {
	return func(rnd *rand.Rand, text, _ []byte) []byte {
		lines := bytes.SplitAfter(text, []byte("\n"))
		for range between(rnd, 1, 5) {
			lines = change(rnd, lines, between(rnd, 0, len(lines)))
			if len(lines) == 0 {
				return nil
			}
		}
		return join(lines...)
	}
}

func deleteLine(_ *rand.Rand, lines [][]byte, at int) [][]byte {
	return append(lines[:at:at], lines[at+1:]...)
}

func duplicateLine(_ *rand.Rand, lines [][]byte, at int) [][]byte {
	return append(lines[:at+1:at+1], lines[at:]...)
}

func swapLines(rnd *rand.Rand, lines [][]byte, at int) [][]byte {
	to := rnd.IntN(len(lines))
	lines[at], lines[to] = lines[to], lines[at]
	return lines
}

func indent(rnd *rand.Rand, lines [][]byte, at int) [][]byte {
	for i := at; i < min(at+between(rnd, 1, 6), len(lines)); i++ {
		bare := bytes.TrimLeft(lines[i], " \t")
		lines[i] = join([]byte([]string{"", " ", "    ", "\t", "        "}[rnd.IntN(5)]), bare)
	}
	return lines
}

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// oneCell is a notebook of one cell with the given code.
func oneCell(code string) []byte {
	var lines []string
	for _, line := range bytes.SplitAfter([]byte(code), []byte("\n")) {
		if len(line) > 0 {
			lines = append(lines, string(line))
		}
	}
	raw, err := json.MarshalIndent(map[string]any{
		"cells": []any{map[string]any{
			"cell_type": "code", "execution_count": nil, "metadata": map[string]any{}, "outputs": []any{}, "source": lines,
		}},
		"metadata": map[string]any{"language_info": map[string]any{"name": "python"}},
		"nbformat": 4, "nbformat_minor": 5,
	}, "", " ")
	if err != nil {
		return nil
	}
	return raw
}
