package project

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// condaPattern is a package as conda asks for it: channel, name, and the rest.
var condaPattern = regexp.MustCompile(`^(?:([A-Za-z0-9_./-]+)::)?([A-Za-z0-9_][A-Za-z0-9_.-]*)\s*(\[[^\]]*\])?(.*)$`)

// readConda reads the channels and packages of a conda environment.
func (f *File) readConda(root *yaml.Node) {
	for _, item := range items(under(root, "channels")) {
		if url, span, ok := f.scalar(item); ok {
			f.Indexes = append(f.Indexes, Index{URL: url, URLSpan: span, Option: "channels", Span: span, Whole: f.item(root, "channels", span)})
		}
	}
	for _, item := range items(under(root, "dependencies")) {
		f.condaItem(root, item)
	}
}

// item are the lines of an item of a list under a key. The last item stays, since without
// it there would be no list.
func (f *File) item(root *yaml.Node, key string, span source.Span) source.Span {
	list := under(root, key)
	if len(items(list)) < 2 || list.Style&yaml.FlowStyle != 0 {
		return source.Span{}
	}
	return f.dashed(span)
}

// dashed are the lines of an item behind a dash.
func (f *File) dashed(span source.Span) source.Span {
	line := f.lineSpan(span.Start)
	lead := f.text(source.Span{Start: line.Start, End: span.Start})
	if trimmed := strings.Trim(lead, " \t\"'"); trimmed != "-" {
		return source.Span{}
	}
	after := strings.TrimLeft(f.text(source.Span{Start: span.End, End: line.End}), "\"' \t")
	if after != "" && !strings.HasPrefix(after, "#") {
		return source.Span{}
	}
	return source.Span{Start: line.Start, End: f.LineStart(f.LineAt(line.Start) + 1)}
}

// condaItem reads a package, or those that pip is to install.
func (f *File) condaItem(root, item *yaml.Node) {
	if list := items(under(item, "pip")); list != nil {
		for _, p := range list {
			f.pipItem(p, len(list) > 1)
		}
		return
	}
	text, span, ok := f.scalar(item)
	if !ok {
		return
	}
	r, ok := parseConda(text, span.Start)
	if !ok {
		return
	}
	r.Whole = f.item(root, "dependencies", span)
	f.Requirements = append(f.Requirements, r)
}

// pipItem reads an item under pip: a requirement, or an option.
func (f *File) pipItem(item *yaml.Node, removable bool) {
	text, span, ok := f.scalar(item)
	if !ok {
		return
	}
	var whole source.Span
	if removable {
		whole = f.dashed(span)
	}
	if strings.HasPrefix(text, "-") {
		f.optionLine(text, span.Start, whole)
		return
	}
	if r, ok := ParseRequirement(text, span.Start); ok {
		r.Whole = whole
		f.Requirements = append(f.Requirements, r)
	}
}

// parseConda reads a package as conda asks for it: name=1.2=build, name>=1.2.
func parseConda(text string, at int) (Requirement, bool) {
	m := condaPattern.FindStringSubmatchIndex(text)
	if m == nil {
		return Requirement{}, false
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return text[m[2*i]:m[2*i+1]]
	}
	r := Requirement{
		System: Conda, Channel: group(1), Name: group(2),
		NameSpan: source.Span{Start: at + m[4], End: at + m[5]}, Span: source.Span{Start: at, End: at + len(strings.TrimRight(text, " "))},
	}
	rest := group(4)
	if version, build, ok := strings.Cut(strings.TrimLeft(rest, "= "), "="); ok && !strings.ContainsAny(rest, "<>!~,") {
		r.Build = build
		rest = rest[:strings.Index(rest, version)+len(version)]
	}
	if r.Specifiers = specifiers(rest, at+m[8]); len(r.Specifiers) == 0 {
		if version := strings.TrimSpace(rest); version != "" {
			start := at + m[8] + strings.Index(rest, version)
			r.Specifiers = []Specifier{{Operator: "=", Version: version, VersionSpan: source.Span{Start: start, End: start + len(version)}}}
		}
	}
	return r, true
}
