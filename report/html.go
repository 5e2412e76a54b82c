package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the page is kept in files of its own
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
)

var (
	//go:embed html/page.html
	pageTemplate string
	//go:embed html/page.css
	pageStyle string
	//go:embed html/page.js
	pageScript string
)

const (
	// barFiles is how many files have a bar; the others are in the list below.
	barFiles = 15
	// pageFindings is how many findings a browser still shows without delay.
	pageFindings = 5000
)

// htmlPage is the content of the page.
type htmlPage struct {
	Policy     string // Content-Security-Policy: our style and our script, and nothing else
	Style      template.CSS
	Script     template.JS
	Title      string
	Project    string
	Totals     []htmlTotal
	Files      string
	Fixable    []htmlSegment
	Facts      string
	Unseen     []htmlSegment
	Caveat     []htmlSegment
	Categories []htmlBar
	ByFile     []htmlBar
	MoreFiles  int
	Causes     []htmlCause
	Rules      []htmlChoice
	Paths      []string
	Evidence   []string
	Groups     []htmlGroup
	Unlisted   string
	Sources    []htmlSource
}

// htmlTotal is how many findings of a severity there are.
type htmlTotal struct {
	Severity string
	Count    int
	Noun     string
}

// htmlBar is a name with a bar of its findings; widths are in percent of the
// longest bar.
type htmlBar struct {
	Name                    htmlPath
	Total                   int
	Errors, Warnings, Infos htmlPart
}

type htmlPart struct {
	Count    int
	At, Wide float64
}

// HTML writes one page that needs nothing else: its style and script are in
// it, and its policy forbids all others, so that no name or text from the code
// that was read can become part of the page's program.
func HTML(w io.Writer, in *Input) error {
	page, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("report: parse page: %w", err)
	}
	if err := page.Execute(w, in.htmlPage()); err != nil {
		return fmt.Errorf("report: write html: %w", err)
	}
	return nil
}

func (in *Input) htmlPage() *htmlPage {
	shown := in.shown()
	counts := Count(in)
	page := &htmlPage{
		Policy: "default-src 'none'; style-src '" + digest(pageStyle) + "'; script-src '" + digest(pageScript) +
			"'; base-uri 'none'; form-action 'none'",
		Style: template.CSS(pageStyle), Script: template.JS(pageScript),
		Project: in.Project.title(),
		Title:   found(counts) + " in " + plural(in.Files, "file"), Files: plural(in.Files, "file"),
		Fixable: htmlSegments(fixable(counts, in.Unsafe)), Unseen: htmlSegments(unseen(in)), Caveat: htmlSegments(in.caveat()),
		Facts:      in.grounds() + ", neuronlint " + in.Version,
		Categories: bars(shown, func(d *analyzer.Diagnostic) string { return string(d.Category) }),
		ByFile:     bars(shown, func(d *analyzer.Diagnostic) string { return plain(d.Path) }),
		Causes:     in.causes(shown),
	}
	page.Totals = []htmlTotal{
		{"error", counts.Errors, noun(counts.Errors, "error")},
		{"warning", counts.Warnings, noun(counts.Warnings, "warning")},
		{"info", counts.Infos, noun(counts.Infos, "info")},
	}
	if n := len(page.ByFile) - barFiles; n > 0 {
		page.ByFile, page.MoreFiles = page.ByFile[:barFiles], n
	}
	listed := worst(shown, pageFindings)
	var frames framer
	var cited sources
	for _, group := range in.byCause(listed) {
		page.Groups = append(page.Groups, in.htmlGroup(group, &frames, &cited))
	}
	page.Rules, page.Paths, page.Evidence = choices(listed)
	page.Sources = htmlSources(&cited)
	if n := len(shown) - len(listed); n > 0 {
		page.Unlisted = plural(n, "finding") + " of the least severity not listed here; neuronlint check lists all."
	}
	return page
}

// worst are the n worst findings, in the order of the report.
func worst(list []*analyzer.Diagnostic, n int) []*analyzer.Diagnostic {
	if len(list) <= n {
		return list
	}
	keep := make(map[*analyzer.Diagnostic]bool, n)
	for _, d := range worstFirst(slices.Clone(list))[:n] {
		keep[d] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(d *analyzer.Diagnostic) bool { return !keep[d] })
}

// digest is the hash by which a policy permits a text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// bars counts findings by name, longest bar first.
func bars(list []*analyzer.Diagnostic, name func(*analyzer.Diagnostic) string) []htmlBar {
	byName := make(map[string]*htmlBar)
	longest := 0
	for _, d := range list {
		of := name(d)
		b := byName[of]
		if b == nil {
			b = &htmlBar{Name: htmlPath(of)}
			byName[of] = b
		}
		[...]*htmlPart{analyzer.Info: &b.Infos, analyzer.Warning: &b.Warnings, analyzer.Error: &b.Errors}[d.Severity].Count++
		b.Total++
		longest = max(longest, b.Total)
	}
	all := make([]htmlBar, 0, len(byName))
	for _, b := range byName {
		at := 0.0
		for _, part := range []*htmlPart{&b.Errors, &b.Warnings, &b.Infos} {
			part.At, part.Wide = at, 100*float64(part.Count)/float64(longest)
			at += part.Wide
		}
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b htmlBar) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Name, b.Name))
	})
	return all
}
