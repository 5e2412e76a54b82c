package opcall

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// maxTaken bounds how many arguments with several possible values are checked against a
// condition together.
const maxTaken = 2

// among checks a condition on unknown arguments against the values that the code shows
// to be possible. It is True if some of them fulfil the condition, and with spells those
// that are not the only possible ones; it is False if none does and no other values are
// possible.
func (e environment) among(expr cond.Expr) (holds cond.Truth, with string) {
	asked := e.unknown(expr)
	e.taken = map[string]cond.Value{}
	var words []string
	holds = e.take(expr, asked[:min(len(asked), maxTaken)], &words)
	return holds, strings.Join(words, " and ")
}

// unknown returns the unknown arguments that a condition asks for.
func (e environment) unknown(expr cond.Expr) (asked []string) {
	e.asked = &asked
	cond.Eval(expr, e)
	return asked
}

// ByDefault reports whether a restriction applies to a call if the caller of the function
// around it omits the parameters that the function passes on. It returns these, such as
// mode in def resize(x, mode="bicubic"), and spells their default values in with.
func ByDefault(m *semantic.Model, call *Call, f opsdb.Finding, target opsdb.Target) (params []semantic.Def, with string, ok bool) {
	expr, err := cond.Parse(f.Condition)
	if err != nil {
		return nil, "", false
	}
	e := newEnvironment(m, call, target)
	var words []string
	asked := e.unknown(expr)
	e.taken = map[string]cond.Value{}
	for _, name := range asked {
		param, _ := e.parameter(name)
		node, _ := e.passed(param)
		defs := m.ReachingDefs(m.Tree.Unparen(node))
		if len(defs) != 1 || defs[0].Kind != semantic.DefParam {
			return nil, "", false
		}
		c, known := m.Constant(defs[0].Value)
		if !known {
			return nil, "", false
		}
		e.taken[name] = valueOf(c)
		params, words = append(params, defs[0]), append(words, spelled(name, c, e.taken[name]))
	}
	return params, strings.Join(words, " and "), cond.Eval(expr, e) == cond.True
}

// take tries the values of the first argument together with those of the rest.
func (e environment) take(expr cond.Expr, asked []string, words *[]string) cond.Truth {
	if len(asked) == 0 {
		return cond.Eval(expr, e)
	}
	name := asked[0]
	param, _ := e.parameter(name)
	node, _ := e.passed(param)
	values, only := e.m.Possible(node)
	if len(values) == 0 {
		return e.take(expr, asked[1:], words)
	}
	holds, sole := cond.False, only && len(values) == 1
	for _, c := range values {
		e.taken[name] = valueOf(c)
		switch e.take(expr, asked[1:], words) {
		case cond.True:
			if !sole {
				*words = append(*words, spelled(name, c, e.taken[name]))
			}
			return cond.True
		case cond.Unknown:
			only = false
		}
	}
	delete(e.taken, name)
	if !only {
		holds = cond.Unknown
	}
	return holds
}

// spelled is an argument as written in code; for an object it says that one is passed.
func spelled(name string, c semantic.Constant, v cond.Value) string {
	if c.Kind == semantic.ConstantObject {
		return "a " + name
	}
	return name + "=" + v.String()
}
