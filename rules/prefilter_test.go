package rules_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/prefilter"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestPrefilterChangesNothing: the trees of all archives come to the same with
// every file parsed as with those passed over that say nothing, and each
// finding stands in a tree that says a word of its rule.
func TestPrefilterChangesNothing(t *testing.T) {
	t.Parallel()
	eachTree(t, samePrefiltered)
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// treeOptions are those of a run over a directory.
func treeOptions(dir string, db *opsdb.DB) driver.Options {
	return driver.Options{
		Paths: []string{dir}, Rules: rules.All(), DB: db, MinConfidence: analyzer.Possible, Jobs: 2, Unsafe: true,
		NoGitignore: true, Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
	}
}

// samePrefiltered compares what a tree comes to with and without the prefilter.
func samePrefiltered(t *testing.T, dir string, db *opsdb.DB) {
	t.Helper()
	with, without := treeOptions(dir, db), treeOptions(dir, db)
	without.NoPrefilter = true
	parsed := everything(t, without)
	if diff := cmp.Diff(parsed, everything(t, with)); diff != "" {
		t.Errorf("the prefilter makes a difference (-parsed +filtered):\n%s", diff)
	}
	wordsStand(t, dir, db, parsed.Before)
}

// FuzzPrefilter puts programs together of lines that need each other across
// files and compares what comes of them.
func FuzzPrefilter(f *testing.F) {
	db := opsdb.New()
	f.Add([]byte{0, 4, 200, 11, 201, 17, 18, 202, 13})
	f.Add([]byte{9, 202, 5, 14, 200, 201, 0, 1})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 60 {
			return
		}
		checkLinked(t, linked(program), db)
	})
}

// checkLinked writes a project and passes over files of it.
func checkLinked(t *testing.T, files map[string]string, db *opsdb.DB) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), []byte(text))
	}
	samePrefiltered(t, dir, db)
	sameFindings(t, dir, db)
}

// TestPrefilterOnProjects does the same with programs that are made at random.
func TestPrefilterOnProjects(t *testing.T) {
	t.Parallel()
	db := opsdb.New()
	for seed := range projects(60) {
		random := rand.New(rand.NewPCG(seed, 0))
		files := linked(randomProgram(random))
		checkLinked(t, files, db)
		if t.Failed() {
			t.Fatalf("program %d: %q", seed, files)
		}
	}
}

// projects is how many programs are made up: more where PROJECTS says so.
func projects(n uint64) uint64 {
	if more, err := strconv.ParseUint(os.Getenv("PROJECTS"), 10, 64); err == nil {
		return more
	}
	return n
}

// randomProgram is one for linked.
func randomProgram(random *rand.Rand) []byte {
	program := make([]byte, 10+random.IntN(50))
	for i := range program {
		program[i] = byte(random.IntN(250))
	}
	return program
}

// linked distributes lines over files: a byte is a line, or goes on in the next
// file.
func linked(program []byte) map[string]string {
	lines := [...]string{
		"import torch", "import hub", "from hub import Hub, place as there", "from . import work", "import work, hub as h",
		`PLACE = "cuda"`, `PLACE = "cu" "da"`, `PLACE = "\x63uda"`, `PLACE = "cu\` + "\n" + `da"`, `PLACE = "cpu"`,
		"class Hub:\n    place = None\n    def set(self, x):\n        self.place = x",
		"def place(x):\n    Hub.place = x\n    return x", "def relay(x):\n    return hub.place(x)", "hub.place(PLACE)",
		"hub.place(input())", "work.relay(h.PLACE)", "Hub().set(there(PLACE))", "x = torch.zeros(3).to(hub.Hub.place)",
		"t = torch\nxp = torch.linalg", "from work import t, xp", "xp.svd(t.zeros(3))", "work.xp.svd(work.t.zeros(3))",
		"y = torch.zeros(2, device=work.PLACE)", "if hub.PLACE == there(PLACE): pass", "if h.PLACE.startswith('cu'): pass",
		"m = __import__('work')", "m.xp.eig(m.t.zeros(2))", "from hub import *", "import importlib\nhub = importlib.import_module('hub')",
		"def f(x) return x", "import os\nos.environ[work.NAME] = '0'", "NAME = 'CU' 'DA_VISIBLE_DEVICES'", "os.system('nv' 'idia-smi')",
		"class Sub(hub.Hub):\n    def run(self):\n        work.go(self.place)", "def go(x):\n    torch.zeros(1).to(x)", "Sub().run()",
	}
	files := [...]string{"hub.py", "work.py", "use.py", "pkg/__init__.py", "pkg/work.py"}
	out := make(map[string]string)
	at := 0
	for _, b := range program {
		if int(b) >= 200 {
			at = (at + 1) % len(files)
			continue
		}
		out[files[at]] += lines[int(b)%len(lines)] + "\n"
	}
	return out
}

// sameFindings compares the findings of a tree with those of a run in which
// nothing is known of words, so that every file counts.
func sameFindings(t *testing.T, dir string, db *opsdb.DB) {
	t.Helper()
	with, without := treeOptions(dir, db), treeOptions(dir, db)
	without.Rules = append(without.Rules, &analyzer.Rule{Code: "NRN999", Run: func(*analyzer.Pass) error { return nil }})
	filtered, err := driver.Run(t.Context(), with)
	if err != nil {
		t.Fatal(err)
	}
	all, err := driver.Run(t.Context(), without)
	if err != nil {
		t.Fatal(err)
	}
	understood := slices.DeleteFunc(all.Diagnostics, func(d analyzer.Diagnostic) bool { return d.Code == driver.CodeUnparsed })
	filteredUnderstood := slices.DeleteFunc(filtered.Diagnostics, func(d analyzer.Diagnostic) bool { return d.Code == driver.CodeUnparsed })
	if diff := cmp.Diff(understood, filteredUnderstood, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("passing over files makes a difference (-all +filtered):\n%s", diff)
	}
}

// wordsStand checks that the words of each rule that found something stand in
// the file, or in another one of the tree if it imports any.
func wordsStand(t *testing.T, dir string, db *opsdb.DB, found []analyzer.Diagnostic) {
	t.Helper()
	byCode := make(map[string]*analyzer.Rule)
	for _, r := range rules.All() {
		byCode[r.Code] = r
	}
	var tree []byte
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		tree = append(append(tree, text...), '\n')
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		rule := byCode[found[i].Code]
		if rule.Run == nil {
			continue
		}
		text, err := os.ReadFile(filepath.FromSlash(found[i].Path))
		if err != nil {
			t.Fatal(err)
		}
		words := rule.Words(db)
		if path.Ext(found[i].Path) == ".ipynb" && rule.ProjectWords != nil { // cells for a shell
			words = words.And(rule.ProjectWords(db))
		}
		if !says(words, text) && (!bytes.Contains(text, []byte("import")) || !says(words, tree)) {
			t.Errorf("%s: %s is found where none of its words stands: %s", found[i].Path, rule.Code, found[i].Message)
		}
	}
}

func says(words analyzer.Words, text []byte) bool {
	if prefilter.New(words.Parts, words.Names, nil).Look(text).Holds {
		return true
	}
	imports, _ := prefilter.Imports(text)
	for _, imp := range imports {
		first, _, _ := strings.Cut(imp.Module, ".")
		if slices.Contains(words.Packages, first) {
			return true
		}
	}
	return false
}
