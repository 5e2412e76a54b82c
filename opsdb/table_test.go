package opsdb

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// tables returns the embedded tables, to be changed by a test.
func tables(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	entries, err := fs.ReadDir(embedded, "data")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := fs.ReadFile(embedded, "data/"+entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		out[entry.Name()] = &fstest.MapFile{Data: data}
	}
	return out
}

// TestValidateFindsFaults breaks one table at a time.
func TestValidateFindsFaults(t *testing.T) {
	const native = "torch.cuda.zz\tneuron\t"
	tests := []struct {
		name, file, row string // row is put at the end of the file
		want            string
	}{
		{"cells", "symbols.tsv", "zz\tany", "2 cells, want 6"},
		{"source", "symbols.tsv", "zz\tany\tp\t1\tsource\t", "no source"},
		{"blank", "symbols.tsv", "zz\tany\tp \t1\tsource\tx", "package: blanks"},
		{"carriage return", "symbols.tsv", "zz\tany\tp\t1\tsource\tx\r", "source: blanks"},
		{"order", "symbols.tsv", "aa\tany\tp\t1\tsource\tx", "out of order"},
		{"twice", "symbols.tsv", "zz\tany\tp\t1\tsource\tx\nzz\tany\tp\t1\tsource\tx", "occurs twice"},
		{"empty line", "symbols.tsv", "", "1 cells"},
		{"stack", "symbols.tsv", "zz\tmetal\tp\t1\tsource\tx", `stack: unknown value "metal"`},
		{"evidence", "symbols.tsv", "zz\tany\tp\t1\thearsay\tx", `evidence: unknown value "hearsay"`},
		{"consequence", "cuda_apis.tsv", "zz\t\tclass\tmemory\texplodes\tr\tsource\tx", "consequence: unknown"},
		{"category", "cuda_apis.tsv", "zz\t\tclass\tmisc\traises\tr\tsource\tx", "category: unknown"},
		{"alias of two", "cuda_apis.tsv", "zz\ttorch.cuda.memory.empty_cache\tclass\tmemory\traises\tr\tsource\tx", "belongs to torch.cuda.empty_cache already"},
		{"alias is a name", "cuda_apis.tsv", "zz\ttorch.cuda.init\tclass\tmemory\traises\tr\tsource\tx", "is a name and an alias"},
		{"position", "device_params.tsv", "zz\tdevice\tfirst\tdevice\tsource\tx", `"first" is no position`},
		{"role", "device_params.tsv", "zz\tdevice\t0\tthing\tsource\tx", "role: unknown"},
		{"needs CUDA, unknown", "libraries.tsv", "zz\tp\tunknown\tyes\t\t\tany\t2.26\tsource\tx", "needs CUDA"},
		{"variable without safety", "environment.tsv", "zz\tignored\t\tremove\tnone\tsource\tx", "an edit needs a safety"},
		{"setting without safety", "jax_settings.tsv", "zz\tignored\t\tremove\tnone\tsource\tx", "an edit needs a safety"},
		{"wrapper of nothing", "jax_wrappers.tsv", "zz\tjax.lax.nothing\t\t\tsource\tx", "which is not known"},
		{"position of a platform", "jax_platforms.tsv", "zz\tfirst\tbackend\tsource\tx", "invalid syntax"},
		{"graph break of no stack", "graph_breaks.tsv", "zz\tmetal\t2.26-\tr\ta\tinferred\tx", `stack: unknown value "metal"`},
		{"word of no place", "cuda_words.tsv", "zz\tsky\tinferred\tx", `place: unknown value "sky"`},
		{"class of effort", "effort.tsv", "zz\thand\tyears\tonce\tno\tinferred\tx", `class: unknown value "years"`},
		{"tensor without a position", "stateless.tsv", "zz\tweight\tsource\tx", `tensors: want NAME:POSITION, got "weight"`},
		{"traced nowhere", "jax_control_flow.tsv", "zz\tloop\tf\tsource\tx", `traces: want NAME:POSITION, got "f"`},
		{"transform to nothing", "transforms.tsv", "zz\tdust\t\tsource\tx", `makes: unknown value "dust"`},
		{"read of nothing", "host_reads.tsv", "zz\t0\tdust\tinferred\tx", `yields: unknown value "dust"`},
		{"trait of no dtype", "traits.tsv", "zz\tsame:dust\t\t\t\t\tmeasured\tx", `dtype: "dust" is unknown`},
		{"trait of a dtype twice", "traits.tsv", "zz\tsame:int8 bool:int8\t\t\t\t\tmeasured\tx", `dtype: "int8" is unknown or stands twice`},
		{"trait by no rule", "traits.tsv", "zz\tbool:int8 same:int16\t\t\t\t\tmeasured\tx", `dtype: unknown rule "same"`},
		{"trait unless nowhere", "traits.tsv", "zz\tbool\tx:y\t\t\t\tmeasured\tx", "want NAME:POSITION"},
		{"result", "returns.tsv", "zz\ttensor|thing\tno\tsource\tx", `unknown kind "thing"`},
		{"rename to nothing", "replacements.tsv", native + "rename\t\tsafe\tn\t2.27-\tdocumented\tx", "needs a text"},
		{"safety without edit", "replacements.tsv", native + "keep\t\tsafe\tn\t2.27-\tdocumented\tx", "only an edit has one"},
		{"no such API", "replacements.tsv", native + "keep\t\tnone\tn\t2.27-\tdocumented\tx", "unknown name"},
		{"phantom", "replacements.tsv", "torch.version.cuda\txla\trename\ttorch.accelerator.version\tunsafe\tn\t2.27-\tdocumented\tx", "no known symbol"},
		{"other stack", "replacements.tsv", "torch.zeros\tneuron\trename\ttorch_xla.sync\tunsafe\tn\t2.27-\tdocumented\tx", "belongs to the xla stack"},
		{"safe by opinion", "replacements.tsv", "torch.zeros\tneuron\tremove\t\tsafe\tn\t2.27-\tinferred\tx", "a safe fix on inferred evidence"},
		{"native on torch-xla", "replacements.tsv", "torch.zeros\tneuron\tkeep\t\tnone\tn\t2.27-\tsource\tpytorch/xla@v2.8.1:x.py:1", "rests on pytorch/xla"},
		{"torch-xla on native", "replacements.tsv", "torch.zeros\txla\tkeep\t\tnone\tn\t2.26\tdocumented\taws@v1:x/pytorch-native-overview.rst:1", "rests on pytorch-native-overview"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fsys := tables(t)
			addRow(fsys[test.file], test.row, test.file == "replacements.tsv")
			err := newDB(fsys).Validate()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// addRow puts a row at the end of a table, or where it belongs. A row with the
// same first two cells gives way.
func addRow(file *fstest.MapFile, row string, sorted bool) {
	lines := strings.SplitAfter(string(file.Data), "\n")
	lines = lines[:len(lines)-1]
	if sorted {
		cells := strings.SplitAfterN(row, "\t", 3)
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, cells[0]+cells[1])
		})
	}
	lines = append(lines, row+"\n")
	if sorted {
		slices.Sort(lines[1:])
	}
	file.Data = []byte(strings.Join(lines, ""))
}

// TestCanonicalKeys checks that a replacement filed under another spelling of
// its API is found out: no lookup would ever reach it.
func TestCanonicalKeys(t *testing.T) {
	fsys := tables(t)
	const name = "torch.serialization.load"
	lines := strings.SplitAfter(string(fsys["symbols.tsv"].Data), "\n")
	lines = append(lines[:len(lines)-1], name+"\tany\ttorch\t2.8\tsource\tx\n")
	slices.Sort(lines[1:])
	fsys["symbols.tsv"].Data = []byte(strings.Join(lines, ""))
	addRow(fsys["replacements.tsv"], name+"\tneuron\tkeep\t\tnone\tn\t2.27-\tsource\tx", true)
	err := newDB(fsys).Validate()
	if err == nil || !strings.Contains(err.Error(), "spelling of torch.load") {
		t.Errorf("got %v", err)
	}
}

func TestFaultsOfAFile(t *testing.T) {
	fsys := tables(t)
	fsys["symbols.tsv"].Data = []byte("name\tstack\n")
	if err := newDB(fsys).Validate(); err == nil || !strings.Contains(err.Error(), "symbols.tsv:1: header") {
		t.Errorf("wrong header: %v", err)
	}
	fsys["symbols.tsv"].Data = []byte("name")
	if err := newDB(fsys).Validate(); err == nil || !strings.Contains(err.Error(), "no newline") {
		t.Errorf("no newline: %v", err)
	}
	delete(fsys, "symbols.tsv")
	if err := newDB(fsys).Validate(); err == nil {
		t.Error("a missing table is no error")
	}
}

// TestBrokenTableIsEmpty checks that lookups go on when a table is unreadable.
func TestBrokenTableIsEmpty(t *testing.T) {
	db := newDB(fstest.MapFS{})
	if _, ok := db.API("torch.cuda.synchronize"); ok {
		t.Error("API found something")
	}
	if _, ok := db.Replacement("torch.cuda.synchronize", RewriteNeuron); ok {
		t.Error("Replacement found something")
	}
	if _, ok := db.Library("flash_attn"); ok {
		t.Error("Library found something")
	}
	if _, ok := db.EnvVar("NCCL_DEBUG"); ok {
		t.Error("EnvVar found something")
	}
	if _, ok := db.Returns("torch.zeros"); ok {
		t.Error("Returns found something")
	}
	if db.DeviceParams("torch.zeros") != nil || db.Symbol("torch.zeros") {
		t.Error("DeviceParams or Symbol found something")
	}
	if got := db.Canonical("torch.cuda.memory.empty_cache"); got != "torch.cuda.memory.empty_cache" {
		t.Errorf("Canonical made %q", got)
	}
}

// TestPatternsOfDeviceParams checks which pattern wins.
func TestPatternsOfDeviceParams(t *testing.T) {
	table := deviceParamTable{
		"lib.*.load": {{-1, "middle", "device"}},
		"lib.Auto.*": {{-1, "last", "device"}},
		"lib.Auto.x": {{-1, "exact", "device"}},
	}
	for api, want := range map[string]string{"lib.A.load": "middle", "lib.Auto.load": "middle", "lib.Auto.y": "last", "lib.Auto.x": "exact"} {
		if params := table.lookup(api); len(params) != 1 || params[0].Name != want {
			t.Errorf("lookup(%q) = %v, want %s", api, params, want)
		}
	}
	for _, api := range []string{"lib.load", "lib.a.b.load", "load", "", "."} {
		if params := table.lookup(api); params != nil {
			t.Errorf("lookup(%q) = %v", api, params)
		}
	}
}

// TestSourcesAreNamed wants every source that a row cites in SOURCES.md.
func TestSourcesAreNamed(t *testing.T) {
	text, err := os.ReadFile("data/SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	origin := regexp.MustCompile(`^(https://[^/]+(?:/docs/[^/]+|/[^/]+/[^/]+/(?:issues|pull))?|[^:@]+@[^:]+)`)
	missing := map[string]bool{}
	for name, file := range tables(t) {
		for _, line := range strings.Split(strings.TrimSpace(string(file.Data)), "\n")[1:] {
			for source := range strings.SplitSeq(line[strings.LastIndexByte(line, '\t')+1:], " ; ") {
				from := origin.FindString(source)
				if from == "" {
					t.Errorf("%s: %q is no citation", name, source)
				} else if !strings.Contains(string(text), "`"+from) {
					missing[fmt.Sprintf("%s cites %s", name, from)] = true
				}
			}
		}
	}
	for what := range missing {
		t.Errorf("%s, which SOURCES.md lacks", what)
	}
}
