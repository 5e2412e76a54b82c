package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

// htmlCause is one thing that many findings come from.
type htmlCause struct {
	Code, Name, Page string
	What             string // the API, or the place of the device setting
	Count, Files     int
	Fixable          int
	First            htmlPath // place of the first finding
	FirstID          string
}

// causes are the causes of findings, those with most findings first. A single finding
// has no cause worth naming.
func (in *Input) causes(list []*analyzer.Diagnostic) []htmlCause {
	byKey := make(map[htmlCauseKey]*htmlCause)
	files := make(map[htmlCauseKey]map[string]bool)
	for _, d := range list {
		k := causeKey(d)
		c := byKey[k]
		if c == nil {
			c = in.newCause(d)
			byKey[k], files[k] = c, make(map[string]bool)
		}
		c.Count++
		files[k][d.Path] = true
		c.Files = len(files[k])
		if in.offered(d) != nil {
			c.Fixable++
		}
	}
	var all []htmlCause
	for _, c := range byKey {
		if c.Count > 1 {
			all = append(all, *c)
		}
	}
	slices.SortFunc(all, func(a, b htmlCause) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Code, b.Code), strings.Compare(a.What, b.What))
	})
	return all[:min(len(all), barFiles)]
}

// htmlCauseKey identifies the cause that findings share: the device setting that they
// go back to, or else the rule and the API.
type htmlCauseKey struct{ component, code, api string }

func causeKey(d *analyzer.Diagnostic) htmlCauseKey {
	if d.Cause != nil {
		return htmlCauseKey{component: d.Cause.ID}
	}
	return htmlCauseKey{code: d.Code, api: d.API}
}

// newCause is the cause of a finding, which is the first that has it.
func (in *Input) newCause(d *analyzer.Diagnostic) *htmlCause {
	c := &htmlCause{
		Code: d.Code, Name: d.Name, Page: rulePage(d.Code), What: plain(d.API), FirstID: d.Fingerprint,
		First: htmlPath(place(d.Path, in.position(d.Path, d.Span.Start))),
	}
	if cause := d.Cause; cause != nil {
		c.Name = "device setting"
		c.What = place(cause.Path, in.position(cause.Path, cause.Span.Start))
	}
	return c
}
