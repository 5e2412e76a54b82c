package assess

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
)

// maxSigns is how many signs are listed.
const maxSigns = 8

// profile is the target of the run, and the signs for it or another.
func (b *builder) profile() Profile {
	t := b.in.Target
	p := Profile{SDK: t.SDK, Rewrite: string(t.Rewrite), Stack: t.Rewrite.Stack(), Target: t.Instance, Signs: []Sign{}}
	xla, families := 0, make(map[string]bool)
	for i := range b.in.Modules {
		m := &b.in.Modules[i]
		if slices.ContainsFunc(m.Packages, func(name string) bool { return firstPart(name) == "torch_xla" }) {
			if xla++; xla == 1 {
				p.Signs = append(p.Signs, Sign{Path: m.Path, Line: 1, Text: "torch_xla", Means: "code for torch-xla"})
			}
		}
		if m.Project != nil {
			p.Signs = append(p.Signs, b.signs(m.Project, families)...)
		}
	}
	if xla > 0 {
		p.Signs[slices.IndexFunc(p.Signs, func(s Sign) bool { return s.Text == "torch_xla" })].Means = "code for torch-xla in " + plural(xla, "file")
	}
	p.Signs = p.Signs[:min(len(p.Signs), maxSigns)]
	p.Advice = advice(&p, xla, families)
	if at := b.in.Detected; at != "" {
		p.Advice = strings.TrimSuffix(fmt.Sprintf("judged for %s (rewrite %s), which %s asks for; --target chooses another; %s", p.Target, p.Rewrite, at, p.Advice), "; ")
	}
	return p
}

// signs are the signs of a project file: versions of PyTorch, images and machines for
// Neuron.
func (b *builder) signs(f *project.File, families map[string]bool) (list []Sign) {
	add := func(at int, text, means string) {
		list = append(list, Sign{Path: f.Path, Line: f.Position(at).FileLine, Text: text, Means: means})
	}
	for i := range f.Requirements {
		r := &f.Requirements[i]
		for _, s := range r.Specifiers {
			exact := s.Operator == "==" || s.Operator == "="
			if exact && !strings.ContainsAny(s.Version, "${}") && (r.Key() == "torch" || r.Key() == "pytorch") {
				add(r.NameSpan.Start, r.Name+s.Operator+s.Version, b.releasesFor(s.Version))
			}
		}
	}
	for _, i := range f.Images {
		if strings.Contains(i.Text, "neuron") {
			add(i.Span.Start, i.Text, "an image for Neuron")
		}
	}
	for i := range f.Requests {
		if family := familyOf(&f.Requests[i], b.in.DB); family != "" {
			families[family] = true
			add(f.Requests[i].NameSpan.Start, f.Requests[i].Name, "the target "+family)
		}
	}
	return list
}

// familyOf is the family of instances for Neuron that a request asks for; empty for any
// other request.
func familyOf(r *project.Request, db *opsdb.DB) string {
	family, _, ok := strings.Cut(strings.TrimPrefix(r.Name, "ml."), ".")
	if family = strings.TrimRight(family, "nu"); r.Kind == project.Instance && ok && len(db.Instances(family)) > 0 {
		return family
	}
	return ""
}

// Asked is the only family of instances for Neuron that project files ask for, with the
// first place that does; it is empty if there is none, or several.
func Asked(modules []driver.Module, db *opsdb.DB) (family, place string) {
	for i := range modules {
		f := modules[i].Project
		if f == nil {
			continue
		}
		for k := range f.Requests {
			r := &f.Requests[k]
			found := familyOf(r, db)
			switch {
			case found == "", found == family:
			case family != "":
				return "", ""
			default:
				family, place = found, fmt.Sprintf("%s:%d", f.Path, f.Position(r.NameSpan.Start).FileLine)
			}
		}
	}
	return family, place
}

// releasesFor names the releases of the SDK that are built for a version of PyTorch.
func (b *builder) releasesFor(version string) string {
	version, _, _ = strings.Cut(version, "+")
	var found []string
	for _, name := range b.in.DB.SDKs() {
		release, ok := b.in.DB.SDK(name)
		if ok && slices.ContainsFunc(release.PyTorch(), func(v string) bool { return sameMinor(v, version) }) {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return "no release of the SDK that we know is built for it"
	case 1:
		return "SDK " + found[0]
	}
	return "SDK " + found[0] + " to " + found[len(found)-1]
}

// sameMinor compares the first two numbers of versions.
func sameMinor(a, b string) bool {
	x, y := strings.SplitN(a, ".", 3), strings.SplitN(b, ".", 3)
	return len(x) > 1 && len(y) > 1 && x[0] == y[0] && x[1] == y[1]
}

// advice says what the profile asks for, and whether the signs speak for another.
func advice(p *Profile, xla int, families map[string]bool) string {
	var parts []string
	if p.Stack == "native" && p.SDK == "2.26" {
		parts = append(parts, "judged by the facts of SDK 2.26; what fixes write runs on SDK 2.33 (public beta) on Trn2 or Trn3, so add --rewrite xla to stay on SDK 2.26")
	}
	if xla > 0 && p.Rewrite != string(opsdb.RewriteXLA) {
		parts = append(parts, fmt.Sprintf("%s for torch-xla already, and judged as such", plural(xla, "file")+" "+isAre(xla)))
	}
	for _, family := range sorted(families) {
		if family != p.Target {
			option := "--target " + family
			if family == "trn1" || family == "inf2" { // which the native device does not run on
				option += " --rewrite xla"
			}
			parts = append(parts, "the project asks for "+family+" machines: "+option+" judges for them")
		}
	}
	return strings.Join(parts, "; ")
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
