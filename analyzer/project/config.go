package project

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// configReader walks the lines of setup.cfg.
type configReader struct {
	*File

	section, key string
}

// readConfig reads setup.cfg: the lists of requirements in it.
func readConfig(f *File) {
	c := &configReader{File: f}
	for line := 1; line <= f.LineCount(); line++ {
		start := f.LineStart(line)
		c.line(string(f.Line(line)), start)
	}
}

func (c *configReader) line(text string, at int) {
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
	case strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, ";"):
		start := at + strings.IndexAny(text, "#;")
		c.Comments = append(c.Comments, source.Span{Start: start, End: at + len(text)})
	case strings.HasPrefix(text, "["):
		c.section, _, _ = strings.Cut(text[1:], "]")
		c.key = ""
	case text[0] == ' ' || text[0] == '\t':
		c.value(text, at)
	default:
		key, rest, ok := strings.Cut(text, "=")
		c.key = strings.TrimSpace(key)
		if ok {
			c.value(rest, at+len(key)+1)
		}
	}
}

// value reads a line of a value.
func (c *configReader) value(text string, at int) {
	group, ok := "", c.section == "options" && (c.key == "install_requires" || c.key == "setup_requires")
	if c.section == "options.extras_require" {
		group, ok = c.key, true
	}
	if c.section == "options.entry_points" && (c.key == "console_scripts" || c.key == "gui_scripts") {
		if name, target, ok := strings.Cut(text, "="); ok {
			c.script(strings.TrimSpace(name), strings.TrimSpace(target))
		}
		return
	}
	if i := strings.Index(text, " #"); i >= 0 {
		c.Comments = append(c.Comments, source.Span{Start: at + i + 1, End: at + len(text)})
		text = text[:i]
	}
	if !ok || strings.TrimSpace(text) == "" {
		return
	}
	r, ok := ParseRequirement(text, at)
	if !ok {
		return
	}
	r.Group, r.Whole = group, c.wholeLines(r.Span)
	c.Requirements = append(c.Requirements, r)
}
