package rules_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/opsdb"
)

// worldCase is a patch for testdata/worlds/worlds.py to judge.
type worldCase struct {
	Name    string `json:"name"`
	Rewrite string `json:"rewrite"`
	Before  files  `json:"before"`
	After   files  `json:"after"`
	Drive   string `json:"drive,omitempty"`
	Unsafe  bool   `json:"unsafe,omitempty"` // the patched program need only run on a host where the original did

	program string // the name of its file or folder in its archive
}

// files are the texts of a program by path. One that is called main.py is run, or the only one.
type files map[string]string

// String lists the files as an archive.
func (f files) String() string {
	var archive txtar.Archive
	for _, path := range slices.Sorted(maps.Keys(f)) {
		archive.Files = append(archive.Files, txtar.File{Name: path, Data: []byte(f[path])})
	}
	return string(txtar.Format(&archive))
}

// TestSafeFixesInThreeWorlds holds the safe fixes of all archives of
// testdata/rules, and those of the programs in testdata/worlds, against what
// Safe means: the patched program does on Neuron what the original did on
// CUDA, both do the same on a host, and a portable one still does the same on
// CUDA.
func TestSafeFixesInThreeWorlds(t *testing.T) {
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	var cases []worldCase
	for _, rewrite := range []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable} {
		for _, archive := range parseArchives(t, "../testdata/rules/*.txtar") {
			cases = append(cases, patchesOf(t, archive, rewrite, false)...)
		}
	}
	for _, archive := range parseArchives(t, "../testdata/worlds/*.txtar") {
		own := programPatches(t, archive, archiveOptions(t, archive.Comment).Target.Rewrite, false)
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
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	var cases []worldCase
	for _, pattern := range []string{"../testdata/rules/*.txtar", "../testdata/worlds/*.txtar"} {
		for _, archive := range parseArchives(t, pattern) {
			for _, c := range programPatches(t, archive, opsdb.RewritePortable, true) {
				if after := c.After.String(); strings.Contains(after, "current_accelerator") && !numbered.MatchString(after) { // which there may be none of
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

// TestRefusedFixesAreRight: the programs of testdata/worlds/refused have no safe fix,
// and where they have an unsafe one, a world shows what it breaks.
func TestRefusedFixesAreRight(t *testing.T) {
	if testing.Short() {
		t.Skip("a property of findings, not of goroutines")
	}
	t.Parallel()
	var cases []worldCase
	for _, archive := range parseArchives(t, "../testdata/worlds/refused/*.txtar") {
		archive.whole = true
		rewrites := []opsdb.Rewrite{opsdb.RewriteNeuron, opsdb.RewritePortable}
		if only := settingsOf(archive.Comment)["rewrite"]; only != "" {
			rewrites = []opsdb.Rewrite{opsdb.Rewrite(only)}
		}
		for _, rewrite := range rewrites {
			for _, c := range programPatches(t, archive, rewrite, false) {
				t.Errorf("%s has a safe fix:\n%s", c.Name, c.After)
			}
			for _, c := range programPatches(t, archive, rewrite, true) {
				c.Unsafe = false // judged as if it were safe
				cases = append(cases, c)
			}
		}
	}
	found := judge(t, cases)
	for _, c := range cases {
		if len(found[c.Name].Differences) == 0 {
			t.Errorf("%s: no world shows what its fix breaks:\n%s", c.Name, c.After)
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
	if len(archives) < 80 {
		t.Errorf("%d planted fixes, want 80", len(archives))
	}
	var cases []worldCase
	shows := make(map[string]string)
	for _, archive := range archives {
		texts := programsOf(archive)
		settings := settingsOf(archive.Comment)
		for _, which := range []string{"good", "bad"} {
			c := worldCase{
				Name: archive.name + "/" + which, Rewrite: settings["rewrite"],
				Before: texts["before"], After: texts[which], Drive: texts["drive"]["program.py"], Unsafe: settings["unsafe"] == "true",
			}
			if c.Rewrite == "" {
				c.Rewrite = string(opsdb.RewriteNeuron)
			}
			cases = append(cases, c)
		}
		shows[archive.name+"/bad"] = settings["shows"] + ":"
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
