package project

import (
	"path"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// patterns of package requirements; compiled once, since a regular expression is as good
// as a constant.
var (
	namePattern      = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?`)
	extrasPattern    = regexp.MustCompile(`^\s*\[([^\]]*)\]`)
	specifierPattern = regexp.MustCompile(`(===|==|~=|!=|<=|>=|<|>|=)\s*([^\s,;()'"]+)`)
	// restPattern is all that may follow the name and the extras of a package.
	restPattern = regexp.MustCompile(`^\s*(?:\(?\s*(?:(?:===|==|~=|!=|<=|>=|<|>)\s*[^\s,;()'"]+\s*,?\s*)*\)?|@\s*\S+)\s*$`)
	eggPattern  = regexp.MustCompile(`[#&]egg=([A-Za-z0-9._-]+)`)
)

// ParseRequirement reads a requirement as PEP 508 has it, or an address as pip
// takes it, that begins at an offset of the file.
func ParseRequirement(text string, at int) (Requirement, bool) {
	trimmed := strings.TrimLeft(text, " \t")
	at += len(text) - len(trimmed)
	text = strings.TrimRight(trimmed, " \t\r\n")
	if r, ok := parseAddress(text, at); ok {
		return r, true
	}
	name := namePattern.FindString(text)
	if name == "" {
		return Requirement{}, false
	}
	r := Requirement{System: Pip, Name: name, NameSpan: source.Span{Start: at, End: at + len(name)}}
	rest := text[len(name):]
	if m := extrasPattern.FindStringSubmatch(rest); m != nil {
		r.Extras = strings.FieldsFunc(m[1], func(c rune) bool { return c == ',' || c == ' ' })
		rest = rest[len(m[0]):]
	}
	before, marker, _ := strings.Cut(rest, ";")
	if !restPattern.MatchString(before) {
		return Requirement{}, false
	}
	r.Marker = strings.TrimSpace(marker)
	start := len(text) - len(rest)
	if _, address, ok := strings.Cut(before, "@"); ok {
		r.Address = strings.TrimSpace(address)
		if version := wheelVersion(path.Base(r.Address)); version != "" {
			r.Specifiers = []Specifier{{Operator: "==", Version: version}}
		}
	} else {
		r.Specifiers = specifiers(before, at+start)
	}
	r.Span = source.Span{Start: at, End: at + start + len(strings.TrimRight(before, " \t"))}
	return r, true
}

// specifiers are the comparisons in a text that begins at an offset.
func specifiers(text string, at int) (list []Specifier) {
	for _, m := range specifierPattern.FindAllStringSubmatchIndex(text, -1) {
		list = append(list, Specifier{
			Operator: text[m[2]:m[3]], Version: text[m[4]:m[5]],
			VersionSpan: source.Span{Start: at + m[4], End: at + m[5]},
		})
	}
	return list
}

// parseAddress reads a package that pip takes from a repository or a file by its address.
func parseAddress(text string, at int) (Requirement, bool) {
	address, _, _ := strings.Cut(text, " ")
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || strings.ContainsAny(scheme, "@ =<>[") {
		return Requirement{}, false
	}
	span := source.Span{Start: at, End: at + len(address)}
	r := Requirement{System: Pip, Address: address, Span: span, NameSpan: span}
	if m := eggPattern.FindStringSubmatch(address); m != nil {
		r.Name = m[1]
		return r, true
	}
	rest, _, _ = strings.Cut(rest, "#")
	if strings.Contains(scheme, "+") { // git+https://…/name.git@revision
		base := path.Base(rest)
		base, _, _ = strings.Cut(base, "@")
		r.Name = strings.TrimSuffix(base, ".git")
		return r, r.Name != ""
	}
	base := path.Base(rest)
	r.Name, _, _ = strings.Cut(base, "-")
	if version := wheelVersion(base); version != "" {
		r.Specifiers = []Specifier{{Operator: "==", Version: version}}
	}
	return r, r.Name != ""
}

// wheelVersion is the version in the name of a wheel, which begins with those of the package
// and the version; empty for other files.
func wheelVersion(base string) string {
	base, _, _ = strings.Cut(base, "#")
	parts := strings.SplitN(base, "-", 3)
	if !strings.HasSuffix(base, ".whl") || len(parts) < 3 {
		return ""
	}
	return strings.ReplaceAll(strings.ReplaceAll(parts[1], "%2B", "+"), "%2b", "+")
}

// Pins are the specifiers with a known place in the text.
func (r *Requirement) Pins() (list []Specifier) {
	for _, s := range r.Specifiers {
		if s.VersionSpan != (source.Span{}) {
			list = append(list, s)
		}
	}
	return list
}
