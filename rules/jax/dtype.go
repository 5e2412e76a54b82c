package jax

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var unsupportedDType = &analyzer.Rule{
	Code:     "NRN812",
	Name:     "jax-unsupported-dtype",
	Category: analyzer.CategoryDtype,
	Since:    "0.1.0",
	Doc: `A JAX dtype that NeuronCores do not support.

## What breaks

The program fails to compile. Complex numbers are not supported, and float8_e4m3 and
float8_e5m2 are the only supported 8-bit floats; those of GPUs with "fn" or "fnuz" in
their name are different formats. The effects of --target and --sdk come from the table
of dtypes.

## Example

    weights = weights.astype(jnp.float8_e4m3fn)
    spectrum = jnp.zeros((128,), dtype=jnp.complex64)

## Use instead

    weights = weights.astype(jnp.float8_e4m3)
    spectrum = jnp.zeros((2, 128))  # real and imaginary part

## When there is no fix

float8_e4m3 ends at 240 where float8_e4m3fn ends at 448, so values must be
rescaled; complex arithmetic must be written out. Neither is mechanical.

## When it is reported

- a dtype where an array is made of it or converted to it, and an 8-bit float offered by
  name in a dictionary
- an imaginary number in a computation of a compiled function, or combined with a JAX
  array
- uint64 constants that need more than 32 bits

## When it is silent

- dtypes that are only compared with another

## Source

AWS Neuron SDK 2.26, frameworks/jax/setup/jax-neuronx-known-issues.rst, and the
error codes of the compiler, cited with the finding.
`,
	Words: words.JAX,
	Run: onJAX(func(p *analyzer.Pass) {
		for n := range p.Model.Named(narrowOrComplexDType) {
			name, conf := p.Model.Name(n)
			if !narrowOrComplexDType(name) {
				continue
			}
			row, ok := p.DB.DType(name, p.Target)
			if ok && row.Supported == opsdb.SupportNo && makes(p, n) && !notThere(p, n) {
				reportDType(p, n, name, conf, row)
			}
		}
		reportImaginary(p)
		reportDTypeTexts(p)
		reportWideConstants(p)
	}),
}

// reportImaginary reports imaginary numbers that a compiled function computes
// with, or that meet an array of JAX: they make complex arrays.
func reportImaginary(p *analyzer.Pass) {
	row, ok := p.DB.DType("jax.numpy.complex64", p.Target)
	if !ok || row.Supported != opsdb.SupportNo {
		return
	}
	for n := range p.Tree.OfKind(syntax.KindInteger, syntax.KindFloat) {
		if !strings.HasSuffix(strings.ToLower(p.Tree.Text(n)), "j") || !computedWith(p, n) {
			continue
		}
		if (p.Model.Region(n) == semantic.RegionCompiled || meetsArray(p, n)) && !notThere(p, n) && !ifComplex(p, n) {
			reportDType(p, n, "jax.numpy.complex64", analyzer.Likely, row)
		}
	}
}

// computedWith reports whether a number, with or without a sign, is an operand.
func computedWith(p *analyzer.Pass, n syntax.Node) bool {
	parent := p.Tree.Parent(n)
	if p.Tree.Kind(parent) == syntax.KindUnaryOperator {
		parent = p.Tree.Parent(parent)
	}
	return p.Tree.Kind(parent) == syntax.KindBinaryOperator
}

// ifComplex reports whether code runs only where a condition about complex numbers
// holds: the request for complex numbers is reported instead.
func ifComplex(p *analyzer.Pass, n syntax.Node) bool {
	for at := n; at != syntax.None; at = p.Tree.Parent(at) {
		parent := p.Tree.Parent(at)
		switch p.Tree.Kind(parent) {
		case syntax.KindIf, syntax.KindElif, syntax.KindConditional:
			if cond := p.Tree.Condition(parent); at != cond && strings.Contains(p.Tree.Text(cond), "complex") {
				return true
			}
		}
	}
	return false
}

// meetsArray reports whether the arithmetic around a number has an array of JAX
// in it, or is handed to a function that makes one.
func meetsArray(p *analyzer.Pass, n syntax.Node) bool {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindBinaryOperator, syntax.KindUnaryOperator, syntax.KindParenthesized:
			n = parent
			continue
		case syntax.KindArgumentList:
			if name, _ := p.Model.CallName(p.Tree.Parent(parent)); computes(name) {
				return true
			}
		case syntax.KindAssignment:
			if computedFrom(p, p.Tree.Child(parent, syntax.FieldLeft)) {
				return true
			}
		}
		return p.Model.Type(n).Kind == semantic.KindArray
	}
}

// maxUses bounds how many uses of a variable are looked at.
const maxUses = 32

// computedFrom reports whether the value of a variable is handed to a function of JAX.
func computedFrom(p *analyzer.Pass, target syntax.Node) bool {
	sym := p.Model.Symbol(target)
	return sym != nil && slices.ContainsFunc(sym.Uses[:min(len(sym.Uses), maxUses)], func(use syntax.Node) bool {
		list := p.Tree.Parent(use)
		if p.Tree.Kind(list) != syntax.KindArgumentList {
			return false
		}
		name, _ := p.Model.CallName(p.Tree.Parent(list))
		return computes(name)
	})
}

// narrowOrComplex names the dtypes that this rule is about; those of 64 bits
// need a setting first, which has a rule of its own.
func narrowOrComplex(name string) bool {
	return strings.HasPrefix(name, "complex") || strings.HasPrefix(name, "float8_") || strings.HasPrefix(name, "float4_")
}

// narrowOrComplexDType reports whether a name is that of such a dtype.
func narrowOrComplexDType(name string) bool {
	return strings.HasPrefix(name, "jax.numpy.") && narrowOrComplex(last(name))
}

// makes reports whether a dtype stands where an array gets it: as an argument
// of a call, a default, or a value that is bound to a name or returned.
func makes(p *analyzer.Pass, n syntax.Node) bool {
	for {
		parent := p.Tree.Parent(n)
		switch p.Tree.Kind(parent) {
		case syntax.KindArgumentList:
			call := p.Tree.Parent(parent)
			name, _ := p.Model.CallName(call)
			return !asks(name)
		case syntax.KindKeywordArgument, syntax.KindAssignment, syntax.KindReturn:
			return p.Tree.Field(n) != syntax.FieldLeft && p.Tree.Field(n) != syntax.FieldType
		case syntax.KindConditional, syntax.KindParenthesized:
			if p.Tree.Condition(parent) == n {
				return false
			}
			n = parent
		case syntax.KindPair:
			return offers(p, n, parent)
		default:
			return p.Tree.Field(n) == syntax.FieldValue && isDefault(p.Tree.Kind(parent))
		}
	}
}

// offers reports whether a dictionary has a narrow float under a name by which a
// program chooses a dtype: {"fp8": jnp.float8_e4m3fn}. Complex dtypes stand in tables
// of all dtypes.
func offers(p *analyzer.Pass, n, pair syntax.Node) bool {
	name, _ := p.Model.Name(n)
	_, named := p.Tree.StringValue(p.Tree.Child(pair, syntax.FieldKey))
	return named && p.Tree.Field(n) == syntax.FieldValue && strings.HasPrefix(last(name), "float8_")
}

func isDefault(k syntax.Kind) bool {
	return k == syntax.KindDefaultParameter || k == syntax.KindTypedDefaultParameter
}

// asks names functions that only ask something about a dtype.
func asks(name string) bool {
	switch last(name) {
	case "isinstance", "issubdtype", "finfo", "iinfo", "dtype", "append", "skipTest":
		return true
	}
	return false
}

func reportDType(p *analyzer.Pass, n syntax.Node, name string, conf analyzer.Confidence, row opsdb.DTypeSupport) {
	d := dtypeFinding(p, name, conf, row)
	d.Span = p.Tree.Span(n)
	p.Report(d)
}

// dtypeFinding is the finding about a dtype, wherever it is named.
func dtypeFinding(p *analyzer.Pass, name string, conf analyzer.Confidence, row opsdb.DTypeSupport) analyzer.Diagnostic {
	help := "keep real and imaginary parts as two arrays, or compute on the host"
	if !strings.HasPrefix(last(name), "complex") {
		help = "use `float8_e4m3` with rescaled values, `float8_e5m2` or `bfloat16`"
	}
	return analyzer.Diagnostic{
		Message:    code(name) + " " + verb(row.Ref) + " on " + p.Target.Instance,
		Help:       help,
		Severity:   grade(row.Ref),
		Confidence: conf,
		API:        name,
		Fact:       row.Ref,
	}
}
