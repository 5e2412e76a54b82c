package opsdb

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestParameters(t *testing.T) {
	t.Parallel()
	params, ok := New().Parameters("torch.nn.functional.interpolate")
	if !ok {
		t.Fatal("the parameters of interpolate are not known")
	}
	got := map[string]Parameter{}
	for _, p := range params {
		got[p.Name] = p
	}
	if p := got["mode"]; p.Position != 3 || !p.Optional || p.Default.String() != `"nearest"` {
		t.Errorf("mode is %+v", p)
	}
	if p := got["input"]; p.Position != 0 || p.Optional {
		t.Errorf("input is %+v", p)
	}
	params, _ = New().Parameters("torch.multinomial")
	if last := params[len(params)-1]; last.Name != "out" || last.Position != -1 {
		t.Errorf("the last parameter of multinomial is %+v", last)
	}
	if _, ok := New().Parameters("torch.nothing"); ok {
		t.Error("torch.nothing has parameters")
	}
}

func TestParameterFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a * b * c": "parameters: a second star",
		"a a":       "parameters: a twice",
		"=1":        "parameters: =1: no name",
		"a=?":       `parameters: a=?: column 1: unexpected "?"`,
	} {
		fsys := fstest.MapFS{"parameters.tsv": {Data: []byte(
			"api\tparameters\tevidence\tsource\ntorch.f\t" + text + "\tsource\tx\n")}}
		_, err := loadParameters(fsys)
		if err == nil {
			t.Errorf("%q: no error", text)
			continue
		}
		if diff := cmp.Diff("opsdb: parameters.tsv:2: "+want, err.Error()); diff != "" {
			t.Errorf("%q: error (-want +got):\n%s", text, diff)
		}
	}
}

// TestParametersAreOfPublicAPIs finds rows that no call would ever be checked
// against.
func TestParametersAreOfPublicAPIs(t *testing.T) {
	t.Parallel()
	db := New()
	table, err := loadParameters(db.fsys)
	if err != nil {
		t.Fatal(err)
	}
	for api, params := range table {
		if _, ok := db.OperatorAPI(api); !ok {
			t.Errorf("%s is no public API", api)
		}
		for i, p := range params {
			if p.Position >= 0 && p.Position != i {
				t.Errorf("%s: %s is at %d, not %d", api, p.Name, p.Position, i)
			}
		}
	}
}
