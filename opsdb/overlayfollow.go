package opsdb

import (
	"slices"
	"strings"
)

// follower carries a team's verdicts on operators to the operators made of them, unless
// a line of its file is about these.
type follower struct {
	table   sortedText
	said    map[string][]Verdict // the verdicts on an operator as a whole
	replace map[string]bool      // operators that take the place of all rows
	drop    map[string]bool      // lines of the table that hold no longer
	rows    [][]string           // new rows
}

// follow carries the verdicts of some rows on, round by round, until nothing
// new follows.
func (f *follower) follow(declared []declaration, rows [][]string) {
	byHand := map[string]bool{}
	fresh := map[string]bool{}
	for _, cells := range rows {
		byHand[cells[0]] = true
		if v := verdictOf(cells); v.Overload == "" {
			f.said[v.Operator] = append(f.said[v.Operator], v)
			fresh[v.Operator] = true
		}
	}
	for len(fresh) > 0 {
		next := map[string]bool{}
		for _, d := range declared {
			if byHand[d.operator] || !slices.ContainsFunc(d.parts, func(part string) bool { return fresh[part] }) {
				continue
			}
			if carried := f.carry(d, fresh); len(carried) > 0 {
				f.said[d.operator] = append(f.said[d.operator], carried...)
				next[d.operator] = true
			}
		}
		fresh = next
	}
}

// carry writes the rows of one operator that follow from verdicts on its parts, and
// returns the verdicts for the operator as a whole.
func (f *follower) carry(d declaration, fresh map[string]bool) []Verdict {
	var carried []Verdict
	for _, part := range d.parts {
		if !fresh[part] {
			continue
		}
		for _, v := range f.said[part] {
			switch {
			case d.inPlace():
				f.replace[d.operator] = true
				v.Operator = d.operator
				carried = append(carried, v)
			case v.Status.Restricts():
				carried = append(carried, v.carriedTo(d, part))
			default:
				carried = append(carried, f.permit(d, v)...)
			}
		}
	}
	carried = slices.DeleteFunc(carried, func(v Verdict) bool { return slices.Contains(f.said[d.operator], v) })
	for _, v := range carried {
		f.rows = append(f.rows, v.Cells())
	}
	return carried
}

// carriedTo is a restriction of a part as one of the operator that is made of
// it. Whether a call takes the part is only known where every call does.
func (v Verdict) carriedTo(d declaration, part string) Verdict {
	lead := EveryCall
	if v.Condition != "" || v.Sometimes || !d.every {
		lead, v.Status, v.Condition, v.Sometimes = SomeCalls, Limited, "", true
	}
	name, reason := Innermost(part, v.Reason)
	v.Operator, v.Reason = d.operator, Through(lead, name, reason)
	return v
}

// EveryCall and SomeCalls begin the reason of a verdict on an operator that follows
// from one on an operator which every call, or not each, goes on to.
const (
	EveryCall = "it calls "
	SomeCalls = "some calls reach "
)

// joints connect the name of that operator with the reason given for it, by the words
// that this reason begins with by itself.
var joints = [...]struct{ joint, begin string }{
	{", which ", "it "},
	{", whose ", "its "},
	{": ", ""},
}

// Through is the reason of an operator whose calls go on to another one, with the
// reason given for that. The lead is EveryCall or SomeCalls.
func Through(lead, operator, reason string) string {
	for _, j := range joints {
		if rest, ok := strings.CutPrefix(reason, j.begin); ok {
			return lead + operator + j.joint + rest
		}
	}
	return reason
}

// Innermost names the operator at the end of a chain of operators made of each other,
// which a reason begins with, and the reason given for it. A reason that begins
// otherwise is about the part itself.
func Innermost(part, reason string) (name, rest string) {
	for _, lead := range []string{EveryCall, SomeCalls} {
		tail, _ := strings.CutPrefix(reason, lead)
		end := max(strings.IndexAny(tail, ",: "), 0)
		for _, j := range joints {
			if rest, ok := strings.CutPrefix(tail[end:], j.joint); ok && len(tail) < len(reason) {
				return tail[:end], j.begin + rest
			}
		}
	}
	return strings.TrimPrefix(part, "aten::"), reason
}

// permit lifts the restrictions of an operator that rest on parts which the team has
// found to run, and returns their replacement.
func (f *follower) permit(d declaration, v Verdict) []Verdict {
	var instead []Verdict
	restricted := false
	for _, cells := range f.table.rows(d.operator) {
		old := verdictOf(cells)
		parts := restsOn(old.Reason)
		permitted := len(parts) > 0 && (d.every || !slices.ContainsFunc(parts, func(part string) bool { return !f.permitted(part) }))
		switch {
		case permitted && old.general() && old.Overload == "":
			old.Status, old.Reason, old.Alternative, old.Conflict = v.Status, "", "", ""
			old.Ref.Evidence, old.Ref.Source = v.Ref.Evidence, v.Ref.Source
			instead = append(instead, old)
			fallthrough
		case permitted:
			f.drop[strings.Join(cells, "\t")+"\n"] = true
		case old.general() && old.Status.Restricts():
			restricted = true
		}
	}
	if restricted {
		return nil
	}
	return instead
}

// permitted tells whether the team has found that an operator runs.
func (f *follower) permitted(operator string) bool {
	said := f.said["aten::"+operator]
	return len(said) > 0 && !slices.ContainsFunc(said, func(v Verdict) bool { return v.Status.Restricts() })
}

// restsOn reads from the reason of a verdict which operators it follows from,
// without their namespace. The builder of the tables writes it in these words.
// Operators that it only counts are a name that nothing has.
func restsOn(reason string) []string {
	if name, rest := Innermost("", reason); rest != reason {
		return []string{withoutOverload(name)}
	}
	for _, lead := range []string{SomeCalls, "it decomposes into ", "its gradient calls "} {
		rest, _ := strings.CutPrefix(reason, lead)
		if list, about, ok := strings.Cut(rest, ", which "); ok && rest != reason && strings.Contains(about, "on the host") {
			list = strings.NewReplacer(" and others", ", ?", " and ", ", ").Replace(list)
			names := strings.Split(list, ", ")
			for i, name := range names {
				names[i] = withoutOverload(name)
			}
			return names
		}
	}
	return nil
}

// withoutOverload is the name of an operator without that of its overload.
func withoutOverload(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name
}

// Cells is the line of operators.tsv with a verdict.
func (v Verdict) Cells() []string {
	stack, condition := v.Ref.Stack, v.Condition
	if stack == "" {
		stack = "both"
	}
	if v.Sometimes {
		condition = untold
	}
	return []string{
		v.Operator, v.Overload, stack, v.Ref.SDK, condition, string(v.Status),
		v.Reason, v.Alternative, v.Conflict, string(v.Ref.Evidence), v.Ref.Source,
	}
}
