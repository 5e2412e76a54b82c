package cudaapi

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/rewrite"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// seeds names the functions that seed the generators of CUDA.
func seeds(name string) bool {
	switch name {
	case "torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.cuda.seed", "torch.cuda.seed_all":
		return true
	}
	return false
}

// seedFix deletes a call that seeds CUDA where torch.manual_seed has run with
// the same seed, which seeds every device of the native backend; elsewhere it
// writes the function that seeds them all.
func seedFix(p *analyzer.Pass, u usage.Use, row opsdb.Replacement, fix *analyzer.Fix) {
	stmt := rewrite.LoneCall(p, u.Call)
	if stmt == syntax.None || !seededAlready(p, u.Call, row) {
		renameFix(p, u, row.Text, fix)
		return
	}
	fix.Take(analyzer.Sure())
	rewrite.Delete(p, fix, stmt, "remove it: torch.manual_seed seeds every device")
}

// seededAlready reports whether torch.manual_seed, which seeds every device of
// the native backend, has run with the seed of call.
func seededAlready(p *analyzer.Pass, call syntax.Node, row opsdb.Replacement) bool {
	return call != syntax.None && row.Text == "torch.manual_seed" && seededBefore(p, call)
}

// seededOnXLA is the function that seeds the generator of the XLA device with the seed of a
// call that seeds CUDA, in the same function; empty if there is none.
func seededOnXLA(p *analyzer.Pass, u usage.Use) string {
	if u.Call == syntax.None || !seeds(u.Name) {
		return ""
	}
	for _, name := range []string{"torch_xla.manual_seed", "torch_xla.core.xla_model.set_rng_state"} {
		for call := range p.Model.CallsOf(name) {
			same := p.Tree.EnclosingFunction(call) == p.Tree.EnclosingFunction(u.Call)
			if same && sameSeed(p, p.Tree.Arg(call, 0, "seed"), p.Tree.Arg(u.Call, 0, "seed")) {
				return name
			}
		}
	}
	return ""
}

// seededBefore reports whether the last torch.manual_seed before call is given
// the same seed and runs on every path to it.
func seededBefore(p *analyzer.Pass, call syntax.Node) bool {
	last := lastSeed(p, call)
	return last != syntax.None && dominates(p.Tree, last, call) && !repeated(p.Tree, last, call) && !drawnBetween(p, last, call) &&
		sameSeed(p, p.Tree.Arg(last, 0, "seed"), p.Tree.Arg(call, 0, "seed"))
}

// lastSeed is the last call of torch.manual_seed before another call.
func lastSeed(p *analyzer.Pass, call syntax.Node) syntax.Node {
	type key struct{}
	seeding := analyzer.Once(p, key{}, func() []syntax.Node {
		return slices.Sorted(p.Model.CallsOf("torch.manual_seed", "torch.random.manual_seed"))
	})
	at, _ := slices.BinarySearch(seeding, call)
	if at == 0 {
		return syntax.None
	}
	return seeding[at-1]
}

// dominates reports whether the call first is a statement by itself, or the
// value of an assignment, in a suite around second of the same function.
func dominates(t *syntax.Tree, first, second syntax.Node) bool {
	parent := t.Parent(first)
	if t.Kind(parent) == syntax.KindAssignment {
		parent = t.Parent(parent)
	}
	return t.Kind(parent) == syntax.KindExpressionStatement &&
		t.EnclosingFunction(first) == t.EnclosingFunction(second) &&
		t.EnclosingClass(first) == t.EnclosingClass(second) &&
		t.Within(second, t.Suite(first))
}

// repeated reports whether second runs again without first: in a loop that starts after
// it. The random numbers of the loop then start again in each round.
func repeated(t *syntax.Tree, first, second syntax.Node) bool {
	for n := second; n != syntax.None && !t.Within(first, n); n = t.Parent(n) {
		if k := t.Kind(n); k == syntax.KindFor || k == syntax.KindWhile {
			return true
		}
	}
	return false
}

// drawnBetween reports whether something between two calls may draw random numbers:
// anything but calls that seed, ask or set up.
func drawnBetween(p *analyzer.Pass, first, second syntax.Node) bool {
	type key struct{}
	drawing := analyzer.Once(p, key{}, func() (calls []syntax.Node) {
		for _, c := range p.Model.Calls() {
			name, _ := p.Model.CallName(c)
			if name == "" {
				name = p.Tree.Written(p.Tree.Callee(c))
			}
			if !settingUp(name) {
				calls = append(calls, c)
			}
		}
		slices.Sort(calls)
		return calls
	})
	at, _ := slices.BinarySearch(drawing, first+1)
	return at < len(drawing) && drawing[at] < second
}

// settingUp reports whether a function, by its name, does not draw from the generators
// of the device, or seeds them.
func settingUp(name string) bool {
	if strings.Contains(name, "seed") || strings.Contains(name, "deterministic") || strings.HasSuffix(name, "is_available") || strings.Contains(name, "get_rng_state") {
		return true
	}
	for _, module := range []string{"builtins.", "random.", "numpy.", "np.", "os.", "logging.", "torch.backends.", "torch.distributed.get_"} {
		if strings.HasPrefix(name, module) {
			return true
		}
	}
	return false
}

// sameSeed reports whether two expressions are the same and yield the same value:
// constants, and names and attributes that are not bound in between.
func sameSeed(p *analyzer.Pass, a, b syntax.Node) bool {
	if a == syntax.None || b == syntax.None || !p.Tree.Same(a, b) {
		return false
	}
	for n := range p.Tree.All(a) {
		switch p.Tree.Kind(n) {
		case syntax.KindCall, syntax.KindAwait, syntax.KindYield, syntax.KindNamedExpression:
			return false
		}
	}
	return slices.EqualFunc(namesIn(p.Tree, a), namesIn(p.Tree, b), func(x, y syntax.Node) bool { return sameBinding(p, x, y) }) &&
		!storedBetween(p, a, b)
}

// namesIn are the names in an expression, in order.
func namesIn(t *syntax.Tree, n syntax.Node) []syntax.Node {
	var names []syntax.Node
	for inner := range t.All(n) {
		if t.Kind(inner) == syntax.KindIdentifier {
			names = append(names, inner)
		}
	}
	return names
}

// sameBinding reports whether the same bindings of a name reach both places.
func sameBinding(p *analyzer.Pass, a, b syntax.Node) bool {
	return slices.EqualFunc(p.Model.ReachingDefs(a), p.Model.ReachingDefs(b), func(x, y semantic.Def) bool { return x.Node == y.Node })
}

// storedBetween reports whether an attribute or element is assigned between a
// and b, if the seed is read from one.
func storedBetween(p *analyzer.Pass, a, b syntax.Node) bool {
	if p.Tree.Kind(a) != syntax.KindAttribute && p.Tree.Kind(a) != syntax.KindSubscript {
		return false
	}
	for n := p.Tree.End(a); n < b; n++ {
		switch p.Tree.Kind(n) {
		case syntax.KindAssignment, syntax.KindAugmentedAssignment:
			if k := p.Tree.Kind(p.Tree.Child(n, syntax.FieldLeft)); k != syntax.KindIdentifier &&
				p.Tree.Same(p.Tree.Child(n, syntax.FieldLeft), a) {
				return true
			}
		}
	}
	return false
}
