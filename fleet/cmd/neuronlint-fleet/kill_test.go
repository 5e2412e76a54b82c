package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// stable are the tables that are the same for the same commits.
func stable() []string {
	return []string{"repositories", "entry_points", "causes", "findings", "operators", "libraries", "models", "failures"}
}

// TestKilledRunGoesOn kills a run at random moments, and starts it again after each, until
// it comes to its end. The tables are those of a run that nobody disturbs, byte for byte,
// and no unit is in the journal twice. NEURONLINT_FLEET_KILLS says how often it is killed;
// with NEURONLINT_FLEET_MANIFEST it works through a manifest by the real neuronlint, which
// NEURONLINT_FLEET_PROGRAM names.
func TestKilledRunGoesOn(t *testing.T) {
	kills := 5
	if text := os.Getenv("NEURONLINT_FLEET_KILLS"); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	args := func(out string) []string {
		return []string{"-o", filepath.Join(dir, out), "--cache", filepath.Join(dir, "cache"), "--no-results", "--workers", "2"}
	}
	if manifest := os.Getenv("NEURONLINT_FLEET_MANIFEST"); manifest != "" {
		common := args
		args = func(out string) []string {
			return append(common(out), "--neuronlint", os.Getenv("NEURONLINT_FLEET_PROGRAM"), manifest)
		}
	} else {
		common, manifest := args, pretended(t, dir, 6*kills)
		args = func(out string) []string { return append(common(out), manifest) }
	}
	start := time.Now()
	fleet(t, 0, args("whole")...)
	whole := time.Since(start)

	// Each run has twice its share of the time, because what was in work is done again.
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, %d kills, undisturbed in %s", seed, kills, whole)
	random := rand.New(rand.NewPCG(seed, 0))
	killed, again, most := 0, 0, 0
	for attempt := 0; killed < kills; attempt++ {
		if attempt > 20*kills {
			t.Fatalf("only %d of %d runs could be killed", killed, kills)
		}
		after := 10*time.Millisecond + time.Duration(random.Int64N(int64(4*whole)/int64(kills)))
		if killAfter(t, after, args("killed")) {
			killed++
			most = max(most, noted(t, filepath.Join(dir, "killed")))
			continue
		}
		// It came to its end before the time.
		again++
		for _, table := range stable() {
			equal(t, filepath.Join(dir, "whole", table), filepath.Join(dir, "killed", table))
		}
		if err := os.RemoveAll(filepath.Join(dir, "killed")); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("begun again %d times, because the end was reached; the last that was killed had done %d", again, noted(t, filepath.Join(dir, "killed")))
	if most == 0 {
		t.Error("no killed run had done anything: killing it shows nothing")
	}
	fleet(t, 0, args("killed")...)
	for _, table := range stable() {
		equal(t, filepath.Join(dir, "whole", table), filepath.Join(dir, "killed", table))
	}
	once(t, filepath.Join(dir, "killed/shards/00000-of-00001/journal.jsonl"))
}

// pretended makes repositories for the pretended neuronlint, and a manifest of them.
func pretended(t *testing.T, dir string, n int) string {
	t.Helper()
	var list strings.Builder
	list.WriteString("path,team\nnowhere,x\n,\n")
	for i := range n {
		name := fmt.Sprintf("r%03d", i)
		files := map[string]string{"a.py": strings.Repeat("x = 1\n", i)}
		if i%7 == 3 {
			files = map[string]string{"crash.py": "x = 1\n"}
		}
		repository(t, filepath.Join(dir, name), files)
		fmt.Fprintf(&list, "%s,t%d\n", name, i%3)
	}
	manifest := filepath.Join(dir, "list.csv")
	write(t, manifest, list.String())
	return manifest
}

// noted is how many units the journal of a run has.
func noted(t *testing.T, out string) int {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(out, "shards/00000-of-00001/journal.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0 // it was killed before, or has been removed
	}
	if err != nil {
		t.Fatal(err)
	}
	return max(0, bytes.Count(data, []byte("\n"))-1)
}

// killAfter starts a run and kills it, unless it ends before.
func killAfter(t *testing.T, after time.Duration, args []string) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asFleet+"=1", "NEURONLINT="+self)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return false
	case errors.As(err, &exit) && exit.ExitCode() == -1:
		return true
	}
	t.Fatalf("%v: %s", err, errs.String())
	return false
}

// equal fails unless two folders have the same files.
func equal(t *testing.T, a, b string) {
	t.Helper()
	x, y := contents(t, a), contents(t, b)
	if !maps.EqualFunc(x, y, bytes.Equal) {
		t.Errorf("%s and %s differ: %v and %v", a, b, slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y)))
	}
}

func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v, %d files", dir, err, len(files))
	}
	all := make(map[string][]byte)
	for _, f := range files {
		if all[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// once fails if a unit is in a journal twice.
func once(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for line := range bytes.Lines(data) {
		var d struct{ Unit string }
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		if d.Unit != "" && seen[d.Unit] {
			t.Errorf("%s is in the journal twice", d.Unit)
		}
		seen[d.Unit] = true
	}
}

// TestShardsMerge checks that the tables of shards, put together, have the rows of one run,
// and that a folder is not divided in two ways.
func TestShardsMerge(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	list.WriteString("path\nnowhere\n\"\n")
	for i := range 12 {
		repository(t, filepath.Join(dir, fmt.Sprintf("r%d", i)), map[string]string{"a.py": "x = 1\n"})
		fmt.Fprintf(&list, "r%d\n", i)
	}
	list.WriteString("r3\n")
	manifest, cache := filepath.Join(dir, "list.csv"), filepath.Join(dir, "cache")
	write(t, manifest, list.String())
	one, many := filepath.Join(dir, "one"), filepath.Join(dir, "many")
	fleet(t, 0, manifest, "-o", one, "--cache", cache)
	for i := range 3 {
		part := filepath.Join(dir, fmt.Sprintf("part%d", i))
		t.Setenv("JOB_INDEX", strconv.Itoa(i))
		fleet(t, 0, manifest, "-o", part, "--cache", cache, "--shard", "JOB_INDEX/3")
		for _, table := range append(stable(), "measurements", "runs") {
			for name, data := range contents(t, filepath.Join(part, table)) {
				write(t, filepath.Join(many, table, name), string(data))
			}
		}
	}
	same(t, "judged", judged(t, many), judged(t, one))
	same(t, "failures", failures(t, many), failures(t, one))
	if len(judged(t, one)) != 12 || len(failures(t, one)) != 3 {
		t.Errorf("judged %v, failures %v", judged(t, one), failures(t, one))
	}
	if said := fleet(t, 2, manifest, "-o", one, "--cache", cache, "--shard", "0/2"); !strings.Contains(said, "another number of shards") {
		t.Error(said)
	}
	if said := fleet(t, 2, manifest, "-o", one, "--cache", cache, "--sdk", "2.33"); !strings.Contains(said, "choose another folder") {
		t.Error(said)
	}
}
