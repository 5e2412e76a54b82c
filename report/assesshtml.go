package report

import (
	"cmp"
	_ "embed" // the page is kept in files of its own
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/assess"
)

var (
	//go:embed html/assess.html
	assessTemplate string
	//go:embed html/assess.css
	assessStyle string
)

// What a page lists before it becomes one that nobody prints.
const (
	pageEntries = 200
	pageCauses  = 100
	pageRanges  = 10
)

// assessPage is the content of the page.
type assessPage struct {
	A                     *assess.Assessment
	Policy                string
	Style                 template.CSS
	Title, Meaning        string
	Reasons               [][]htmlSegment
	Size, Grounds, Unseen string
	Programs              string
	ByVerdict, ByMachine  []stackPart
	Notes                 int
	Speed                 string
	Entries               []*assess.Entry
	MoreEntries           int
	Causes                []assessCause
	MoreCauses            int
	Effort, EffortTests   string
	Ranges                []rangeBar
	Frameworks            string
	Groups                []assessGroup
	Machines              []string
	Models                []string
	DriftHead             string
	DriftLines            []string
	Money                 []string
}

// stackPart is a part of a bar; its place and width are in percent.
type stackPart struct {
	Name, Class string
	Count       int
	At, Wide    float64
}

// assessCause is a row of the table of causes.
type assessCause struct {
	Verdict                 assess.Verdict
	Rule, Page, Title       string
	Instead                 []htmlSegment
	First, Effort           string
	Programs, Files, Places int
}

// rangeBar is the effort of a cause; its place and width are in percent of the most.
type rangeBar struct {
	Name, Text string
	At, Wide   float64
}

type assessGroup struct {
	Name  string
	Items []assess.Operator
}

// AssessHTML writes an assessment as one page that needs nothing else. It has no script,
// and its policy forbids any.
func AssessHTML(w io.Writer, a *assess.Assessment) error {
	page, err := template.New("assess").Funcs(template.FuncMap{"plain": plain, "sentence": sentenceStart}).Parse(assessTemplate)
	if err != nil {
		return fmt.Errorf("report: parse page: %w", err)
	}
	if err := page.Execute(w, newAssessPage(a)); err != nil {
		return fmt.Errorf("report: write html: %w", err)
	}
	return nil
}

func newAssessPage(a *assess.Assessment) *assessPage {
	p := &assessPage{
		A: a, Style: template.CSS(assessStyle), Title: assessTitle(a), Meaning: sentenceStart(judgement(a)),
		Policy: "default-src 'none'; style-src '" + digest(assessStyle) + "'; base-uri 'none'; form-action 'none'",
		Size:   size(a), Grounds: assessGrounds(a) + ", neuronlint " + a.Tool.Version, Unseen: strings.Join(a.Unseen, ", "), Programs: programs(a),
		Speed: plain(speedLine(a)), Notes: a.Machine.Code.Notes + a.Machine.Tests.Notes, Entries: listed(a),
		Effort: sentenceStart(days(a.Effort.Code)), EffortTests: days(a.Effort.Tests), Frameworks: frameworkLine(a),
	}
	for _, r := range a.Reasons {
		p.Reasons = append(p.Reasons, htmlSegments(plain(r.Text)))
	}
	if line := cudaLine(a); line != "" {
		p.Reasons = append(p.Reasons, htmlSegments(line))
	}
	counts := byVerdict(a)
	for i := len(assess.Verdicts()) - 1; i >= 0; i-- {
		v := assess.Verdicts()[i]
		p.ByVerdict = append(p.ByVerdict, stackPart{Name: string(v), Class: string(v), Count: counts[v]})
	}
	c := a.Machine.Code
	p.ByMachine = []stackPart{
		{Name: "safe", Class: string(assess.Ready), Count: c.Safe},
		{Name: "to review", Class: string(assess.Mechanical), Count: c.Unsafe},
		{Name: "by hand", Class: string(assess.Work), Count: c.Hand},
	}
	stack(p.ByVerdict)
	stack(p.ByMachine)
	if n := len(p.Entries) - pageEntries; n > 0 {
		p.Entries, p.MoreEntries = p.Entries[:pageEntries], n
	}
	for i := range a.Inventory.Models {
		p.Models = append(p.Models, modelLine(&a.Inventory.Models[i]))
	}
	p.Money = moneyLines(a.Money)
	if a.Drift != nil {
		p.DriftHead, p.DriftLines = driftHead(a.Drift), driftLines(a.Drift, pageCauses)
	}
	p.addCauses(a)
	p.addGroups(a)
	for i := range a.Instances {
		p.Machines = append(p.Machines, instanceLine(&a.Instances[i]))
	}
	return p
}

// stack lays the parts of a bar side by side.
func stack(parts []stackPart) {
	total := 0
	for _, part := range parts {
		total += part.Count
	}
	at := 0.0
	for i := range parts {
		if total > 0 {
			parts[i].At, parts[i].Wide = at, 100*float64(parts[i].Count)/float64(total)
			at += parts[i].Wide
		}
	}
}

// addCauses fills in the table of causes, and the ranges of those that take most.
func (p *assessPage) addCauses(a *assess.Assessment) {
	list := heavy(a)
	if n := len(list) - pageCauses; n > 0 {
		list, p.MoreCauses = list[:pageCauses], n
	}
	most := 0.0
	for _, c := range list {
		row := assessCause{
			Verdict: c.Verdict, Rule: c.Rule, Page: rulePage(c.Rule), Title: plain(c.Title), Instead: htmlSegments(plain(c.Replacement)),
			Effort: days(c.Effort), Programs: c.Entries, Files: c.Files, Places: c.Counts.Total() + c.Tests.Total(),
		}
		if len(c.Places) > 0 {
			row.First = fmt.Sprintf("%s:%d", c.Places[0].Path, c.Places[0].Line)
		}
		p.Causes = append(p.Causes, row)
		most = max(most, c.Effort.High)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y *assess.Cause) int { return cmp.Compare(y.Effort.High, x.Effort.High) })
	for _, c := range list {
		if most > 0 && c.Effort.High > 0 && len(p.Ranges) < pageRanges {
			p.Ranges = append(p.Ranges, rangeBar{
				Name: c.Rule + " " + plain(c.Title), Text: days(c.Effort),
				At: 100 * c.Effort.Low / most, Wide: 100 * (c.Effort.High - c.Effort.Low) / most,
			})
		}
	}
}

func (p *assessPage) addGroups(a *assess.Assessment) {
	for _, g := range []assessGroup{
		{"Kernels", a.Inventory.Kernels},
		{"Operators that the stack restricts", a.Inventory.Operators},
		{"Modules for several devices", a.Inventory.Distributed},
	} {
		if len(g.Items) > 0 {
			p.Groups = append(p.Groups, g)
		}
	}
}
