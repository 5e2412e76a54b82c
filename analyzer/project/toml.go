package project

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// tomlReader walks the expressions of a TOML file.
type tomlReader struct {
	*File

	parser unstable.Parser
	base   int      // where the text of the parser begins
	table  []string // that contains the expressions
}

// readTOML reads pyproject.toml and Pipfile. Text that does not parse is passed over up
// to the next line that begins a table.
func readTOML(f *File) {
	t := &tomlReader{File: f, parser: unstable.Parser{KeepComments: true}}
	for t.base < len(f.Text) {
		t.parser.Reset(f.Text[t.base:])
		last := t.base
		for t.parser.NextExpression() {
			e := t.parser.Expression()
			t.expression(e)
			last = max(last, t.end(e))
		}
		if t.parser.Error() == nil {
			return
		}
		if last > t.base { // the rest of the line was understood
			last = f.LineStart(f.LineAt(last) + 1)
		}
		next := bytes.Index(f.Text[last:], []byte("\n["))
		if next < 0 {
			next = len(f.Text) - last
		}
		f.broken(source.Span{Start: last, End: last + next})
		t.base = last + next + 1
	}
}

// end is the end of a parsed expression, as far as its nodes show.
func (t *tomlReader) end(n *unstable.Node) int {
	end := 0
	if n.Raw.Length > 0 {
		end = t.span(n.Raw).End
	}
	for it := n.Children(); it.Next(); {
		end = max(end, t.end(it.Node()))
	}
	return end
}

func (t *tomlReader) span(r unstable.Range) source.Span {
	start := t.base + int(r.Offset)
	return source.Span{Start: start, End: start + int(r.Length)}
}

func (t *tomlReader) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Comment:
		t.comment(n)
	case unstable.Table, unstable.ArrayTable:
		t.table, _ = t.key(n)
	case unstable.KeyValue:
		t.keyValue(n, t.table)
	default:
	}
}

func (t *tomlReader) comment(n *unstable.Node) {
	t.Comments = append(t.Comments, t.span(n.Raw))
	for it := n.Children(); it.Next(); {
		t.comment(it.Node())
	}
}

// key are the parts of a key, and where the last one stands.
func (t *tomlReader) key(n *unstable.Node) (parts []string, last source.Span) {
	for it := n.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
		last = t.span(it.Node().Raw)
	}
	return parts, last
}

// keyValue reads a value below a table.
func (t *tomlReader) keyValue(n *unstable.Node, table []string) {
	key, at := t.key(n)
	full := slices.Concat(table, key)
	value := n.Value()
	if section, ok := namedPackages(full[:len(full)-1]); ok {
		t.named(full[len(full)-1], at, value, n, section)
		return
	}
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				t.keyValue(it.Node(), full)
			}
		}
	case unstable.String:
		if namesScript(full) {
			t.script(full[len(full)-1], string(value.Data))
		}
		if isIndexKey(full) {
			t.index(value, t.wholeLines(t.span(n.Raw)))
		}
		t.note(full, value)
	case unstable.Bool, unstable.Integer:
		t.note(full, value)
	case unstable.Array:
		t.array(value, full)
	default:
	}
}

// note notes a setting. Those of pyproject.toml are for tools, and no program reads them.
func (t *tomlReader) note(key []string, value *unstable.Node) {
	if strings.HasSuffix(t.Path, "pyproject.toml") || value.Raw.Length == 0 {
		return
	}
	span := t.span(value.Raw)
	if value.Kind == unstable.String {
		if _, ok := inside(t.text(span)); !ok {
			return
		}
		span = source.Span{Start: span.Start + 1, End: span.End - 1}
	}
	t.Settings = append(t.Settings, Setting{Key: strings.Join(key[max(0, len(key)-maxKeys):], "."), Value: t.text(span), Span: span, ValueSpan: span})
}

// array reads a list of requirements, of addresses, or of tables.
func (t *tomlReader) array(n *unstable.Node, path []string) {
	group, required := requirementList(path)
	for it := n.Children(); it.Next(); {
		item := it.Node()
		switch {
		case item.Kind == unstable.Comment:
			t.comment(item)
		case item.Kind == unstable.InlineTable:
			for it := item.Children(); it.Next(); {
				if it.Node().Kind == unstable.KeyValue {
					t.keyValue(it.Node(), path)
				}
			}
		case item.Kind == unstable.String && required:
			t.listed(item, group)
		case item.Kind == unstable.String && isIndexKey(path):
			t.index(item, source.Span{})
		}
	}
}

// listed reads a requirement in a list.
func (t *tomlReader) listed(n *unstable.Node, group string) {
	quoted := t.span(n.Raw)
	inner, ok := inside(t.text(quoted))
	if !ok {
		return
	}
	r, ok := ParseRequirement(inner, quoted.Start+1)
	if !ok {
		return
	}
	r.Group, r.Whole = group, t.wholeLines(quoted)
	t.Requirements = append(t.Requirements, r)
}

// inside is the text between the quotes of a string on one line.
func inside(quoted string) (string, bool) {
	if len(quoted) < 2 || strings.Contains(quoted, "\n") || strings.HasPrefix(quoted, `"""`) || strings.HasPrefix(quoted, "'''") {
		return "", false
	}
	return quoted[1 : len(quoted)-1], true
}

// named reads a package that is the key of its versions.
func (t *tomlReader) named(name string, at source.Span, value, line *unstable.Node, s section) {
	r := Requirement{System: s.system, Name: name, NameSpan: at, Group: s.group, Whole: t.wholeLines(t.span(line.Raw))}
	r.Span = source.Span{Start: at.Start, End: max(at.End, t.end(value))}
	switch value.Kind {
	case unstable.String:
		r.Specifiers = t.versions(value)
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			if it.Node().Kind == unstable.KeyValue {
				t.detail(&r, it.Node())
			}
		}
	default:
		return
	}
	t.Requirements = append(t.Requirements, r)
}

// detail reads an entry of the table of a package.
func (t *tomlReader) detail(r *Requirement, n *unstable.Node) {
	key, _ := t.key(n)
	value := n.Value()
	switch {
	case len(key) != 1:
	case key[0] == "version" && value.Kind == unstable.String:
		r.Specifiers = t.versions(value)
	case key[0] == "extras" && value.Kind == unstable.Array:
		for it := value.Children(); it.Next(); {
			r.Extras = append(r.Extras, string(it.Node().Data))
		}
	case (key[0] == "git" || key[0] == "url") && value.Kind == unstable.String:
		r.Address = string(value.Data)
	case key[0] == "optional" && string(value.Data) == "true":
		r.Group = "optional"
	case key[0] == "markers" && value.Kind == unstable.String:
		r.Marker = string(value.Data)
	}
}

// versions are the versions that a string allows. A bare version is one of Poetry's,
// which allows later ones of the same line as well when it has a caret.
func (t *tomlReader) versions(n *unstable.Node) []Specifier {
	quoted := t.span(n.Raw)
	text, ok := inside(t.text(quoted))
	if !ok {
		return nil
	}
	at := quoted.Start + 1
	if found := specifiers(text, at); len(found) > 0 {
		return found
	}
	operator, version := "==", text
	switch {
	case strings.HasPrefix(text, "^"):
		operator, version = "^", text[1:]
	case strings.HasPrefix(text, "~"):
		operator, version = "~=", text[1:]
	}
	if version == "" || version == "*" || !strings.ContainsRune("0123456789", rune(version[0])) || strings.ContainsAny(version, " |,") {
		return nil
	}
	start := at + len(text) - len(version)
	return []Specifier{{Operator: operator, Version: version, VersionSpan: source.Span{Start: start, End: at + len(text)}}}
}

// index reads the address of an index.
func (t *tomlReader) index(n *unstable.Node, whole source.Span) {
	quoted := t.span(n.Raw)
	url, ok := inside(t.text(quoted))
	if !ok {
		return
	}
	span := source.Span{Start: quoted.Start + 1, End: quoted.End - 1}
	t.Indexes = append(t.Indexes, Index{URL: url, URLSpan: span, Span: span, Whole: whole})
}
