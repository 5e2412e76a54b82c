package opsdb

import (
	"cmp"
	"slices"
	"strings"
)

// Judgement is the answer to how a public API fares on a target.
type Judgement struct {
	API    string // the name asked for, in its canonical spelling
	Stack  string // the stack the answer is about, "xla" or "native"
	SDK    string // the SDK the answer is about
	Status Status // of the API as a whole; Limited where only some calls are in trouble
	// Deciding is the verdict that Status rests on, and the zero Verdict where
	// nothing is known.
	Deciding Verdict
	// General is the verdict on the calls that no finding is about, and the
	// zero Verdict where nothing is known of them.
	General Verdict
	// Findings are all verdicts that restrict some call, worst first.
	Findings []Finding
}

// Finding is a restriction on the calls of an API.
type Finding struct {
	Verdict Verdict
	// Condition tells for which calls of the API the verdict holds: it joins the
	// condition of the way to the operator and that of the verdict.
	Condition string
	// Sometimes is set where only some of the calls that meet the condition are
	// concerned, and nobody has worked out which. Such a finding explains an answer; it
	// is no ground for reporting a call.
	Sometimes bool
}

// IntegerProducts is the reason of the verdicts that the compiler does not multiply
// matrices of integers: it takes the operator for other types.
const IntegerProducts = "it does not support products of integers"

// Certain tells whether the finding is about every call.
func (f Finding) Certain() bool { return f.Condition == "" && !f.Sometimes }

// OperatorStack is the stack whose facts judge operators. The native backend
// came with SDK 2.27, so for an older SDK it is torch-xla whatever fixes write.
func (t Target) OperatorStack() string {
	if compareSDK(t.SDK, "2.27") < 0 {
		return "xla"
	}
	return t.Rewrite.Stack()
}

// Judge answers how a public API, or an operator, fares on a target: it is as good as
// the worst of the operators that every call reaches. A verdict on the API itself wins
// over weaker evidence about its operators. The answer is shared with other callers and
// must not be changed.
func (db *DB) Judge(api string, t Target) Judgement {
	return db.judgements.get(judged{api, t}, func() Judgement { return db.judge(api, t) })
}

// judged is the subject of a judgement.
type judged struct {
	api    string
	target Target
}

func (db *DB) judge(api string, t Target) Judgement {
	entry, ok := db.OperatorAPI(api)
	if !ok {
		entry.Name = db.Canonical(api)
	}
	j := Judgement{API: entry.Name, Stack: t.OperatorStack(), SDK: t.SDK, Status: Unknown}
	own := db.own(entry, j)
	told, _ := moduleOf(entry)
	params, _ := db.Parameters(told)
	var reached []settled
	for _, operator := range entry.Operators {
		path := Path{Operator: operator}
		reached = append(reached, db.settle(path, false, j).passedOn(entry, path, params))
	}
	for _, path := range entry.Sometimes {
		reached = append(reached, db.settle(path, true, j).passedOn(entry, path, params))
	}
	j.decide(own, reached)
	if j.Status == Unknown && entry.Reach != ReachUnread {
		j.Status = NoOperator
		j.Deciding = Verdict{Operator: entry.Name, Status: NoOperator, Ref: Ref{Evidence: FromSource, Source: entry.Source}}
	}
	return j
}

// own returns the verdicts on an API itself. Verdicts on the class of a module also
// hold for its forward.
func (db *DB) own(entry OperatorAPI, j Judgement) settled {
	if entry.Kind == operatorKind {
		return settled{}
	}
	own := db.settle(Path{Operator: db.ownName(entry.Name)}, false, j)
	class, forward := moduleOf(entry)
	if forward && own.general.Status == "" && len(own.findings) == 0 {
		own = db.settle(Path{Operator: class}, false, j)
		own.findings = untoldOf(own.findings)
	}
	return own
}

// ownName returns the name that the verdicts on an API itself are filed under: its own,
// or that of a module that it is a member of, as in "jax.dlpack.*".
func (db *DB) ownName(api string) string {
	table, _ := db.operators()
	if table.has(api) {
		return api
	}
	for module := api; module != ""; module = module[:max(0, strings.LastIndexByte(module, '.'))] {
		if members := module + ".*"; table.has(members) {
			return members
		}
	}
	return api
}

// Beneath returns the row that covers a name without a row of its own: the row of all
// members of its module, as in "jax.dlpack.*". It does not tell that the name exists.
func (db *DB) Beneath(api string) (members string, ok bool) {
	members = db.ownName(db.Canonical(api))
	return members, strings.HasSuffix(members, ".*")
}

// settled is the settled knowledge about one operator that an API reaches.
type settled struct {
	general  Verdict // on all calls, the zero Verdict if nothing is known
	findings []Finding
	optional bool // only some calls of the API reach the operator
}

// settle weighs the verdicts on an operator against each other.
func (db *DB) settle(path Path, optional bool, j Judgement) settled {
	_, asked := splitOverload(path.Operator)
	var general, special []Verdict
	for _, v := range db.Operator(path.Operator, j.Stack, j.SDK) {
		if v.Overload != asked && v.Overload != "" && v.general() {
			v.Condition = "overload " + v.Overload
		}
		if v.general() {
			general = append(general, v)
		} else if v.Status.Restricts() {
			special = append(special, v)
		}
	}
	s := settled{optional: optional}
	if len(general) > 0 {
		s.general, _ = MergeVerdicts(general)
		if s.general.Status.Restricts() {
			s.findings = append(s.findings, findingOf(s.general, path, optional))
		}
	}
	for _, v := range special {
		if v.Status.severity() >= s.general.Status.severity() { // as bad, for another reason
			s.findings = append(s.findings, findingOf(v, path, optional))
		}
	}
	return s
}

// findingOf turns a verdict on an operator into a finding about the API that
// reaches it.
func findingOf(v Verdict, path Path, optional bool) Finding {
	return Finding{
		Verdict:   v,
		Condition: bothConditions(path.Condition, v.Condition),
		Sometimes: v.Sometimes || (optional && path.Condition == ""),
	}
}

// bothConditions joins two conditions; an empty one always holds.
func bothConditions(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "" || a == b:
		return a
	}
	return parenthesised(a) + " and " + parenthesised(b)
}

// parenthesised makes a condition ready to be joined by "and".
func parenthesised(condition string) string {
	if strings.Contains(condition, " or ") {
		return "(" + condition + ")"
	}
	return condition
}

// decide turns the verdicts on the API and on its operators into the answer.
func (j *Judgement) decide(own settled, reached []settled) {
	ground := own.general.Ref.Evidence.standing()
	all := []settled{own}
	for _, r := range reached {
		if ground == 0 || r.general.Ref.Evidence.standing() >= ground {
			all = append(all, r)
		}
	}
	var general, always []Verdict
	unknown := own.general.Status == "" && len(reached) == 0
	for i, s := range all {
		j.add(s.findings)
		switch {
		case s.optional && s.general.Status == Unknown: // as if nobody had said so
		case s.general.Status != "":
			general = append(general, s.general)
			if !s.optional {
				always = append(always, s.general)
			}
		case i > 0 && !s.optional:
			unknown = true
		}
	}
	slices.SortStableFunc(j.Findings, worseFirst)
	if len(always) > 0 {
		general = always // arguments that only some calls take are no ground for all
	}
	j.Status, j.Deciding = j.verdict(general, unknown)
	if !unknown && len(always) > 0 {
		j.General = weakest(always)
	}
}

// add appends the findings that say something new: for a loop of JAX the verdict on the
// API itself is repeated on the primitive.
func (j *Judgement) add(findings []Finding) {
	for _, f := range findings {
		if !slices.ContainsFunc(j.Findings, func(g Finding) bool {
			return g.Verdict.Operator == j.API && g.Verdict.Reason == f.Verdict.Reason &&
				g.Condition == f.Condition && g.Sometimes == f.Sometimes
		}) {
			j.Findings = append(j.Findings, f)
		}
	}
}

// worseFirst orders findings: certain ones before the others, then by status and
// evidence, and last the findings about unknown calls.
func worseFirst(a, b Finding) int {
	rank := map[bool]int{true: 1}
	return cmp.Or(
		cmp.Compare(rank[b.Certain()], rank[a.Certain()]),
		cmp.Compare(b.Verdict.Status.severity(), a.Verdict.Status.severity()),
		cmp.Compare(b.Verdict.Ref.Evidence.standing(), a.Verdict.Ref.Evidence.standing()),
		cmp.Compare(rank[a.Sometimes], rank[b.Sometimes]),
	)
}

// verdict names the status of the API and the verdict it rests on.
func (j *Judgement) verdict(general []Verdict, unknown bool) (Status, Verdict) {
	switch {
	case len(j.Findings) > 0 && j.Findings[0].Certain():
		return j.Findings[0].Verdict.Status, j.Findings[0].Verdict
	case len(j.Findings) > 0:
		return Limited, j.Findings[0].Verdict
	case unknown || len(general) == 0:
		return Unknown, Verdict{}
	}
	ground := weakest(general)
	return ground.Status, ground
}

// weakest is the verdict that a chain of them depends on: the worst, and among
// equals the one with the least evidence.
func weakest(verdicts []Verdict) Verdict {
	return slices.MinFunc(verdicts, func(a, b Verdict) int {
		return cmp.Or(
			cmp.Compare(b.Status.severity(), a.Status.severity()),
			cmp.Compare(a.Ref.Evidence.standing(), b.Ref.Evidence.standing()),
		)
	})
}
