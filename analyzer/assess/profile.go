package assess

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/profile"
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
		if m.Project == nil {
			continue
		}
		for _, s := range profile.Signs(m.Project, b.in.DB) {
			p.Signs = append(p.Signs, Sign{Path: s.Path, Line: s.Line, Text: s.Text, Means: s.Means})
			if family := s.Family(); family != "" {
				families[family] = true
			}
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
