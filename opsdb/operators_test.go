package opsdb

import (
	"slices"
	"strings"
	"testing"
)

func TestMergeVerdicts(t *testing.T) {
	verdict := func(e Evidence, s Status) Verdict { return Verdict{Status: s, Ref: Ref{Evidence: e}} }
	tests := []struct {
		name string
		a, b Verdict // a must win
	}{
		{"documented over source", verdict(Documented, Supported), verdict(FromSource, Unsupported)},
		{"source over derived", verdict(FromSource, Unsupported), verdict(Derived, Fallback)},
		{"a refusal over what the host does", verdict(Derived, Unsupported), verdict(FromSource, Fallback)},
		{"a run over source", verdict(Measured, Unsupported), verdict(FromSource, Fallback)},
		{"documented over a run", verdict(Documented, Supported), verdict(Measured, Unsupported)},
		{"the compiler's refusal over a run of torch-xla", verdict(Inferred, Unsupported), verdict(Measured, Supported)},
		{"a refusal over a run on the host", verdict(Derived, Unsupported), verdict(Measured, Fallback)},
		{"the compiler's refusal over a lowering", verdict(Inferred, Unsupported), verdict(FromSource, Supported)},
		{"derived over unofficial", verdict(Derived, Fallback), verdict(Unofficial, Supported)},
		{"unofficial over inferred", verdict(Unofficial, Supported), verdict(Inferred, Unsupported)},
		{"restriction over permission", verdict(FromSource, Fallback), verdict(FromSource, Supported)},
		{"refusal over fallback", verdict(Documented, Unsupported), verdict(Documented, Fallback)},
		{"unknown over permission", verdict(Inferred, Unknown), verdict(Inferred, Supported)},
	}
	for _, test := range tests {
		for _, order := range [][]Verdict{{test.a, test.b}, {test.b, test.a}} {
			winner, losers := MergeVerdicts(order)
			if winner != test.a || len(losers) != 1 || losers[0] != test.b {
				t.Errorf("%s: %s on %s ground wins", test.name, winner.Status, winner.Ref.Evidence)
			}
		}
	}
}

func TestSDKInRange(t *testing.T) {
	tests := []struct {
		sdk, versions string
		want          bool
	}{
		{"2.26", "2.26", true},
		{"2.26.1", "2.26", true},
		{"2.27", "2.26", false},
		{"2.9", "2.26-", false},
		{"2.33", "2.27-", true},
		{"2.26", "2.27-", false},
		{"2.32", "2.20-2.32", true},
		{"2.33", "2.20-2.32", false},
		{"2.33", "", true},
	}
	for _, test := range tests {
		if got := SDKInRange(test.sdk, test.versions); got != test.want {
			t.Errorf("SDKInRange(%q, %q) = %v", test.sdk, test.versions, got)
		}
	}
	for _, versions := range []string{"", "2", "2.x", "2.26-2", "2.28-2.26"} {
		if checkSDKRange(versions) == nil {
			t.Errorf("checkSDKRange(%q) finds nothing wrong", versions)
		}
	}
}

// TestSortedText looks every key of the tables up, and keys between them.
func TestSortedText(t *testing.T) {
	db := New()
	for _, load := range []func() (sortedText, error){db.operators, db.publicAPIs, db.declarations, db.returns, db.replacements, db.parameters} {
		table, err := load()
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int{}
		for cells := range table.all() {
			want[cells[0]]++
		}
		for key, n := range want {
			got := 0
			for range table.rows(key) {
				got++
			}
			if got != n || !table.has(key) {
				t.Errorf("%s: %d rows of %q, want %d", table.schema.file, got, key, n)
			}
			for _, near := range []string{key[:len(key)-1], key + "!", key + "~"} {
				if table.has(near) != (want[near] > 0) {
					t.Errorf("%s: has %q: %v", table.schema.file, near, table.has(near))
				}
			}
		}
		for _, key := range []string{"", "a", "aten::addm", "torch.nn.", "zzz", "\x00"} {
			if table.has(key) {
				t.Errorf("%s has %q", table.schema.file, key)
			}
		}
	}
}

func TestOperator(t *testing.T) {
	db := New()
	if got := db.Operator("aten::no_such", "xla", "2.26"); got != nil {
		t.Errorf("an operator that does not exist has %d verdicts", len(got))
	}
	if got := db.Operator("aten::grid_sampler_2d", "native", "2.26"); got != nil {
		t.Errorf("grid_sampler_2d has a verdict for the native stack before it existed")
	}
	got := db.Operator("aten::grid_sampler_2d", "xla", "2.26")
	if len(got) != 1 || got[0].Status != Fallback || got[0].Alternative == "" {
		t.Errorf("grid_sampler_2d = %+v", got)
	}
	for _, v := range db.Operator("aten::round.decimals", "xla", "2.26") {
		if v.Status != Fallback || v.Condition != "" {
			t.Errorf("round.decimals is %s if %q, want fallback for every call", v.Status, v.Condition)
		}
	}
}

func TestOperatorAPI(t *testing.T) {
	db := New()
	api, ok := db.OperatorAPI("torch.nn.modules.activation.GELU")
	if !ok || api.Name != "torch.nn.GELU" || !slices.Equal(api.Operators, []string{"aten::gelu"}) {
		t.Errorf("GELU by another spelling = %+v, %v", api, ok)
	}
	if api, _ := db.OperatorAPI("torch.norm"); !api.Deprecated || api.Replacement != "torch.linalg.vector_norm" {
		t.Errorf("torch.norm is not deprecated: %+v", api)
	}
	one, _ := db.OperatorAPI("torch.nn.functional.softmax")
	two, _ := db.OperatorAPI("torch.softmax")
	if one.Name == two.Name || !slices.Equal(one.Operators, two.Operators) {
		t.Errorf("two functions that reach one operator: %+v, %+v", one, two)
	}
	if _, ok := db.OperatorAPI("torch.no_such"); ok {
		t.Error("torch.no_such is in the table")
	}
}

func TestSuggest(t *testing.T) {
	db := New()
	tests := map[string]string{
		"torch.nn.functional.gird_sample": "torch.nn.functional.grid_sample",
		"torch.sofmax":                    "torch.softmax",
		"gelu":                            "aten::gelu",
		"jax.lax.con":                     "jax.lax.cond",
	}
	for name, want := range tests {
		if got := db.Suggest(name, 5); !slices.Contains(got, want) {
			t.Errorf("Suggest(%q) = %v, without %s", name, got, want)
		}
	}
	if got := db.Suggest("foo.bar", 5); len(got) != 0 {
		t.Errorf("Suggest of a short word in no module of ours = %v", got)
	}
	if got := db.Suggest("zzzzzzzzzz", 5); len(got) != 0 {
		t.Errorf("Suggest of nonsense = %v", got)
	}
}

func TestStats(t *testing.T) {
	s := New().Stats()
	if s.Operators["aten"] != 1565 || s.Operators["lax"] != 338 {
		t.Errorf("operators = %v, want those of PyTorch 2.8 and JAX 0.6.2", s.Operators)
	}
	if s.Judged < 3500 {
		t.Errorf("%d APIs reach an operator that is known of, want 3500", s.Judged)
	}
	if s.Unknown["xla"] > 0.01 || s.Unknown["native"] < 0.5 {
		t.Errorf("share of unknown = %v", s.Unknown)
	}
}

func TestConflicts(t *testing.T) {
	var names []string
	for _, v := range New().Conflicts() {
		names = append(names, v.Operator)
	}
	if !slices.Contains(names, "aten::sort") {
		t.Error("the contradiction about aten::sort is not listed")
	}
	// That JAX lowers it for every platform does not say that it runs.
	if slices.Contains(names, "lax.cond") {
		t.Error("what AWS documents of lax.cond is contradicted by JAX")
	}
}

// TestValidateFindsFaultyVerdicts puts one bad row at the end of a table.
func TestValidateFindsFaultyVerdicts(t *testing.T) {
	tests := []struct{ name, file, row, want string }{
		{"status", "operators.tsv", "zz\t\txla\t2.26\t\tbroken\tr\t\t\tsource\ts", `status: unknown value "broken"`},
		{"stack", "operators.tsv", "zz\t\tcuda\t2.26\t\tlimited\tr\t\t\tsource\ts", `stack: unknown value "cuda"`},
		{"range", "operators.tsv", "zz\t\txla\tnow\t\tlimited\tr\t\t\tsource\ts", "no minor number"},
		{"reason", "operators.tsv", "zz\t\txla\t2.26\t\tfallback\t\t\t\tsource\ts", "fallback without a reason"},
		{"condition", "operators.tsv", "zz\t\txla\t2.26\targ p ==\tlimited\tr\t\t\tsource\ts", `condition "arg p =="`},
		{"permission", "operators.tsv", "zz\t\txla\t2.26\targ p = 1\tsupported\t\t\t\tsource\ts", "supported under a condition"},
		{"overload", "operators.tsv", "zz\t\txla\t2.26\targ p = 1\tfallback\tr\t\t\tsource\ts", "no overload that it tells"},
		{"unofficial", "operators.tsv", "zz\t\tnative\t2.33\t\tunsupported\tr\t\t\tunofficial\ts", "unsupported on unofficial evidence"},
		{"foreign", "operators.tsv", "zz\t\tnative\t2.33\t\tlimited\tr\t\t\tsource\tpytorch/xla@v2.8.1:x", "rests on pytorch/xla"},
		{"source", "operators.tsv", "zz\t\txla\t2.26\t\tlimited\tr\t\t\tsource\t", "no source"},
		{"operator", "apis.tsv", "zz\tfunction\t\tno_such\t\tno\t\ts", "unknown operator aten::no_such"},
		{"twice", "apis.tsv", "zz\tfunction\t\tgelu gelu\t\tno\t\ts", "operator aten::gelu twice"},
		{"path", "apis.tsv", "zz\tfunction\t\t\tgelu if if\tno\t\ts", `condition "if"`},
		{"alias", "apis.tsv", "zz\tfunction\ttorch.gelu torch.sort\tgelu\t\tno\t\ts", "torch.sort is a name and an alias of zz"},
		{"kind", "apis.tsv", "zz\tthing\t\tgelu\t\tno\t\ts", `kind: unknown value "thing"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fsys := tables(t)
			fsys[test.file].Data = append(slices.Clone(fsys[test.file].Data), test.row+"\n"...)
			err := checkOperators(fsys)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// BenchmarkJudge measures a cold start: finding the tables and one lookup.
func BenchmarkJudge(b *testing.B) {
	for b.Loop() {
		New().Judge("torch.nn.functional.grid_sample", Target{SDK: "2.26", Rewrite: RewriteNeuron})
	}
}
