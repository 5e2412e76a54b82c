package tables

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// composite is an operator that PyTorch makes of others on every device that
// has no kernel of its own for it.
type composite struct {
	operator string   // "aten::linalg_svd"
	parts    []string // the operators that its body names, on any branch
	params   []string // of all its overloads
	// alone is set where each overload consists of the one part and nothing else:
	// verdicts on the part then hold for the composite.
	alone  bool
	named  map[string][]string // the overloads whose bodies name a part
	when   map[string]string   // by hand: for which calls a part is taken
	places map[string]string   // where it takes a part: its body, or by hand
	bodies map[string][]body   // of the overloads that take a part
	// kept holds the parts that get the tensors of the call as they are.
	kept map[string]bool
	// lowered is set where torch-xla has kernels of its own for it, so that
	// only its gradient is made of parts there.
	lowered bool
}

// body is where an overload of a composite is defined, and its parameters.
type body struct {
	params []string
	source string
}

// always says that every call of a composite takes a part.
const always = "always"

// composites reads which operators are made of which. Variants that write to out= or
// take names of dimensions do not count: they are made of the others.
func composites(dir string) ([]composite, error) {
	rows, err := readInput(dir, "xla_lowering.tsv", "op", "overload", "why", "source")
	if err != nil {
		return nil, err
	}
	declared, err := readInput(dir, "aten_ops.tsv", "op", "overload", "schema_kind", "parameters")
	if err != nil {
		return nil, err
	}
	bodies, err := readInput(dir, "bodies.tsv", "op", "part", "condition", "dtype", "source")
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	kinds := map[string]record{}
	for _, d := range declared {
		names[d["op"]] = true
		kinds[d["op"]+"."+d["overload"]] = d
	}
	var found []composite
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n]["op"] == rows[0]["op"] {
			n++
		}
		c := compositeOf(rows[:n], kinds, names)
		c.lowered = len(c.parts) == 0
		for _, b := range bodies {
			if op := "aten::" + b["op"]; op == c.operator || op+"_" == c.operator {
				c.tell("aten::"+b["part"], b["condition"])
				c.kept["aten::"+b["part"]] = b["dtype"] == "kept"
				c.places["aten::"+b["part"]] = b["source"]
				delete(c.bodies, "aten::"+b["part"])
			}
		}
		if len(c.parts) > 0 {
			found = append(found, c)
		}
		rows = rows[n:]
	}
	return found, nil
}

// tell notes for which calls a part is taken.
func (c *composite) tell(part, condition string) {
	if !slices.Contains(c.parts, part) {
		c.parts = append(c.parts, part)
	}
	c.when[part] = condition
}

// compositeOf collects the parts of all overloads of one operator.
func compositeOf(overloads []record, declared map[string]record, names map[string]bool) composite {
	c := composite{operator: "aten::" + overloads[0]["op"], alone: true, named: map[string][]string{}, when: map[string]string{}, places: map[string]string{}, kept: map[string]bool{}, bodies: map[string][]body{}}
	made := regexp.MustCompile(`Composite\w* -> (.*)`)
	for _, r := range overloads {
		d := declared[r["op"]+"."+r["overload"]]
		if d["schema_kind"] == "out" || byName(r["overload"]) {
			continue
		}
		c.params = append(c.params, strings.Fields(d["parameters"])...)
		var parts []string
		if m := made.FindStringSubmatch(r["why"]); m != nil {
			parts = partsOf(m[1], r["op"], names)
		}
		c.alone = c.alone && len(parts) == 1 && (len(c.parts) == 0 || c.parts[0] == parts[0])
		c.parts = append(c.parts, parts...)
		for _, part := range parts {
			c.named[part] = append(c.named[part], overloadName(r["overload"]))
			c.places[part] = cmp.Or(c.places[part], r["source"])
			c.bodies[part] = append(c.bodies[part], body{strings.Fields(d["parameters"]), r["source"]})
		}
	}
	slices.Sort(c.parts)
	c.parts = slices.Compact(c.parts)
	return c
}

// partsOf reads the operators that a body names, without itself.
func partsOf(body, own string, names map[string]bool) []string {
	var parts []string
	for word := range strings.FieldsSeq(body) {
		name, _, _ := strings.Cut(word, ".")
		name, _, _ = strings.Cut(name, "(")
		if names[name] && name != own && !slices.Contains(parts, "aten::"+name) {
			parts = append(parts, "aten::"+name)
		}
	}
	return parts
}

// carry passes verdicts on operators on to the operators made of them, and to those
// made of these in turn.
func carry(dir string, verdicts []opsdb.Verdict) ([]opsdb.Verdict, error) {
	made, err := composites(dir)
	if err != nil {
		return nil, err
	}
	said := map[opsdb.Verdict]bool{} // a stronger verdict may have covered it since
	for {
		merged := merge(verdicts)
		byOperator := map[string][]opsdb.Verdict{}
		for _, v := range merged {
			byOperator[v.Operator] = append(byOperator[v.Operator], v)
		}
		grown := merged
		for _, c := range made {
			for _, v := range c.carried(byOperator) {
				if !said[v] {
					grown = append(grown, v)
				}
				said[v] = true
			}
		}
		if len(grown) == len(merged) {
			return merged, nil
		}
		verdicts = grown
	}
}

// carried returns the verdicts that the parts of a composite imply for it and that are
// not known yet.
func (c composite) carried(known map[string][]opsdb.Verdict) []opsdb.Verdict {
	var verdicts []opsdb.Verdict
	for _, part := range c.parts {
		if c.toldByOverload(part, known[c.operator]) {
			continue
		}
		for _, v := range known[part] {
			carried, ok := c.carry(part, v)
			if ok && !slices.ContainsFunc(known[c.operator], carried.saidBy) &&
				!slices.ContainsFunc(verdicts, carried.saidBy) {
				verdicts = append(verdicts, carried.Verdict)
			}
		}
	}
	return verdicts
}

// toldByOverload tells whether only overloads with a verdict of their own take
// a part.
func (c composite) toldByOverload(part string, own []opsdb.Verdict) bool {
	return len(c.named[part]) > 0 && !slices.ContainsFunc(c.named[part], func(overload string) bool {
		return !slices.ContainsFunc(own, func(v opsdb.Verdict) bool {
			return v.Overload == overload && v.Status.Restricts()
		})
	})
}

// carry turns a verdict on a part into one on the composite. The lowering tables
// themselves follow through operators that run on the host for lack of a lowering.
func (c composite) carry(part string, v opsdb.Verdict) (carried inherited, ok bool) {
	followed := v.Ref.Stack == "xla" && v.Ref.SDK == torchXLASDK && v.Status == opsdb.Fallback
	own := c.lowered && v.Ref.Stack == "xla" && c.when[part] != cond.Backward
	ofOverload := v.Overload != "" || strings.Contains(v.Condition, "overload ")
	if !v.Status.Restricts() || ofOverload || followed || own || c.spares(part, v) {
		return inherited{}, false
	}
	condition, ok := c.translate(part, v)
	if !ok {
		return inherited{}, false
	}
	v.Ref.Evidence = atMostDerived(v.Ref.Evidence)
	name, reason := opsdb.Innermost(part, v.Reason)
	v.Operator, v.Conflict, v.Condition, v.Sometimes = c.operator, "", condition, false
	v.Reason = opsdb.Through(opsdb.EveryCall, name, reason)
	if place := c.place(part, condition); place != "" && !strings.Contains(v.Ref.Source, place) {
		v.Ref.Source = place + " ; " + v.Ref.Source
	}
	if condition != "" {
		v.Status = opsdb.Limited
	}
	if condition == untold {
		v.Condition, v.Sometimes = "", true
		if !c.alone && c.when[part] != always {
			v.Reason = opsdb.Through(opsdb.SomeCalls, name, reason)
		}
	}
	return inherited{v}, true
}

// spares tells whether no call of a part by the composite falls under a verdict: it
// does not call the part at all, or never for the condition beside "never".
func (c composite) spares(part string, v opsdb.Verdict) bool {
	which, ok := strings.CutPrefix(c.when[part], never)
	return ok && (which == "" || strings.TrimSpace(which) == v.Condition)
}

// place is where the composite takes a part for the calls of a condition: the body of
// the first overload that has the arguments of the condition.
func (c composite) place(part, condition string) string {
	e, err := cond.Parse(condition)
	if err != nil {
		return c.places[part]
	}
	for _, b := range c.bodies[part] {
		if _, ok := cond.Within(e, func(name string) bool { return slices.Contains(b.params, name) }); ok {
			return b.source
		}
	}
	return c.places[part]
}

// translate returns the calls of the composite for which a verdict on a part holds. The
// dtype of a tensor inside is known only where it is the dtype of the call. Arguments
// are matched by name; a missing one has its default.
func (c composite) translate(part string, v opsdb.Verdict) (condition string, ok bool) {
	e, err := cond.Parse(v.Condition)
	if err != nil || aboutInner(v.Condition) && !c.kept[part] {
		return "", false
	}
	e, ok = cond.Within(e, func(name string) bool { return slices.Contains(c.params, name) })
	if !ok {
		return "", false
	}
	when, told := c.when[part]
	told = told && !strings.HasPrefix(when, never)
	switch {
	case v.Sometimes && when == cond.Backward: // some calls of the gradient are no calls of the composite
		return "", false
	case v.Sometimes || when == untold || !told && !c.alone && len(cond.Arguments(e)) == 0:
		return untold, true
	case !told || when == always || when == e.String():
		return e.String(), true
	case v.Condition == "":
		return when, true
	}
	both, err := cond.Parse("(" + when + ") and (" + e.String() + ")")
	if err != nil {
		return "", false
	}
	return both.String(), true
}
