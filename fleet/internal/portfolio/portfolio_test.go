package portfolio

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/tables"
)

// made writes tables of repositories with these verdicts, each with one cause, and reads
// them as a portfolio.
func made(t *testing.T, ended time.Time, verdicts map[string]string) *Portfolio {
	t.Helper()
	dir := t.TempDir()
	set, err := tables.Create(dir, "0", &tables.Run{Version: "v1", Database: "1", Ended: ended})
	if err != nil {
		t.Fatal(err)
	}
	for name, verdict := range verdicts {
		e := &manifest.Entry{Unit: "u" + name, Location: name, Name: name, Team: "<b>team</b>"}
		r := &outcome.Record{Unit: e.Unit, Failures: []outcome.Failure{{Reason: outcome.Timeout, Scope: outcome.Whole, Count: 1}}}
		if verdict != "" {
			r.Failures = nil
			r.Assessment = fmt.Appendf(nil, `{"schema_version": 1, "verdict": %[1]q, "project": {"lines": 1000},
				"effort": {"code": {"low": 8, "high": 80}},
				"causes": [{"id": "NRN1", "rule": "NRN1", "title": "use of `+"`x<y`"+`", "verdict": %[1]q, "counts": {"hand": 2}, "effort": {"low": 8, "high": 80}}],
				"inventory": {
					"calls": [{"name": "torch.cat", "verdict": "supported", "places": 5}, {"name": "torch.sort", "verdict": "unsupported", "places": 1},
						{"name": "torch.cat", "verdict": "limited", "places": 2}, {"name": "torch.Tensor.size", "verdict": "no-operator", "places": 9}],
					"operators": [{"name": "torch.sort", "verdict": "unsupported-operator", "places": 1}], "libraries": [{"name": "apex", "status": "cuda-only", "files": 3}]}}`, verdict)
		}
		if err := set.Add(e, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := Read(dir, "All <of> it")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPortfolio sums up a run and its changes since another one.
func TestPortfolio(t *testing.T) {
	t.Parallel()
	old := made(t, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), map[string]string{"a": "blocked", "b": "work", "c": "ready", "gone": "work"})
	p := made(t, time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC), map[string]string{"a": "work", "b": "blocked", "c": "ready", "new": "mechanical", "d": ""})
	p.Compare(old)
	var verdicts []int
	for _, v := range p.Verdicts {
		verdicts = append(verdicts, v.N)
	}
	if want := []int{1, 1, 1, 1}; !slices.Equal(verdicts, want) || p.Judged != 4 || p.Failed != 1 {
		t.Errorf("verdicts %v, want %v; %d judged, %d failed", verdicts, want, p.Judged, p.Failed)
	}
	if p.EffortLow != 4 || p.EffortHigh != 40 || len(p.Teams) != 1 || p.Teams[0].High != 40 {
		t.Errorf("%v–%v days, teams %v", p.EffortLow, p.EffortHigh, p.Teams)
	}
	if c := p.Blockers("blocked"); len(c) != 1 || c[0].Repositories != 3 || c[0].Findings != 6 || c[0].High != 30 {
		t.Errorf("blockers %+v", c)
	}
	if u := p.Libraries; len(u) != 1 || u[0].Repositories != 4 || u[0].Places != 12 || u[0].Note != "cuda only" {
		t.Errorf("libraries %+v", u)
	}
	want := []Use{{"torch.cat", "supported: 20, limited: 8", 4, 28}, {"torch.sort", "unsupported", 4, 4}}
	if !slices.Equal(p.Calls, want) || len(p.Operators) != 1 || p.Operators[0] != (Use{"torch.sort", "unsupported operator", 4, 4}) {
		t.Errorf("calls %+v, operators %+v", p.Calls, p.Operators)
	}
	tr := p.Trend
	if tr.Better != 1 || tr.Worse != 1 || tr.Added != 2 || tr.Gone != 1 || tr.Others {
		t.Errorf("trend %+v", tr)
	}
	var page bytes.Buffer
	if err := p.Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"All &lt;of&gt; it: 1 of 4 repositories blocked", "Since 1 January 2026", "use of <code>x&lt;y</code>", "&lt;b&gt;team&lt;/b&gt;",
		`<td class="n" data-of="repositories">3</td>`, "<b>4–40</b>days of work",
	} {
		if !strings.Contains(page.String(), text) {
			t.Errorf("the page lacks %s", text)
		}
	}
	if strings.Contains(page.String(), "<script") || strings.Contains(page.String(), "http://") {
		t.Error("the page has a script or a link")
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a `b<c` d": "a <code>b&lt;c</code> d", "a ` b": "a ` b", "": "", "``": "<code></code>", "<i>": "&lt;i&gt;",
	} {
		if got := text(in); got != template.HTML(want) {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for in, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		if got := number(in); got != want {
			t.Errorf("%d: %s, want %s", in, got, want)
		}
	}
	for _, c := range []struct {
		low, high float64
		want      string
	}{{0, 0, "0"}, {0.01, 0.5, "<0.1–0.5"}, {1, 1, "1"}, {9.96, 1234.5, "10–1,235"}} {
		if got := days(c.low, c.high); got != c.want {
			t.Errorf("%v–%v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}
