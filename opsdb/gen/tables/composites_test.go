package tables

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

// TestCarry checks what a verdict on a part says of a composite.
func TestCarry(t *testing.T) {
	lowered := func(condition string, status opsdb.Status, reason string) opsdb.Verdict {
		v := opsdb.Verdict{
			Operator: "aten::part", Status: status, Condition: condition, Reason: reason,
			Ref: opsdb.Ref{Evidence: opsdb.FromSource, Stack: "xla", SDK: torchXLASDK},
		}
		if condition == untold {
			v.Condition, v.Sometimes = "", true
		}
		return v
	}
	refused := lowered("", opsdb.Unsupported, "the compiler refuses it")
	refused.Ref.Evidence, refused.Ref.SDK = opsdb.Documented, "2.26-2.32"
	alone := composite{operator: "aten::whole", parts: []string{"aten::part"}, params: []string{"p", "dim"}, alone: true}
	among := alone
	among.alone = false
	told := among
	told.when = map[string]string{"aten::part": "arg n < 0"}
	told.params = append(slices.Clone(told.params), "n")
	kernel := alone
	kernel.lowered = true
	same := alone
	same.kept = map[string]bool{"aten::part": true}
	overloads := among
	overloads.bodies = map[string][]body{"aten::part": {{[]string{"dim"}, "without"}, {[]string{"dim", "p"}, "with"}}}
	if got, _ := overloads.carry("aten::part", lowered("arg p = 0", opsdb.Limited, "no")); got.Ref.Source != "with ; " {
		t.Errorf("the overload that has the argument is not cited: %q", got.Ref.Source)
	}
	gradient := kernel
	gradient.when = map[string]string{"aten::part": "backward"}
	tests := []struct {
		name      string
		composite composite
		verdict   opsdb.Verdict
		status    opsdb.Status // "" if nothing is carried
		condition string
		reason    string
	}{
		{"alone and refused", alone, refused, opsdb.Unsupported, "", "it calls part: the compiler refuses it"},
		{"refused among others", among, refused, opsdb.Limited, "?", "some calls reach part: the compiler refuses it"},
		{"refused for calls that are told", told, refused, opsdb.Limited, "arg n < 0", "it calls part: the compiler refuses it"},
		{"an argument it has", among, lowered("arg p = 0", opsdb.Limited, "no"), opsdb.Limited, "arg p = 0", "it calls part: no"},
		{"an argument it lacks", alone, lowered("arg generator given", opsdb.Limited, "no"), "", "", ""},
		{"two conditions", told, lowered("arg p = 0 or arg p = 1", opsdb.Limited, "no"), opsdb.Limited, "arg n < 0 and (arg p = 0 or arg p = 1)", "it calls part: no"},
		{"a gradient", alone, lowered("backward", opsdb.Limited, "no"), opsdb.Limited, "backward", "it calls part: no"},
		{"an argument it has, or one it lacks", alone, lowered("arg generator given or arg p = 0", opsdb.Limited, "no"), opsdb.Limited, "arg p = 0", "it calls part: no"},
		{"the gradient of a kernel", gradient, lowered("arg p = 0", opsdb.Limited, "no"), opsdb.Limited, "backward and arg p = 0", "it calls part: no"},
		{"a gradient among others", among, lowered("backward", opsdb.Limited, "no"), opsdb.Limited, "?", "some calls reach part: no"},
		{"what nobody can tell", alone, lowered("?", opsdb.Limited, "no"), opsdb.Limited, "?", "it calls part: no"},
		{"what nobody can tell among others", among, lowered("?", opsdb.Limited, "no"), opsdb.Limited, "?", "some calls reach part: no"},
		{"the dtype of a tensor inside", alone, lowered("dtype is int64", opsdb.Limited, "no"), "", "", ""},
		{"the dtype of the call", same, lowered("dtype is int64", opsdb.Limited, "no"), opsdb.Limited, "dtype is int64", "it calls part: no"},
		{"the end of a chain", alone, lowered("", opsdb.Limited, "it calls inner: no"), opsdb.Limited, "", "it calls inner: no"},
		{"a fallback that the lowering tables follow", alone, lowered("", opsdb.Fallback, "no"), "", "", ""},
		{"a kernel of its own", kernel, lowered("arg p = 0", opsdb.Limited, "no"), "", "", ""},
	}
	for _, test := range tests {
		got, ok := test.composite.carry("aten::part", test.verdict)
		if ok != (test.status != "") {
			t.Errorf("%s: carried is %t", test.name, ok)
			continue
		}
		if got.Status != test.status || conditionCell(got.Verdict) != test.condition || got.Reason != test.reason {
			t.Errorf("%s: %s if %q: %s", test.name, got.Status, conditionCell(got.Verdict), got.Reason)
		}
		if ok && (got.Operator != "aten::whole" || got.Ref.Evidence == opsdb.FromSource || got.Ref.Evidence == opsdb.Documented) {
			t.Errorf("%s: a verdict on %s with %s evidence", test.name, got.Operator, got.Ref.Evidence)
		}
	}
}

// TestBodies checks that each hand-written row about a composite is about
// operators that there are.
func TestBodies(t *testing.T) {
	dir := filepath.Join("..", "inputs")
	declared, err := readInput(dir, "aten_ops.tsv", "op")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := readInput(dir, "bodies.tsv", "op", "part", "condition", "source")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		for _, name := range []string{r["op"], r["part"]} {
			if !slices.ContainsFunc(declared, func(d record) bool { return d["op"] == name }) {
				t.Errorf("bodies.tsv: PyTorch has no operator %s", name)
			}
		}
	}
}

// TestWholeOperators checks when overloads make a verdict on all of an operator.
func TestWholeOperators(t *testing.T) {
	verdicts, err := snapshot(filepath.Join("..", "inputs"))
	if err != nil {
		t.Fatal(err)
	}
	whole := func(operator string) bool {
		return slices.ContainsFunc(verdicts, func(v opsdb.Verdict) bool {
			return v.Operator == operator && v.Overload == "" && v.Status == opsdb.Supported
		})
	}
	for operator, want := range map[string]bool{
		"aten::index":   true,  // index.Tensor is all there is
		"aten::add":     true,  // add.Scalar is made of add.Tensor
		"aten::argsort": false, // all its overloads are made of sort, which is not registered
	} {
		if whole(operator) != want {
			t.Errorf("%s as a whole: %t, want %t", operator, !want, want)
		}
	}
}
