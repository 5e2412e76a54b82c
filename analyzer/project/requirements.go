package project

import (
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// logical is a line with those that it is continued on.
type logical struct {
	span source.Span // without the end of the last line
	text string      // of the span, with spaces in place of continuations and the comment
	next int         // where the next one begins
}

// commentPattern is a comment as pip reads it.
var commentPattern = regexp.MustCompile(`(^|[ \t])#.*$`)

// readRequirements reads the format of pip -r.
func readRequirements(f *File) {
	for at := 0; at < len(f.Text); {
		l := f.logical(at)
		at = l.next
		f.requirementLine(l)
	}
}

// logical is the logical line that begins at an offset. Spans keep their size: bytes that
// are no text of the line are blanked.
func (f *File) logical(at int) logical {
	var b strings.Builder
	l := logical{span: source.Span{Start: at}}
	for {
		line := f.lineSpan(at)
		text := f.text(line)
		if loc := commentPattern.FindStringIndex(text); loc != nil {
			start := line.Start + loc[0] + strings.IndexByte(text[loc[0]:], '#')
			f.Comments = append(f.Comments, source.Span{Start: start, End: line.End})
			text = text[:loc[0]] + strings.Repeat(" ", len(text)-loc[0])
		}
		l.span.End, l.next = line.End, f.LineStart(f.LineAt(line.Start)+1)
		body, continued := strings.CutSuffix(text, `\`)
		b.WriteString(body)
		if !continued || l.next >= len(f.Text) {
			l.text = b.String()
			return l
		}
		b.WriteString(strings.Repeat(" ", l.next-line.End+1))
		at = l.next
	}
}

// requirementLine reads an option or a requirement.
func (f *File) requirementLine(l logical) {
	trimmed := strings.TrimLeft(l.text, " \t")
	at := l.span.Start + len(l.text) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t")
	whole := source.Span{Start: l.span.Start, End: l.next}
	switch {
	case trimmed == "":
	case strings.HasPrefix(trimmed, "-"):
		f.optionLine(trimmed, at, whole)
	default:
		if i := strings.Index(trimmed, " --"); i >= 0 {
			trimmed = trimmed[:i] // options of this requirement, such as --hash
		}
		r, ok := ParseRequirement(trimmed, at)
		if !ok {
			if !strings.ContainsAny(trimmed[:1], "./~$%{") { // a path, or a template
				f.broken(source.Span{Start: at, End: at + len(trimmed)})
			}
			return
		}
		r.Whole = whole
		f.Requirements = append(f.Requirements, r)
	}
}

// indexOptions are the options of pip that name a place of packages.
var indexOptions = []string{"--extra-index-url", "--index-url", "--find-links", "-i", "-f"}

// optionLine reads an option of pip.
func (f *File) optionLine(text string, at int, whole source.Span) {
	if rest, ok := cutOption(text, "-e", "--editable"); ok {
		start := at + len(text) - len(rest)
		if r, ok := parseAddress(rest, start); ok {
			r.Whole = whole
			f.Requirements = append(f.Requirements, r)
		}
		return
	}
	for _, option := range indexOptions {
		rest, ok := cutOption(text, option)
		if !ok {
			continue
		}
		url, _, _ := strings.Cut(rest, " ")
		start := at + len(text) - len(rest)
		f.Indexes = append(f.Indexes, Index{
			URL: url, URLSpan: source.Span{Start: start, End: start + len(url)}, Option: option,
			Span: source.Span{Start: at, End: start + len(url)}, Whole: whole,
		})
		return
	}
}

// cutOption is the text behind one of some options.
func cutOption(text string, options ...string) (rest string, ok bool) {
	for _, option := range options {
		after, found := strings.CutPrefix(text, option)
		if found && after != "" && strings.ContainsAny(after[:1], " \t=") {
			return strings.TrimLeft(after, " \t="), true
		}
	}
	return "", false
}
