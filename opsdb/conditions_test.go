package opsdb

import (
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// TestConditionsNameParameters checks that what is said of the arguments of an
// API can be looked up at its calls: its parameters are listed, in order, and
// those that the conditions ask for are among them. A few no API takes by
// position, and their names say enough. Nobody calls an attribute of JAX that
// stands for a primitive.
func TestConditionsNameParameters(t *testing.T) {
	t.Parallel()
	db := New()
	apis, err := db.publicAPIs()
	if err != nil {
		t.Fatal(err)
	}
	keywords := []string{"generator", "out", "out_dtype", "pin_memory"}
	for cells := range apis.all() {
		name := cells[0]
		if cells[1] == "attribute" || !strings.HasPrefix(name, "torch.") && !strings.HasPrefix(name, "jax.") {
			continue
		}
		params, listed := db.Parameters(name)
		for _, f := range db.Judge(name, lazyXLA()).Findings {
			e, err := cond.Parse(f.Condition)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, f.Condition, err)
			}
			for _, arg := range cond.Arguments(e) {
				found := slices.ContainsFunc(params, func(p Parameter) bool { return p.Name == arg })
				if !found && (listed || !slices.Contains(keywords, arg)) {
					t.Errorf("%s: %q asks for %s, which is not among its parameters", name, f.Condition, arg)
				}
			}
		}
	}
}

// TestTwinsAgree checks that a function, the method of the same name and what
// works in place fare alike: they are one computation.
func TestTwinsAgree(t *testing.T) {
	t.Parallel()
	db := New()
	apis, err := db.publicAPIs()
	if err != nil {
		t.Fatal(err)
	}
	for cells := range apis.all() {
		operator, ok := strings.CutPrefix(cells[0], "torch.Tensor.")
		if !ok || cells[1] != "method" || cells[3] != operator {
			continue
		}
		method := db.Judge(cells[0], lazyXLA())
		for _, twin := range []string{"torch." + operator, "torch.Tensor." + operator + "_", "torch." + operator + "_"} {
			api, ok := db.OperatorAPI(twin)
			if !ok || len(api.Operators) != 1 || strings.TrimSuffix(api.Operators[0], "_") != "aten::"+operator {
				continue
			}
			if got := db.Judge(twin, lazyXLA()); got.Status != method.Status && !ofOverloads(got) {
				t.Errorf("%s is %s, and %s is %s", twin, got.Status, cells[0], method.Status)
			}
			if function := "torch." + operator; twin == function && (api.Deprecated && !api.Removed) != (cells[5] == "yes") {
				t.Errorf("%s and %s are not deprecated alike", twin, cells[0])
			}
		}
	}
}

// ofOverloads tells whether all that is said of an API is about arguments that
// its form as a method does not take.
func ofOverloads(j Judgement) bool {
	return !slices.ContainsFunc(j.Findings, func(f Finding) bool {
		e, err := cond.Parse(f.Condition)
		return err != nil || !strings.Contains(f.Condition, "overload ") && !slices.ContainsFunc(cond.Arguments(e), func(arg string) bool {
			return arg == "out" || arg == "out_dtype" || arg == "generator" || arg == "other"
		})
	})
}
