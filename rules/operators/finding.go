package operators

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/opcall"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/opsdb/cond"
	"github.com/neuronlint/neuronlint/rules/internal/reach"
)

// choose picks the verdict that a use is reported for.
func choose(p *analyzer.Pass, u use) (opcall.Finding, bool) {
	return opcall.Choose(p.Model, &u.Call, u.judgement.Findings, p.Target)
}

// found is a use with the verdict that it is reported for.
type found struct {
	use

	finding opcall.Finding
}

// findAll lists the uses that some verdict is about. Each of the rules reports
// some of them.
func findAll(p *analyzer.Pass) []*found {
	type key struct{}
	return analyzer.Once(p, key{}, func() []*found {
		var all []*found
		for u := range uses(p) {
			if f, ok := choose(p, u); ok {
				all = append(all, &found{u, f})
			}
		}
		return oneOfSeveral(p, all)
	})
}

// fewFunctions is the largest number of functions that may be called in one place for a
// single failing one to matter.
const fewFunctions = 3

// oneOfSeveral keeps, of the functions that may be called in one place, the first that
// surely fails. The finding is only possible where most of them do not fail.
func oneOfSeveral(p *analyzer.Pass, all []*found) []*found {
	troubled := map[syntax.Node]int{}
	for _, f := range all {
		f.finding.OneOf = p.Tree.Kind(f.Node) == syntax.KindCall && isUnnamed(p, f.Node)
		if f.finding.OneOf && f.finding.Holds == cond.True {
			troubled[f.Node]++
		}
	}
	said := map[syntax.Node]bool{}
	return slices.DeleteFunc(all, func(f *found) bool {
		if !f.finding.OneOf {
			return false
		}
		if said[f.Node] || f.finding.Holds != cond.True {
			return true
		}
		said[f.Node] = true
		if of := len(p.Model.PossibleNames(f.Node)); of > fewFunctions && 2*troubled[f.Node] < of {
			f.Confidence = analyzer.Possible
		}
		return false
	})
}

// isUnnamed reports whether it is not known which function a call reaches.
func isUnnamed(p *analyzer.Pass, call syntax.Node) bool {
	name, _ := p.Model.CallName(call)
	return name == ""
}

// wrapsModel tells the APIs that spread a model over processes. NRN403 and
// NRN405 judge them, by the stack that the code is moved to.
func wrapsModel(api string) bool {
	return strings.HasPrefix(api, "torch.distributed.fsdp.") || strings.HasPrefix(api, "torch.nn.parallel.DistributedDataParallel")
}

// report reports a use, and the places beside it for which the same finding holds.
func report(p *analyzer.Pass, u use, f opcall.Finding, others ...analyzer.Related) {
	conf, grade := u.Confidence, gravity(p, u.API, f.Verdict)
	if f.Holds != cond.True {
		conf, grade = analyzer.Possible, min(grade, analyzer.Warning)
	}
	if f.With != "" || ofGradient(f) {
		conf = min(conf, analyzer.Likely)
	}
	if ofGradient(f) && !trains(p) && strings.Contains(f.Verdict.Reason, "host") {
		grade = min(grade, analyzer.Info) // it only takes time, and another file trains it, or none
	}
	if p.Model.ExpectsError(u.Node) {
		grade = min(grade, analyzer.Info) // a test expects it to raise, mostly before it is compiled
	}
	if asked := reach.Debugs(p, u.Node); asked != syntax.None {
		grade = min(grade, analyzer.Info)
		others = append(others, p.Places("guarded here: only runs for debugging", asked)...)
	}
	p.Report(analyzer.Diagnostic{
		Span:       p.Tree.Span(u.At),
		Message:    message(u, f),
		Help:       helpHere(p, &u, f) + gradientToo(p, &u, f),
		Severity:   grade,
		Confidence: conf,
		API:        u.API,
		Ops:        operatorsOf(f.Verdict),
		MayFail:    f.Verdict.Status == opsdb.Unsupported && f.Holds == cond.True && grade > analyzer.Info,
		Fact:       f.Verdict.Ref,
		Related:    append(calledHere(p, u), others...),
	})
}

// trains reports whether the file computes gradients itself.
func trains(p *analyzer.Pass) bool {
	for range p.Model.AttributeLoads("backward") {
		return true
	}
	return false
}

// gradientToo tells of the gradient of a call that is reported for a problem of all
// calls: the gradient is lost whether or not the call runs.
func gradientToo(p *analyzer.Pass, u *use, f opcall.Finding) string {
	if !f.Certain() {
		return ""
	}
	for _, g := range u.judgement.Findings {
		if g.Condition != cond.Backward || g.Verdict.Status.BetterThan(f.Verdict.Status) {
			continue
		}
		if _, ok := opcall.Choose(p.Model, &u.Call, []opsdb.Finding{g}, p.Target); ok {
			return "; where the call is differentiated, " + g.Verdict.Reason
		}
	}
	return ""
}

// helpHere is the help that the code around a call asks for.
func helpHere(p *analyzer.Pass, u *use, f opcall.Finding) string {
	about := appliesTo(f.Verdict, u.judgement)
	switch {
	case u.API == opcall.Indexing && u.Among && opcall.Paired(p.Model, u.Node):
		return "instead: the mask and the index form pairs: with an index for every row, x.gather(1, index[:, None]).squeeze(1) picks, and torch.where(mask, picked, fill) chooses" + about
	case keyOfDefault(p, *u):
		where := ""
		if reach.InTestFile(p) {
			where = " in a conftest.py, once for all tests"
		}
		return "instead: " + f.Verdict.Alternative + where + ", whose keys are uint32[4], not Threefry's uint32[2]" + about
	case u.API == opcall.Indexing && !u.Among:
		if instead := insteadOfPicked(p, u); instead != "" {
			return instead + about
		}
	}
	return help(*u, f, strings.HasPrefix(p.Model.DType(u.Tensor), "int"))
}

// operatorsOf names the operator that a verdict is about; verdicts on an API
// as a whole name none.
func operatorsOf(v opsdb.Verdict) []string {
	if strings.Contains(v.Operator, "::") || strings.HasPrefix(v.Operator, "lax.") {
		return []string{v.Operator}
	}
	return nil
}

// severity follows from the verdict on the call, as far as the evidence carries it:
// only documents and sources make an error, and an unpublished fact is worth a note.
func severity(v opsdb.Verdict) analyzer.Severity {
	s := analyzer.Warning
	if v.Status == opsdb.Unsupported || v.Status == opsdb.CUDAOnly || v.Reason == opsdb.IntegerProducts {
		s = analyzer.Error
	}
	switch v.Ref.Evidence {
	case opsdb.Documented, opsdb.Measured, opsdb.FromSource, opsdb.Overlaid:
		return s
	case opsdb.Unofficial:
		return analyzer.Info
	case opsdb.Inferred:
		if v.Status == opsdb.Limited {
			return analyzer.Info
		}
	}
	return min(s, analyzer.Warning)
}

// gravity is the severity of a call: which numbers a test draws hardly matters.
func gravity(p *analyzer.Pass, api string, v opsdb.Verdict) analyzer.Severity {
	if (api == wholeDraw || makesKey(api)) && reach.InTestFile(p) ||
		strings.HasSuffix(v.Operator, "rshift__") { // another number only where the tensor has negative ones
		return analyzer.Info
	}
	return severity(v)
}

// neverReached reports whether a call is made on the result of another call that
// already raises: torch.sparse_coo_tensor(i, v).coalesce().
func neverReached(p *analyzer.Pass, u use) bool {
	made := p.Tree.Unparen(u.Tensor)
	if p.Tree.Kind(made) != syntax.KindCall {
		return false
	}
	name, conf := p.Model.CallName(made)
	if conf < analyzer.Likely || !framework(name) {
		return false
	}
	for _, f := range judge(p, name).Findings {
		if f.Verdict.Status == opsdb.Unsupported && f.Verdict.Condition == "" && severity(f.Verdict) == analyzer.Error {
			return true
		}
	}
	return false
}
