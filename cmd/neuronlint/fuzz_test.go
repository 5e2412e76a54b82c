package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/internal/patch"
)

// FuzzOpsInput reads any input of ops check as each kind. What is found stands
// in the input, once and with a count.
func FuzzOpsInput(f *testing.F) {
	for _, seed := range []string{
		"torch.relu\naten::gelu  # why\n", `{"supported_operators": {"aten": {"aten::add": 3}}, "unsupported_operators": [{"kind": "aten::sort", "failureAt": "neuronx-cc"}]}`,
		`{"traceEvents": [{"name": "aten::mm"}, {"name": "aten:: mm x"}]}`, `[{"name": "torchvision::nms"}]`,
		"%x : Tensor = aten::add(%a, %b)\ncall_method[target=view]\ntorch.ops.aten.mm.default\n_operator.mul(\n", "ERROR [NCC_EVRF001] no\n",
		`{"supported_operators": {"aten": {"aten::add": -1}}}`, "\ufeff[", `{"traceEvents": null}`,
		"gelu 2147483647\ngelu 99999999999999999999\n", "call_function a <built-in method nonzero of type> (x,)\ny = x.abs()\n",
		`{"unsupported_operators": [{}]}`, `{"supported_operators": {"aten": {"": 1}}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, kind := range inputKinds() {
			found, is, err := readMentions(kind, data)
			if err != nil {
				continue
			}
			if is == inputAuto || !slices.Contains(inputKinds(), is) || kind != inputAuto && is != kind {
				t.Errorf("%q as %s is read as %s", data, kind, is)
			}
			seen := make(map[string]bool)
			for _, m := range found.list {
				if m.name == "" || m.count < 1 || seen[m.name] {
					t.Errorf("%q as %s: %+v", data, is, m)
				}
				seen[m.name] = true
			}
		}
	})
}

// FuzzDiffFile reads the patches that check --diff writes: the lines that are
// said to be added are those that the patch adds.
func FuzzDiffFile(f *testing.F) {
	f.Add("a.py", "a\nb\nc\n", "a\nx\nc", uint8(3))
	f.Add("d e/\"q\\.py", "", "\r\n\r", uint8(1))
	f.Add("é\t.py", "-- a\n", "++ b\n-- a\n", uint8(0))
	f.Fuzz(func(t *testing.T, path, before, after string, context uint8) {
		if before == after || path == "" || strings.ContainsRune(path, 0) || strings.HasPrefix(path, "/") {
			t.Skip("no patch")
		}
		text := edit.Unified(path, []byte(before), []byte(after), int(context%5))
		files, err := patch.Parse(strings.NewReader(string(text)))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v in %d files:\n%s", err, len(files), text)
		}
		if files[0].Old != path || files[0].New != path {
			t.Errorf("%q is read as %q and %q from\n%s", path, files[0].Old, files[0].New, text)
		}
		if got, want := fmt.Sprint(linesOf(files[0].Added)), fmt.Sprint(addedLines(string(text))); got != want {
			t.Errorf("added are %s, want %s:\n%s", got, want, text)
		}
	})
}

func linesOf(ranges []patch.Range) []int {
	var lines []int
	for _, r := range ranges {
		for n := r.First; n <= r.Last; n++ {
			lines = append(lines, n)
		}
	}
	return lines
}

// addedLines counts along the hunks of a patch.
func addedLines(text string) []int {
	head := regexp.MustCompile(`^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$`)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 1 // a count of one may be left out
		}
		return n
	}
	var lines []int
	at, old, fresh := 0, 0, 0
	_, text, _ = strings.Cut(text, "\n+++ ")
	for line := range strings.SplitSeq(text, "\n") {
		if m := head.FindStringSubmatch(line); m != nil && old <= 0 && fresh <= 0 {
			old, at, fresh = number(m[1]), number(m[2]), number(m[3])
			continue
		}
		switch {
		case strings.HasPrefix(line, "+"):
			if fresh > 0 {
				lines = append(lines, at)
			}
			at, fresh = at+1, fresh-1
		case strings.HasPrefix(line, "-"):
			old--
		case strings.HasPrefix(line, " "):
			at, old, fresh = at+1, old-1, fresh-1
		}
	}
	return lines
}
