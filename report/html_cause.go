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
	What             string // API, if that is the cause
	Count, Files     int
	Fixable          int
	First            string // place of the first finding
	FirstID          string
}

// causes are what findings come from, those with most findings first. What has
// a single finding is no cause worth naming.
func (in *Input) causes(list []*analyzer.Diagnostic) []htmlCause {
	type key struct{ code, what string }
	byKey := make(map[key]*htmlCause)
	files := make(map[key]map[string]bool)
	for _, d := range list {
		k := key{d.Code, d.API}
		c := byKey[k]
		if c == nil {
			c = &htmlCause{
				Code: d.Code, Name: d.Name, Page: rulePage(d.Code), What: plain(d.API), FirstID: d.Fingerprint,
				First: place(d.Path, in.position(d.Path, d.Span.Start)),
			}
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
