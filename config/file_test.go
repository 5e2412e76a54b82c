package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// write makes a file below the working directory of the test.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "neuronlint.toml", `sdk = "2.33"
select = ["NRN1", "nccl-backend"]
exclude = ["third_party/**"]
unsafe = true
jobs = 3
opsdb = ["verdicts.tsv"]

[per-file-ignores]
"tests/**" = ["NRN115"]

[severity]
NRN402 = "info"
`)
	l, err := Load("neuronlint.toml")
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.SDK, want.Unsafe, want.Jobs, want.Root = "2.33", true, 3, "."
	want.Select = []string{"NRN1", "nccl-backend"}
	want.Exclude = []string{"third_party/**"}
	want.OpsDB = []string{"verdicts.tsv"}
	want.PerFileIgnores = map[string][]string{"tests/**": {"NRN115"}}
	want.Severity = map[string]string{"NRN402": "info"}
	if !reflect.DeepEqual(l.Settings, want) {
		t.Errorf("settings\n got %+v\nwant %+v", l.Settings, want)
	}
	for key, origin := range map[string]string{
		"sdk": "neuronlint.toml:1", "jobs": "neuronlint.toml:5", "per-file-ignores": "neuronlint.toml:8",
		"severity": "neuronlint.toml:11", "target": "default",
		"severity.NRN402": "neuronlint.toml:12", "per-file-ignores.tests/**": "neuronlint.toml:9",
	} {
		if got := l.Origin(key); got != origin {
			t.Errorf("%s comes from %s, want %s", key, got, origin)
		}
	}
}

func TestLoadProjectFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "sub/pyproject.toml", "[project]\nname = \"x\"\n\n[tool.ruff]\nselect = 1\n\n[tool.neuronlint]\ntarget = \"trn3\"\nopsdb = [\"own/verdicts.tsv\", \"/abs.tsv\"]\nseverity.NRN101 = \"warning\"\n")
	l, err := Load(filepath.Join("sub", "pyproject.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := l.Settings.OpsDB, []string{filepath.Join("sub", "own", "verdicts.tsv"), "/abs.tsv"}; !reflect.DeepEqual(got, want) {
		t.Errorf("opsdb %q, want %q", got, want)
	}
	if l.Settings.Target != "trn3" || l.Settings.Root != "sub" || l.Settings.Severity["NRN101"] != "warning" {
		t.Errorf("settings %+v", l.Settings)
	}
	if got := l.Origin("severity"); got != filepath.Join("sub", "pyproject.toml")+":10" {
		t.Errorf("severity comes from %s", got)
	}
}

func TestLoadExtends(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "base/neuronlint.toml", "sdk = \"2.33\"\ntarget = \"trn3\"\nignore = [\"NRN402\"]\n[severity]\nNRN1 = \"info\"\nNRN2 = \"info\"\n")
	write(t, "app/neuronlint.toml", "extend = \"../base/neuronlint.toml\"\ntarget = \"trn2\"\nignore = [\"NRN403\"]\n[severity]\nNRN2 = \"error\"\n")
	l, err := Load("app/neuronlint.toml")
	if err != nil {
		t.Fatal(err)
	}
	s := l.Settings
	if s.SDK != "2.33" || s.Target != "trn2" || !reflect.DeepEqual(s.Ignore, []string{"NRN403"}) {
		t.Errorf("the nearer file replaces what the other says: %+v", s)
	}
	if want := map[string]string{"NRN1": "info", "NRN2": "error"}; !reflect.DeepEqual(s.Severity, want) {
		t.Errorf("tables are joined: %v", s.Severity)
	}
	if len(l.Files) != 2 || s.Root != "app" {
		t.Errorf("files %q, root %q", l.Files, s.Root)
	}
}

func TestLoadAddsToLists(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "base.toml", "select = [\"NRN1\"]\nexclude = [\"old\"]\n[severity]\nNRN1 = \"info\"\n")
	write(t, "neuronlint.toml", `extend = "base.toml"
extend-select = ["NRN2"]
extend-ignore = ["NRN203"]
exclude = ["vendor"]
extend-exclude = ["*.pyi"]
opsdb = ["a.tsv"]
extend-opsdb = ["b.tsv"]
[severity]
NRN2 = "info"
`)
	l, err := Load("neuronlint.toml")
	if err != nil {
		t.Fatal(err)
	}
	s := l.Settings
	for _, test := range []struct {
		key    string
		got    []string
		want   []string
		origin string
	}{
		{"select", s.Select, []string{"NRN1", "NRN2"}, "neuronlint.toml:2, base.toml:1"},
		{"ignore", s.Ignore, []string{"NRN203"}, "neuronlint.toml:3"},
		{"exclude", s.Exclude, []string{"vendor", "*.pyi"}, "neuronlint.toml:5, neuronlint.toml:4"},
		{"opsdb", s.OpsDB, []string{"a.tsv", "b.tsv"}, "neuronlint.toml:7, neuronlint.toml:6"},
	} {
		if !reflect.DeepEqual(test.got, test.want) || l.Origin(test.key) != test.origin {
			t.Errorf("%s: %q from %s, want %q from %s", test.key, test.got, l.Origin(test.key), test.want, test.origin)
		}
	}
	if got := l.Origin("severity") + "; " + l.Origin("severity.NRN1"); got != "neuronlint.toml:8, base.toml:3; base.toml:4" {
		t.Errorf("severity comes from %s", got)
	}

	write(t, "neuronlint.toml", "extend-select = [\"NRN2\"]\n")
	if l, err = Load("neuronlint.toml"); err != nil || len(l.Settings.Select) != 0 {
		t.Errorf("everything is selected already: %q, %v", l.Settings.Select, err)
	}
}

func TestLoadErrors(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"unknown key":       {"sdk = \"2.33\"\nexlude = []\n", `neuronlint.toml:2:1: exlude: no such setting; did you mean "exclude"?`},
		"unknown in table":  {"[severty]\nNRN1 = \"info\"\n", `neuronlint.toml:1:2: severty: no such setting; did you mean "severity"?`},
		"number for string": {"sdk = 2.26\n", `neuronlint.toml:1:1: sdk: want a string such as "2.26"`},
		"string for list":   {"\nselect = \"NRN1\"\n", `neuronlint.toml:2:1: select: want a list of strings`},
		"mixed list":        {"ignore = [\"NRN1\", 2]\n", `neuronlint.toml:1:1: ignore: want a list of strings`},
		"string for bool":   {"unsafe = \"yes\"\n", `neuronlint.toml:1:1: unsafe: want true or false`},
		"unknown value":     {"sdk = \"2.20\"\n", `neuronlint.toml:1:1: sdk: "2.20" is not one of 2.26, 2.33`},
		"unknown severity":  {"[severity]\nNRN101 = \"fatal\"\n", `neuronlint.toml:2:1: severity.NRN101: "fatal" is not one of info, warning, error`},
		"inline severity":   {"severity = { NRN101 = \"fatal\" }\n", `neuronlint.toml:1:1: severity.NRN101: "fatal" is not one of info, warning, error`},
		"list for table":    {"per-file-ignores = []\n", `neuronlint.toml:1:1: per-file-ignores: want a table of lists of strings`},
		"no workers":        {"jobs = 0\n", "neuronlint.toml:1:1: jobs: want a whole number above 0"},
		"no list to extend": {"extend-sdk = [\"2.33\"]\n", `neuronlint.toml:1:1: extend-sdk: no such setting; did you mean "extend-`},
		"syntax":            {"sdk = \"2.33\"\nselect = [\n", "neuronlint.toml:"},
		"twice":             {"sdk = \"2.33\"\nsdk = \"2.26\"\n", "neuronlint.toml:2:"},
		"itself":            {"extend = \"neuronlint.toml\"\n", "neuronlint.toml:1:1: extend: neuronlint.toml extends itself"},
		"missing base":      {"\nextend = \"none.toml\"\n", "neuronlint.toml:2:1: extend: configuration: open none.toml"},
		"extend a number":   {"extend = 1\n", "neuronlint.toml:1:1: extend: want the path"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, ownName, test.text)
			_, err := Load(ownName)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error %v\nwant    %s", err, test.want)
			}
		})
	}
}

func TestOverride(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "conf/neuronlint.toml", "sdk = \"2.33\"\ntarget = \"trn3\"\nexclude = [\"old\"]\n")
	l, err := Load("conf/neuronlint.toml")
	if err != nil {
		t.Fatal(err)
	}
	flags := Default()
	flags.Target, flags.Exclude = "trn2", []string{"vendor/**", "*.pyi"}
	l.Override(&flags, func(flag string) bool { return flag == "target" || flag == "exclude" })
	if l.Settings.Target != "trn2" || l.Settings.SDK != "2.33" {
		t.Errorf("settings %+v", l.Settings)
	}
	if want := []string{"../vendor/**", "*.pyi"}; !reflect.DeepEqual(l.Settings.Exclude, want) {
		t.Errorf("globs of flags are relative to the working directory: %q, want %q", l.Settings.Exclude, want)
	}
	if got := l.Origin("target"); got != "--target" {
		t.Errorf("target comes from %s", got)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	write(t, "pyproject.toml", "[tool.neuronlint]\n")
	write(t, "pkg/pyproject.toml", "[project]\n")
	write(t, "pkg/deep/x.py", "")
	write(t, "pkg/own/neuronlint.toml", "")
	write(t, "pkg/own/pyproject.toml", "[tool.neuronlint]\n")
	write(t, "else/neuronlint.toml", "")
	write(t, "else/x.py", "")
	find := func(wd string, paths ...string) string {
		t.Helper()
		t.Chdir(filepath.Join(root, wd))
		got, err := Find(paths)
		if err != nil {
			t.Fatal(err)
		}
		if rel, err := filepath.Rel(root, got); err == nil && filepath.IsAbs(got) {
			got = "ROOT/" + filepath.ToSlash(rel)
		}
		return got
	}
	for _, test := range []struct {
		wd    string
		paths []string
		want  string
	}{
		{"", nil, "pyproject.toml"},
		{"", []string{"pkg/own/a.py"}, "pyproject.toml"}, // the same for every file below
		{"pkg/deep", nil, "ROOT/pyproject.toml"},
		{"pkg/own", []string{"."}, "neuronlint.toml"},
		{"pkg/deep", []string{"../../else/x.py"}, "ROOT/else/neuronlint.toml"},
		{"pkg", []string{"../else"}, "ROOT/else/neuronlint.toml"},
	} {
		if got := find(test.wd, test.paths...); got != test.want {
			t.Errorf("in %q over %q: %q, want %q", test.wd, test.paths, got, test.want)
		}
	}
}

func TestFindRefusesWhatIsBroken(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pyproject.toml", "[tool.black\n")
	if _, err := Find(nil); err == nil || !strings.HasPrefix(err.Error(), "pyproject.toml:1:") {
		t.Errorf("got %v", err)
	}
}

func TestCacheDirStaysInside(t *testing.T) {
	dir := t.TempDir()
	project := filepath.Join(dir, "project")
	for _, d := range []string{"project/real", "outside"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"inner": "real", "out": "../outside", "dangling": "../none", "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(project, link)); err != nil {
			t.Skip(err)
		}
	}
	name := filepath.Join(project, "neuronlint.toml")
	for _, c := range []struct {
		dir string
		ok  bool
	}{
		{"cache", true},
		{"a/b/c", true},
		{"", true},
		{"inner/x", true},
		{"x/../cache", true},
		{filepath.Join(project, "cache"), true},
		{"neuronlint.toml/x", true},
		{"..", false},
		{"../evil", false},
		{"a/../../evil", false},
		{filepath.Join(dir, "outside"), false},
		{"out", false},
		{"out/x", false},
		{"dangling", false},
		{"dangling/x", false},
		{"loop/x", false},
		{project + "/new/../../outside", false},
	} {
		write(t, name, fmt.Sprintf("jobs = 1\ncache-dir = %q\n", c.dir))
		switch _, err := Load(name); {
		case c.ok && err != nil:
			t.Errorf("%s: %v", c.dir, err)
		case !c.ok && (err == nil || !strings.HasPrefix(err.Error(), name+":2:1: cache-dir: ")):
			t.Errorf("%s: got %v", c.dir, err)
		}
	}
}
