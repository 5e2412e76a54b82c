package graph

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var growingTensor = &analyzer.Rule{
	Code:     "NRN604",
	Name:     "growing-tensor",
	Category: analyzer.CategoryDynamicShape,
	Since:    "0.1.0",
	Doc: `A tensor that grows by concatenation in every generation step.

## What breaks

Every token makes the sequence, and every cache of keys and values, one longer. Each
length is a new shape, so the model is compiled again for every token until the compiled
graphs are cached.

## Example

    for _ in range(max_new_tokens):
        logits = model(ids)
        ids = torch.cat([ids, logits[:, -1:].argmax(-1)], dim=1)

## Use instead

    out = torch.zeros(batch, start + max_new_tokens, dtype=ids.dtype, device=ids.device)
    out[:, :start] = ids
    for at in range(start, start + max_new_tokens):
        logits = model(out, length=at)
        out[:, at] = logits.argmax(-1)

## When there is no fix

The model must know how much of the sequence counts, so the change goes beyond the line.
Inference libraries for Neuron keep such fixed-size caches.

## When it is reported

As a warning:

- x = torch.cat([x, …]) and x = torch.cat([x[rows], …]) in a loop that draws tokens,
  also in a function compiled with the loop if the token is appended
- ids = self.step(ids) in a loop, if the function draws a token and returns its argument
  with the token appended
- model.generate(…) of Transformers, which runs such a loop

As a note:

- such a concatenation in a loop that reads x nowhere else, because a cache holds the
  earlier tokens: only the concatenation has a new shape in each iteration
- a loop outside of forward that calls a model on x and appends its result, as a
  forecast does
- x, _ = einops.pack([x, …])
- x[:, :length] in a training loop that increases the length
- in forward, the concatenation of a past or a cache, recognised by its name or its
  source, with new values, and self.keys = torch.cat([self.keys, keys]) there and in
  classes named as a cache
- in forward, a slice of a cache up to a given position (self.cache_k[:, :start_pos +
  length])

## When it is silent

- a concatenation on the host, if the loop reads x nowhere else
- a concatenation to a variable that holds something else again in the next iteration
- generate in a file that asks for a cache of a fixed size (cache_implementation)

## Source

The comparison of traced with lazy execution in the documentation of the AWS
Neuron SDK 2.26: another shape of the input is compiled again. That the cache of
generate grows: https://huggingface.co/docs/transformers/kv_cache.
`,
	Words: func(db *opsdb.DB) analyzer.Words {
		return words.Operators(db).And(analyzer.Words{Packages: generators})
	},
	Run: runGrowingTensor,
}

func runGrowingTensor(p *analyzer.Pass) error {
	for call := range p.Model.CallsOf("torch.cat", "torch.concat", "torch.concatenate", "torch.hstack", "torch.vstack", packing) {
		if p.Model.GuardedForNeuron(call) {
			continue
		}
		name, conf := p.Model.CallName(call)
		f := finding{
			idiom: "growing-tensor", at: call, confidence: min(conf, analyzer.Likely), severity: analyzer.Warning, api: name,
		}
		if inTokenLoop(p, call) {
			f.what, f.place = "a tensor that grows with each iteration", perToken
			if !readInRound(p, call) {
				f.severity = analyzer.Info // it is the concatenation alone that is compiled anew
			}
			if grows(p, call) && carriesOver(p, call) && (f.severity == analyzer.Warning || !joinsOnHost(p, call)) {
				report(p, &f)
			}
			continue
		}
		if grows(p, call) && forecasts(p, call) && !joinsOnHost(p, call) {
			f.what, f.place = "a tensor that grows with each iteration", perRound
			report(p, &f)
			continue
		}
		f.what, f.place, f.severity = "a cache that grows by concatenation", perCall, analyzer.Info
		if keepsCache(p, call) {
			report(p, &f)
		}
	}
	reportGrowsInside(p)
	reportCurricula(p)
	reportCacheParts(p)
	reportGeneration(p)
	return nil
}

// keepsCache reports whether a concatenation extends a tensor that one call leaves to
// the next: in forward, or in a class that is a cache by its name.
func keepsCache(p *analyzer.Pass, call syntax.Node) bool {
	switch p.Model.Region(call) {
	case semantic.RegionForward, semantic.RegionCompiled:
		return extendsCache(p, call) || grows(p, call) && ofSelf(p, call)
	case semantic.RegionOther, semantic.RegionModule:
		class := p.Tree.EnclosingClass(call)
		name := p.Tree.Text(p.Tree.FuncName(class))
		return (strings.HasSuffix(name, "Cache") || strings.Contains(name, "KVCache")) && grows(p, call) && ofSelf(p, call)
	}
	return false
}

// ofSelf reports whether a concatenation is kept in an attribute of the object,
// or in an element of one.
func ofSelf(p *analyzer.Pass, call syntax.Node) bool {
	target := joinedInto(p, call)
	for p.Tree.Kind(target) == syntax.KindSubscript {
		target = p.Tree.Child(target, syntax.FieldValue)
	}
	return p.Tree.Kind(target) == syntax.KindAttribute && p.Tree.Text(p.Tree.Object(target)) == "self"
}

// assignmentOf is the assignment whose value a call is, or one of the two that a
// condition chooses: x = new if x is None else torch.cat([x, new]).
func assignmentOf(p *analyzer.Pass, call syntax.Node) syntax.Node {
	value, at := call, p.Tree.Parent(call)
	for {
		switch p.Tree.Kind(at) {
		case syntax.KindConditional:
			if _, cond, _ := p.Tree.Conditional(at); cond == value {
				return syntax.None
			}
		case syntax.KindParenthesized:
		case syntax.KindAssignment:
			if p.Tree.Child(at, syntax.FieldRight) == value {
				return at
			}
			return syntax.None
		default:
			return syntax.None
		}
		value, at = at, p.Tree.Parent(at)
	}
}

// packing is the function of einops that joins tensors and also yields the data to take
// them apart again: ids, _ = pack((ids, token), "b *").
const packing = "einops.pack"

// joinedInto is the target to which a concatenation is assigned.
func joinedInto(p *analyzer.Pass, call syntax.Node) syntax.Node {
	target := p.Tree.Child(assignmentOf(p, call), syntax.FieldLeft)
	if name, _ := p.Model.CallName(call); name != packing {
		return target
	}
	if k := p.Tree.Kind(target); k != syntax.KindPatternList && k != syntax.KindTuplePattern {
		return syntax.None
	}
	return p.Tree.First(target)
}

// grows reports whether a concatenation is assigned to one of its own parts.
func grows(p *analyzer.Pass, call syntax.Node) bool {
	target := joinedInto(p, call)
	if target == syntax.None {
		return false
	}
	for _, part := range parts(p, call) {
		if p.Tree.Same(part, target) || p.Tree.Same(pickedFrom(p, part), target) {
			return true
		}
	}
	return false
}

// pickedFrom is the tensor whose rows an expression reorders, as a beam search does:
// ids[beam], ids[beam, :], ids.index_select(0, beam). A slice along its length does not
// count.
func pickedFrom(p *analyzer.Pass, n syntax.Node) syntax.Node {
	t := p.Tree
	switch t.Kind(n) {
	case syntax.KindSubscript:
		rows := t.Child(n, syntax.FieldSubscript)
		if k := t.Kind(rows); k != syntax.KindIdentifier && k != syntax.KindAttribute {
			return syntax.None
		}
		for next := t.Next(rows); next != syntax.None; next = t.Next(next) {
			if t.Text(next) != ":" {
				return syntax.None
			}
		}
		return t.Child(n, syntax.FieldValue)
	case syntax.KindCall:
		callee := t.Callee(n)
		if dim, _ := p.Model.Constant(t.Arg(n, 0, "dim")); dim.Number == 0 && t.Text(t.AttrName(callee)) == "index_select" {
			return t.Object(callee)
		}
	}
	return syntax.None
}

// extendsCache reports whether a concatenation joins results of earlier calls with
// something else.
func extendsCache(p *analyzer.Pass, call syntax.Node) bool {
	old, fresh := false, false
	for _, part := range parts(p, call) {
		if p.Tree.Kind(part) != syntax.KindCall && (calledCache(p, part) || ofCache(p, part)) {
			old = true
		} else {
			fresh = true
		}
	}
	return old && fresh
}

// calledCache reports whether an expression is named like a cache of earlier results.
func calledCache(p *analyzer.Pass, n syntax.Node) bool {
	name := strings.ToLower(p.Tree.Text(n))
	return strings.Contains(name, "past") || strings.Contains(name, "cache")
}

// ofCache reports whether a variable holds a part of a cache of earlier results: k, v =
// cache.keys_and_values.
func ofCache(p *analyzer.Pass, n syntax.Node) bool {
	defs := p.Model.ReachingDefs(n)
	return p.Tree.Kind(n) == syntax.KindIdentifier && len(defs) > 0 && !slices.ContainsFunc(defs, func(d semantic.Def) bool {
		switch p.Tree.Kind(d.Value) {
		case syntax.KindIdentifier, syntax.KindAttribute, syntax.KindSubscript:
			return d.Kind != semantic.DefUnpack || !calledCache(p, d.Value)
		}
		return true
	})
}

// parts are the tensors that a call of cat joins, where they are written out.
func parts(p *analyzer.Pass, call syntax.Node) []syntax.Node {
	var out []syntax.Node
	list := p.Tree.Unparen(p.Tree.Arg(call, 0, "tensors"))
	switch p.Tree.Kind(list) {
	case syntax.KindList, syntax.KindTuple:
		for part := range p.Tree.Children(list) {
			out = append(out, part)
		}
	}
	return out
}
