package rules_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
)

// worldCase is a patch for testdata/worlds/worlds.py to judge.
type worldCase struct {
	Name    string `json:"name"`
	Rewrite string `json:"rewrite"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Drive   string `json:"drive,omitempty"`
	Unsafe  bool   `json:"unsafe,omitempty"` // the patched program need only run on a host where the original did

	program string // the file's name in its archive
}

// TestSafeFixesInThreeWorlds holds the safe fixes of all archives of
// testdata/rules, and those of the programs in testdata/worlds, against what
// Safe means: the patched program does on Neuron what the original did on
// CUDA, both do the same on a host, and a portable one still does the same on
// CUDA.
func TestSafeFixesInThreeWorlds(t *testing.T) {
	t.Parallel()
	var cases []worldCase
	for _, rewrite := range []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable} {
		for _, archive := range parseArchives(t, "../testdata/rules/*.txtar") {
			cases = append(cases, patchesOf(t, archive, rewrite, false)...)
		}
	}
	for _, archive := range parseArchives(t, "../testdata/worlds/*.txtar") {
		own := patchesOf(t, archive, archiveOptions(t, archive.Comment).Target.Rewrite, false)
		for _, name := range unpatched(archive, own) {
			t.Errorf("%s/%s has no safe fix, and so proves nothing", archive.name, name)
		}
		cases = append(cases, own...)
	}
	found, unreached := judge(t, cases), settingsFile(t, "../testdata/worlds/unreached.txt")
	for _, c := range cases {
		v := found[c.Name]
		if len(v.Differences) > 0 {
			t.Errorf("%s: the fix is not safe:\n\t%s\n%s", c.Name, strings.Join(v.Differences, "\n\t"), c.After)
		}
		if _, known := unreached[c.Name]; known != (len(v.Missed) > 0) {
			t.Errorf("%s: no run comes to changed lines %v; %t in testdata/worlds/unreached.txt", c.Name, v.Missed, known)
		}
	}
	t.Logf("%d patched programs", len(cases))
}

// TestUnsafePortableFixesRunOnAHost: what runs on a machine without an accelerator does
// so with all fixes that keep a program portable, those that need a reader included.
func TestUnsafePortableFixesRunOnAHost(t *testing.T) {
	t.Parallel()
	var cases []worldCase
	for _, pattern := range []string{"../testdata/rules/*.txtar", "../testdata/worlds/*.txtar"} {
		for _, archive := range parseArchives(t, pattern) {
			for _, c := range patchesOf(t, archive, opsdb.RewritePortable, true) {
				if strings.Contains(c.After, "current_accelerator") && !numbered.MatchString(c.After) { // which there may be none of
					cases = append(cases, c)
				}
			}
		}
	}
	found := judge(t, cases)
	for _, c := range cases {
		if differences := found[c.Name].Differences; len(differences) > 0 {
			t.Errorf("%s: the fix stops the program on a host:\n\t%s\n%s", c.Name, strings.Join(differences, "\n\t"), c.After)
		}
	}
	t.Logf("%d patched programs", len(cases))
}

// numbered finds the number of an accelerator. A host has none to number: a program
// that names one there can do nothing with it, before the fix or after.
var numbered = regexp.MustCompile(`current_accelerator\(\)\.type(\}:|, )`)

// TestPlantedFixesAreCaught: an archive of testdata/worlds/planted holds a
// program, a good patch of it and a bad one. Its comment says in which world
// the bad one shows.
func TestPlantedFixesAreCaught(t *testing.T) {
	t.Parallel()
	archives := parseArchives(t, "../testdata/worlds/planted/*.txtar")
	if len(archives) < 30 {
		t.Errorf("%d planted fixes, want 30", len(archives))
	}
	var cases []worldCase
	shows := make(map[string]string)
	for _, archive := range archives {
		texts := make(map[string]string)
		for _, f := range archive.Files {
			texts[f.Name] = string(f.Data)
		}
		settings := settingsOf(archive.Comment)
		for _, which := range []string{"good.py", "bad.py"} {
			c := worldCase{
				Name: archive.name + "/" + which, Rewrite: settings["rewrite"],
				Before: texts["before.py"], After: texts[which], Drive: texts["drive.py"], Unsafe: settings["unsafe"] == "true",
			}
			if c.Rewrite == "" {
				c.Rewrite = string(opsdb.RewriteNeuron)
			}
			cases = append(cases, c)
		}
		shows[archive.name+"/bad.py"] = settings["shows"] + ":"
	}
	found := judge(t, cases)
	for _, c := range cases {
		differences := strings.Join(found[c.Name].Differences, "\n")
		switch world, bad := shows[c.Name]; {
		case !bad && differences != "":
			t.Errorf("%s is blamed:\n%s", c.Name, differences)
		case bad && (world == ":" || !strings.Contains("\n"+differences, "\n"+world)):
			t.Errorf("%s does not show in %q:\n%s", c.Name, world, differences)
		}
	}
}

// namedArchive is an archive with the name of its file.
type namedArchive struct {
	*txtar.Archive

	name string
}

func parseArchives(t *testing.T, pattern string) []namedArchive {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives %s (%v)", pattern, err)
	}
	var archives []namedArchive
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		archives = append(archives, namedArchive{archive, strings.TrimSuffix(filepath.Base(path), ".txtar")})
	}
	return archives
}

// unpatched names the programs of an archive that no case patches.
func unpatched(archive namedArchive, cases []worldCase) []string {
	patched := make(map[string]bool)
	for _, c := range cases {
		patched[c.program] = true
	}
	var names []string
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".py") && !patched[f.Name] {
			names = append(names, f.Name)
		}
	}
	return names
}

// patchesOf patches the programs of an archive with safe fixes, or with all; those
// without one are left out. NAME.py.drive drives NAME.py.
func patchesOf(t *testing.T, archive namedArchive, rewrite opsdb.Rewrite, unsafe bool) []worldCase {
	t.Helper()
	opts := archiveOptions(t, archive.Comment)
	opts.Unsafe, opts.Target.Rewrite = unsafe, rewrite
	drives := make(map[string]string)
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".drive"); ok {
			drives[name] = string(f.Data)
		}
	}
	var cases []worldCase
	for _, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".py") {
			continue
		}
		opts.Stdin = &driver.Input{Path: f.Name, Raw: caseText(f)}
		result, err := driver.Fix(context.Background(), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range result.Changes {
			cases = append(cases, worldCase{
				Name: archive.name + "/" + f.Name + " " + string(rewrite), Rewrite: string(rewrite),
				Before: string(c.Old), After: string(c.New), Drive: drives[f.Name], Unsafe: unsafe, program: f.Name,
			})
		}
	}
	return cases
}

// verdict is what worlds.py says of a case.
type verdict struct {
	Name        string   `json:"name"`
	Differences []string `json:"differences"` // none if the patch is safe
	Missed      []int    `json:"missed"`      // changed lines that were not run
}

// judge asks one Python for its verdicts on patches, by case.
func judge(t *testing.T, cases []worldCase) map[string]verdict {
	t.Helper()
	const script = "../testdata/worlds/worlds.py"
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("SKIPPED: no python3, so nothing shows whether safe fixes are safe")
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// Go keeps the result of a test until a file that it looked at changes.
	programs, err := filepath.Glob("../testdata/worlds/*/*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(programs, script) {
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
	}
	judging, err := filepath.Abs(script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, python, "-I", "-B", judging)
	cmd.Dir = t.TempDir() // programs may write files
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("worlds.py: %v\n%s", err, stderr.Bytes())
	}
	var verdicts []verdict
	if err := json.Unmarshal(output, &verdicts); err != nil || len(verdicts) != len(cases) {
		t.Fatalf("worlds.py: %d verdicts for %d cases (%v)", len(verdicts), len(cases), err)
	}
	found := make(map[string]verdict)
	for _, v := range verdicts {
		found[v.Name] = v
	}
	return found
}

// settingsFile reads a file of lines `key: value`.
func settingsFile(t *testing.T, path string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	settings := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(key, "#") {
			settings[key] = value
		}
	}
	return settings
}

// settingsOf reads the lines `key: value` of an archive's comment.
func settingsOf(comment []byte) map[string]string {
	settings := make(map[string]string)
	for line := range strings.Lines(string(comment)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.Contains(key, " ") {
			settings[key] = value
		}
	}
	return settings
}
