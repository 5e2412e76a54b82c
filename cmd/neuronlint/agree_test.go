package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestUnknownOperatorsAgree holds the number of calls of which check knows
// nothing against those that ops scan lists, as check says it would.
func TestUnknownOperatorsAgree(t *testing.T) {
	dir := t.TempDir()
	archives, err := filepath.Glob("../../testdata/rules/NRN5*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, file := range archive.Files {
			if filepath.Ext(file.Name) != ".py" {
				continue
			}
			path := filepath.Join(dir, fmt.Sprintf("%s_%d.py", filepath.Base(name), i))
			if err := os.WriteFile(path, file.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, sdk := range []string{"2.26", "2.33"} {
		for _, confidence := range []string{"possible", "likely", "certain"} {
			flags := []string{"--isolated", "--no-cache", "--format", "json", "--sdk", sdk, "--min-confidence", confidence, dir}
			var checked struct {
				Summary struct {
					Unknown int `json:"unknown_operators"`
				}
			}
			runJSON(t, append([]string{"check", "--exit-zero"}, flags...), &checked)
			var scanned struct{ Calls []struct{ Status string } }
			runJSON(t, append([]string{"ops", "scan"}, flags...), &scanned)
			listed := 0
			for _, call := range scanned.Calls {
				if call.Status == "unknown" {
					listed++
				}
			}
			if checked.Summary.Unknown != listed || confidence == "possible" && listed == 0 {
				t.Errorf("SDK %s, %s: check says %d, ops scan lists %d", sdk, confidence, checked.Summary.Unknown, listed)
			}
		}
	}
}

// TestCalledOperatorsAgree holds the operators that assess counts against the calls that ops
// scan lists.
func TestCalledOperatorsAgree(t *testing.T) {
	type named struct{ name, status string }
	flags := []string{"--isolated", "--no-cache", "--format", "json", "../../testdata/demo"}
	var assessed struct {
		Inventory struct {
			Calls []struct {
				Name, Verdict string
				Places        int
			}
		}
	}
	runJSON(t, append([]string{"assess", "--operators"}, flags...), &assessed)
	var scanned struct {
		Calls []struct{ API, Status string }
	}
	runJSON(t, append([]string{"ops", "scan"}, flags...), &scanned)
	want, got := make(map[named]int), make(map[named]int)
	for _, c := range scanned.Calls {
		want[named{c.API, c.Status}]++
	}
	for _, c := range assessed.Inventory.Calls {
		got[named{c.Name, c.Verdict}] += c.Places
	}
	if len(want) == 0 || !maps.Equal(got, want) {
		t.Errorf("assess counts %v, and ops scan lists %v", got, want)
	}
}

// runJSON runs a command and reads what it writes.
func runJSON(t *testing.T, args []string, into any) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := newApp(nil, &out, &errs).run(context.Background(), args); status != 0 {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil {
		t.Fatal(err)
	}
}

// TestNumbersAddUp holds the numbers that check --diff prints against each other, and
// against the findings of the tree once it is fixed: those of the demonstration, and of
// programs drawn from the cases of all rules.
func TestNumbersAddUp(t *testing.T) {
	for _, flags := range [][]string{nil, {"--unsafe"}, {"--min-confidence", "possible"}} {
		t.Run(fmt.Sprint("demo", flags), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../../testdata/demo")); err != nil {
				t.Fatal(err)
			}
			addUp(t, dir, flags)
		})
		t.Run(fmt.Sprint("not shown", flags), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "megatron") // which makes findings about the library possible, no more
			if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "seed.py"), []byte(seeds), 0o644)); err != nil {
				t.Fatal(err)
			}
			addUp(t, filepath.Dir(dir), flags)
		})
		for seed := range uint64(8) {
			t.Run(fmt.Sprint("cases ", seed, flags), func(t *testing.T) { addUp(t, someCases(t, seed), flags) })
		}
	}
}

// seeds has a finding that is not shown by default, of a library that the guarded code
// uses: it stands in the way of the fix of another.
const seeds = `import torch

try:
    from megatron.core import tensor_parallel
except ImportError:
    tensor_parallel = None


def f(seed):
    if torch.cuda.device_count() > 0:
        tensor_parallel.model_parallel_cuda_manual_seed(seed)
`

// someCases is a tree of programs drawn from the cases of the rules, each archive in a
// folder of its own.
func someCases(t *testing.T, seed uint64) string {
	t.Helper()
	archives, err := filepath.Glob("../../testdata/rules/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	dir, random := t.TempDir(), rand.New(rand.NewPCG(seed, 0))
	for range 6 {
		name := archives[random.IntN(len(archives))]
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			if filepath.Ext(file.Name) != ".py" || random.IntN(2) == 0 {
				continue
			}
			path := filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".txtar"), filepath.FromSlash(file.Name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, file.Data, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// addUp fixes a tree by way of flags, and then all that --unsafe can do.
func addUp(t *testing.T, dir string, flags []string) {
	t.Helper()
	run := func(command ...string) {
		newApp(nil, io.Discard, io.Discard).run(context.Background(), append(command, "--isolated", "--no-cache", dir))
	}
	common := append([]string{"--isolated", "--no-cache", "--exit-zero", dir}, flags...)
	all := append([]string{"check", "--format", "json"}, common...)
	fixable := fixableIn(t, append([]string{"check"}, common...), slices.Contains(flags, "--unsafe"))
	found, said := leftIn(t, all), diffNumbers(t, append([]string{"check", "--diff"}, common...))
	run(append([]string{"fix"}, flags...)...)
	fixed := leftIn(t, all)
	again := diffNumbers(t, append([]string{"check", "--diff", "--unsafe"}, common...))
	run(append([]string{"fix", "--unsafe"}, flags...)...)
	byHand := leftIn(t, all)
	if !said.patch { // there is nothing before and after
		said.before, said.after = found.all, found.all
	}
	switch {
	case said.found != found.all || said.before != found.all:
		t.Errorf("%+v of %+v", said, found)
	case said.after != fixed.all || said.after != said.again+said.unsafe+said.byHand:
		t.Errorf("%+v are not %+v", said, fixed)
	case said.before-fixable-said.ended+said.came+said.again != said.after:
		t.Errorf("%+v, %d fixable", said, fixable)
	case said.again == 0 && (byHand.all != said.byHand+again.came || again.came == 0 && byHand.grave != said.listed):
		t.Errorf("%+v, but by hand %+v", said, byHand)
	}
}

// fixableIn is the number of findings that the summary of check calls fixable.
func fixableIn(t *testing.T, args []string, unsafe bool) (sum int) {
	t.Helper()
	var out bytes.Buffer
	if status := newApp(nil, &out, &out).run(context.Background(), args); status != 0 {
		t.Fatalf("%v: exit status %d: %s", args, status, out.String())
	}
	for _, match := range regexp.MustCompile(`(?m)\[([*~])\] (\d+) (?:more|fixable)\b`).FindAllStringSubmatch(out.String(), -1) {
		if n, _ := strconv.Atoi(match[2]); unsafe || match[1] == "*" { // it is digits
			sum += n
		}
	}
	return sum
}

// numbers are those that check --diff prints beside the patch.
type numbers struct {
	patch                             bool
	found, before, after, came, ended int
	again, unsafe, byHand, listed     int
}

func diffNumbers(t *testing.T, args []string) (said numbers) {
	t.Helper()
	var errs bytes.Buffer
	if status := newApp(nil, io.Discard, &errs).run(context.Background(), args); status == exitError {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	text := errs.String()
	for pattern, into := range map[string]*int{
		`: (\d+) findings? before`: &said.before, `before, (\d+) after`: &said.after,
		`(\d+) findings? (?:is|are) new`: &said.came, `(\d+) findings? without a fix end`: &said.ended,
		`Left for another run: (\d+)`: &said.again, `Left for --unsafe: (\d+)`: &said.unsafe, `Left to do by hand: (\d+)`: &said.byHand,
	} {
		if match := regexp.MustCompile(pattern).FindStringSubmatch(text); match != nil {
			*into, _ = strconv.Atoi(match[1]) // it is digits
		}
	}
	for _, match := range regexp.MustCompile(`(?:Found|,) (\d+) (?:error|warning|info)s?\b`).FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(match[1]) // it is digits
		said.found += n
	}
	said.patch = strings.Contains(text, " before, ")
	said.listed = len(regexp.MustCompile(`(?m)^  \S+:\d+:\d+: NRN`).FindAllString(text, -1))
	return said
}

// left is what a tree holds once it is fixed.
type left struct{ all, grave int }

func leftIn(t *testing.T, args []string) (l left) {
	t.Helper()
	var doc struct {
		Diagnostics []struct {
			Severity   string
			Suppressed bool
		}
	}
	runJSON(t, args, &doc)
	for _, d := range doc.Diagnostics {
		if d.Suppressed {
			continue
		}
		l.all++
		if d.Severity != "info" {
			l.grave++
		}
	}
	return l
}
