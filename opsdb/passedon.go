package opsdb

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// passedOn keeps the verdicts on an operator that hold for the calls of an API that
// reaches it. Conditions are about the arguments of the operator and its tensors. They
// say something of the API where it is made for that operator, and else where it has
// parameters of the same names; an API that has none leaves the operator its defaults.
// A module passes on the arguments of its construction: forward does not pass an
// argument that its class does not take, and a call of forward shows nothing of the
// rest.
func (s settled) passedOn(api OperatorAPI, path Path, params []Parameter) settled {
	class, forward := moduleOf(api)
	if forward {
		api.Name, api.Kind = class, "class"
	}
	direct := api.TakesArgumentsOf(path.Operator)
	s.findings = slices.DeleteFunc(slices.Clone(s.findings), func(f Finding) bool {
		e, err := cond.Parse(f.Verdict.Condition)
		if err != nil || cond.Eval(e, anyCall{params, detached(api)}) == cond.False {
			return true
		}
		if direct {
			return len(params) > 0 && !takes(params, e) || api.writesAnew() && slices.Contains(cond.Arguments(e), "out") ||
				!api.calls(f.Verdict, path.Operator)
		}
		return !f.Certain() && !f.about(e, api, path, params)
	})
	if forward {
		s.findings = untoldOf(s.findings)
	}
	return s
}

// moduleOf returns the class of a module whose forward an API is, and else the
// name of the API itself.
func moduleOf(api OperatorAPI) (name string, forward bool) {
	if api.Kind != "method" {
		return api.Name, false
	}
	return strings.CutSuffix(api.Name, ".forward")
}

// untoldOf leaves open for which calls of forward a finding about arguments
// holds.
func untoldOf(findings []Finding) []Finding {
	findings = slices.Clone(findings)
	for i, f := range findings {
		if e, err := cond.Parse(f.Condition); err == nil && len(cond.Arguments(e)) > 0 {
			findings[i].Condition, findings[i].Sometimes = "", true
			findings[i].Verdict.Condition, findings[i].Verdict.Sometimes = "", true
		}
	}
	return findings
}

// about tells whether a finding on an operator that an API reaches among others
// says something of the API's calls.
func (f Finding) about(e cond.Expr, api OperatorAPI, path Path, params []Parameter) bool {
	if !takes(params, e) {
		return false
	}
	if f.Verdict.Sometimes && strings.HasPrefix(api.Name, "jax.") {
		// Verdicts on some calls of a primitive are about the arguments of lax: out of
		// bounds, with several operands. The table of APIs names those that call it so;
		// all others are known not to.
		return slices.Contains(api.Sometimes, path)
	}
	return path.Condition != "" || !cond.AboutTensors(e)
}

// calls tells whether the overload that a verdict is about can be the one that an API
// calls. An API that passes other arguments than its caller did is not told apart by
// them, and the receiver of a method is no number.
func (a OperatorAPI) calls(v Verdict, operator string) bool {
	if !strings.HasPrefix(v.Condition, "overload ") {
		return true
	}
	ofNumber := strings.HasPrefix(v.Overload, "Scalar_") && v.Overload != "Scalar_Other" && strings.HasPrefix(a.Name, "torch.Tensor.")
	return NamedAfter(a.Name, operator) && !ofNumber
}

// writesAnew tells whether an API has no out=, as modules and the methods of
// tensors have none.
func (a OperatorAPI) writesAnew() bool {
	return a.Kind == "class" || strings.HasPrefix(a.Name, "torch.Tensor.")
}

// takes tells whether there is a parameter for each argument that a condition
// is about.
func takes(params []Parameter, e cond.Expr) bool {
	return !slices.ContainsFunc(cond.Arguments(e), func(name string) bool {
		return !slices.ContainsFunc(params, func(p Parameter) bool { return p.Name == name })
	})
}

// anyCall holds the facts true of every call of an API: it passes the arguments that
// have no default.
type anyCall struct {
	params   []Parameter
	detached bool // no gradient is taken through it
}

// detached tells whether an API computes with gradients switched off, or with
// tensors of its own that need none: PyTorch's initialisers and optimisers do.
func detached(api OperatorAPI) bool {
	return strings.HasPrefix(api.Name, "torch.nn.init.") || strings.HasPrefix(api.Name, "torch.optim.")
}

// Given is part of cond.Env.
func (c anyCall) Given(name string) cond.Truth {
	if slices.ContainsFunc(c.params, func(p Parameter) bool { return p.Name == name && !p.Optional }) {
		return cond.True
	}
	return cond.Unknown
}

// Arg is part of cond.Env.
func (anyCall) Arg(string) (cond.Value, bool) { return cond.Value{}, false }

// OnHost is part of cond.Env.
func (anyCall) OnHost(string) cond.Truth { return cond.Unknown }

// DType is part of cond.Env.
func (anyCall) DType() (string, bool) { return "", false }

// Rank is part of cond.Env.
func (anyCall) Rank() (int, bool) { return 0, false }

// Fact is part of cond.Env.
func (c anyCall) Fact(name string) cond.Truth {
	if name == cond.Backward && c.detached {
		return cond.False
	}
	return cond.Unknown
}

// Target is part of cond.Env.
func (anyCall) Target() string { return "" }
