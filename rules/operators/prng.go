package operators

import (
	"iter"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// prngSetting is the setting of JAX for the generator of keys; a variable in
// the environment has the same name in capitals.
const prngSetting = "jax_default_prng_impl"

// seeded yields the calls of Haiku and Flax that make keys from a number.
func seeded(p *analyzer.Pass, judged func(api string) judgedAPI) iter.Seq[use] {
	return func(yield func(use) bool) {
		if !p.Model.TextHas("PRNGSequence") && !p.Model.TextHas("Rngs") {
			return
		}
		for call := range p.Model.CallsOf("haiku.PRNGSequence", "flax.nnx.Rngs") {
			name, conf := p.Model.CallName(call)
			api := ""
			switch name {
			case "haiku.PRNGSequence":
				api = "jax.random.PRNGKey"
			case "flax.nnx.Rngs":
				api = "jax.random.key"
			}
			if api == "" || !ofNumber(p, call) || p.Model.GuardedForNeuron(call) || p.Model.JAXOnHost(call) {
				continue
			}
			u := use{Call: opcall.Call{Node: call, At: p.Tree.Callee(call), API: api, Confidence: conf}, judgement: judged(api), through: name}
			if !yield(u) {
				return
			}
		}
	}
}

// ofNumber reports whether the first argument of a call is a whole number, or
// called a seed: FLAGS.seed, or SEED.value of a flag that is held by a variable.
func ofNumber(p *analyzer.Pass, call syntax.Node) bool {
	for a := range p.Tree.Args(call) {
		switch kind := p.Model.Type(a.Value).Kind; {
		case a.Splat != 0:
			return false
		case kind == semantic.KindUnknown:
			return isSeed(p, a.Value)
		default:
			return kind == semantic.KindInt
		}
	}
	return false
}

// isSeed reports whether the last part of a value's name, or the name of the flag that
// holds it, says that it is a seed.
func isSeed(p *analyzer.Pass, n syntax.Node) bool {
	name := lastName(p, n)
	if name == "value" {
		name = lastName(p, p.Tree.Object(n))
	}
	return strings.HasSuffix(strings.ToLower(name), "seed")
}

// keyOfDefault reports whether a call makes a key and leaves the generator to
// the setting.
func keyOfDefault(p *analyzer.Pass, u use) bool {
	return makesKey(u.API) && p.Tree.Keyword(u.Node, "impl") == syntax.None
}

// makesKey reports whether a function of JAX makes a key of a seed.
func makesKey(api string) bool { return api == "jax.random.key" || api == "jax.random.PRNGKey" }

// setsGenerator reports whether the generator of keys is chosen by the file itself, or
// by a module that has run before it.
func setsGenerator(p *analyzer.Pass) (sets bool) {
	if choosesGenerator(p) {
		return true
	}
	p.Model.RunsFirst(func(lib *semantic.Model) (more bool) {
		sets = setsProgram(lib)
		return !sets
	})
	return sets
}

// setsProgram reports whether a module chooses the generator of keys for the whole
// program, by the setting or in the environment.
func setsProgram(m *semantic.Model) bool {
	if !saysGenerator(m) {
		return false
	}
	for _, n := range m.Strings() {
		if c, ok := m.Constant(n); !ok || !strings.EqualFold(c.Text, prngSetting) {
			continue
		}
		switch parent := m.Tree.Parent(n); m.Tree.Kind(parent) {
		case syntax.KindArgumentList:
			if name, _ := m.CallName(m.Tree.Parent(parent)); name == "jax.config.update" || name == "os.environ.setdefault" || name == "os.putenv" {
				return true
			}
		case syntax.KindSubscript: // an entry of os.environ
			if m.Tree.Kind(m.Tree.Parent(parent)) == syntax.KindAssignment && m.Tree.Field(parent) == syntax.FieldLeft {
				return true
			}
		}
	}
	return false
}

// saysGenerator reports whether a file has the name of the setting at all.
func saysGenerator(m *semantic.Model) bool { return m.TextHas("prng_impl") || m.TextHas("PRNG_IMPL") }

// choosesGenerator reports whether a file chooses the generator of keys: by the
// setting, by its context manager or in the environment.
func choosesGenerator(p *analyzer.Pass) bool {
	m := p.Model
	if !saysGenerator(m) {
		return false
	}
	for _, n := range m.Strings() {
		if c, ok := m.Constant(n); ok && strings.EqualFold(c.Text, prngSetting) {
			return true
		}
	}
	sets := func(name string) bool {
		return name == prngContext || name == "jax.config."+prngSetting
	}
	for whole, part := range m.Named(sets) {
		if whole == part && m.Tree.Kind(m.Tree.Parent(whole)) != syntax.KindInterpolation && !chosenInTest(p, whole) { // a text names the setting
			return true
		}
	}
	return false
}

// firstKey keeps, of the findings about keys of the default generator, the first of a
// file, with the places of the others: one line of the program mends them all. It is
// never certain, since another file of the program may choose the generator.
type firstKey struct {
	use     use
	finding opcall.Finding
	all     []syntax.Node // where keys are made
}

// takes reports whether a use makes a key of the default generator, and keeps it
// if it is the first.
func (k *firstKey) takes(p *analyzer.Pass, u use, f opcall.Finding) bool {
	if !keyOfDefault(p, u) {
		return false
	}
	if drawsNothing(p, u.Node) || chosenAround(p, u.Node) {
		return true
	}
	u.Confidence = min(u.Confidence, analyzer.Likely)
	if p.Tree.Kind(u.Node) != syntax.KindCall {
		f.Holds = cond.True // handed on, and no generator beside it
	}
	if len(k.all) == 0 || u.Confidence > k.use.Confidence || u.Confidence == k.use.Confidence && p.Tree.Start(u.At) < p.Tree.Start(k.use.At) {
		k.use, k.finding = u, f
	}
	k.all = append(k.all, u.At)
	return true
}

// report reports the first key, unless the file chooses the generator.
func (k *firstKey) report(p *analyzer.Pass) {
	if len(k.all) == 0 || setsGenerator(p) {
		return
	}
	others := slices.DeleteFunc(k.all, func(at syntax.Node) bool { return at == k.use.At })
	slices.Sort(others)
	report(p, k.use, k.finding, p.Places("another key here", others...)...)
}
