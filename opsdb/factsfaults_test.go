package opsdb

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFactsFindFaults breaks one table of facts at a time.
func TestFactsFindFaults(t *testing.T) {
	tests := []struct {
		name, file, row string
		want            string
	}{
		{"status", "models.tsv", "zz\tzz\tlib\tinference\t\t2.26\tany\tfine\t\tsource\tx", `status: unknown value "fine"`},
		{"mode", "models.tsv", "zz\tzz\tlib\tdreaming\t\t2.26\tany\tbeta\t\tsource\tx", "mode: unknown"},
		{"no range", "models.tsv", "zz\tzz\tlib\ttraining\t\t\tany\tbeta\t\tsource\tx", "empty sdk"},
		{"range", "models.tsv", "zz\tzz\tlib\ttraining\t\t2.30-2.26\tany\tbeta\t\tsource\tx", "is empty"},
		{"target", "models.tsv", "zz\tzz\tlib\ttraining\t\t2.26\tp4d\tbeta\t\tsource\tx", `unknown target "p4d"`},
		{"targets out of order", "models.tsv", "zz\tzz\tlib\ttraining\t\t2.26\ttrn1,inf2\tbeta\t\tsource\tx", "out of order"},
		{"list", "models.tsv", "zz\tzz\tlib\ttraining\tA,,B\t2.26\tany\tbeta\t\tsource\tx", "no list"},
		{"core of another chip", "instances.tsv", "zz\tinstance\ttrn1\tTrainium\t1\tv3\t2\t\t\t\t\t\t\t\t\t\t\t\t\tsource\tx", `has NeuronCore "v3"`},
		{"number", "instances.tsv", "zz\tinstance\ttrn1\tTrainium\tmany\tv2\t2\t\t\t\t\t\t\t\t\t\t\t\t\tsource\tx", `chips: "many" is no number`},
		{"half a chip", "instances.tsv", "zz\tinstance\ttrn1\tTrainium\t0.5\tv2\t2\t\t\t\t\t\t\t\t\t\t\t\t\tsource\tx", "no whole number"},
		{"kind of deployment", "deploy.tsv", "zz\tg\tn\tcontradiction\t\tany\t\tsource\tx", "kind: unknown"},
		{"consequence", "project.tsv", "toleration\tzz\tmade for CUDA\tmaybe\t\t\t2.26\tinferred\tx", "consequence: unknown"},
		{"system", "project.tsv", "zz\tzz\tmade for CUDA\tfails\t\t\t2.26\tinferred\tx", "system: unknown"},
		{"capital", "project.tsv", "toleration\tzZ\tmade for CUDA\tfails\t\t\t2.26\tinferred\tx", "small letters"},
		{"support", "dtypes.tsv", "zz\tv2\tany\t2.26\t\tinf2,trn1\tmaybe\t\tsource\tx", "supported: unknown"},
		{"core without its targets", "dtypes.tsv", "zz\tv2\tany\t2.26\t\ttrn1\tyes\t\tsource\tx", "is not what has the cores"},
		{"targets without their core", "dtypes.tsv", "zz\tv2\tany\t2.26\t\tinf1\tyes\t\tsource\tx", `has NeuronCore "v2"`},
		{"two answers", "dtypes.tsv", "zz\tv2\tany\t2.26-\ttorch.float32\tinf2,trn1\tno\t\tdocumented\tx", "torch.float32 is yes and no"},
		{"release", "sdk.tsv", "9.99\t\tnone" + strings.Repeat("\t", 18) + "\tsource\tx", `"9.99" is no release`},
		{"date", "sdk.tsv", "9.99.0\tsoon\tnone" + strings.Repeat("\t", 18) + "\tsource\tx", "released:"},
		{"limit twice", "limits.tsv", "sort\tsort\tunsupported\tc\ta\tany\t2.26\tyes\t\tsource\tx", "occurs twice"},
		{"severity", "limits.tsv", "zz\ts\tsupported\tc\ta\tany\t2.26\tyes\t\tsource\tx", "status: unknown"},
		{"before", "limits.tsv", "zz\ts\tlimited\tc\ta\tany\t2.26\tmaybe\t\tsource\tx", "before: unknown"},
		{"no source", "limits.tsv", "zz\ts\tlimited\tc\ta\tany\t2.26\tno\t\tsource\t", "no source"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fsys := tables(t)
			addRow(fsys[test.file], test.row, false)
			err := newDB(fsys).checkFacts()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

// TestFactsOfNoTables checks that lookups go on when tables are unreadable.
func TestFactsOfNoTables(t *testing.T) {
	db := newDB(fstest.MapFS{})
	if err := db.checkFacts(); err == nil {
		t.Error("missing tables are no error")
	}
	_, dtype := db.DType("torch.float64", on("trn1", "2.26"))
	_, instance := db.Instance("trn1.2xlarge")
	_, release := db.SDK("2.26")
	_, limit := db.Limit("NCC_EVRF004")
	if dtype || instance || release || limit || db.Model("llama") != nil || db.Deploy("") != nil || db.SDKs() != nil {
		t.Error("a lookup found something")
	}
}

// TestEveryCitationIsNamed wants each of the sources of a row that cites
// several in SOURCES.md, and what rests on a pre-release to be marked unofficial.
func TestEveryCitationIsNamed(t *testing.T) {
	text, err := os.ReadFile("data/SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"models", "instances", "deploy", "project", "dtypes", "sdk", "limits"} {
		for line := range strings.Lines(string(tables(t)[name+".tsv"].Data)) {
			cells := strings.Split(strings.TrimSpace(line), "\t")
			source, evidence := cells[len(cells)-1], cells[len(cells)-2]
			if source == "source" {
				continue
			}
			for part := range strings.SplitSeq(source, " ; ") {
				origin, _, _ := strings.Cut(part, ":")
				if strings.HasPrefix(part, "https://") {
					origin = strings.Join(strings.SplitN(part, "/", 4)[:3], "/")
				}
				if !strings.Contains(string(text), "`"+origin) {
					t.Errorf("%s: SOURCES.md lacks %s", name, origin)
				}
			}
			if mirror := strings.Contains(source, "torch-neuronx-src-mirror"); mirror != (evidence == string(Unofficial)) {
				t.Errorf("%s: %s evidence from %s", name, evidence, source)
			}
		}
	}
}
