// Package profile finds out for which machines a project is made, from what its files
// other than Python ask for: instances, images for Neuron, and versions of its packages.
//
//   - profile.go: the signs of a file, and what those of all files decide
//   - look.go: the files of a project that are looked at
//
// A sign decides only if no other one contradicts it. What is not decided is left to the
// defaults.
package profile

import (
	"regexp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/project"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Sign is a place of a project file that tells what the project is made for.
type Sign struct {
	Path  string
	Line  int    // from 1
	Text  string // as it is written
	Means string // in words

	family   string   // of instances for Neuron
	releases []string // of the SDK, if they are the only ones
	torch    []string // the releases of the SDK that are built for this version of PyTorch; nil for other signs
}

// Family is the family of instances for Neuron that the sign names; empty for other signs.
func (s *Sign) Family() string { return s.family }

// Signs are the signs of a project file.
func Signs(f *project.File, db *opsdb.DB) (list []Sign) {
	add := func(at int, s Sign) {
		s.Path, s.Line = f.Path, f.Position(at).FileLine
		list = append(list, s)
	}
	for i := range f.Requirements {
		if s, ok := ofRequirement(&f.Requirements[i], db); ok {
			add(f.Requirements[i].NameSpan.Start, s)
		}
	}
	for _, i := range f.Images {
		if strings.Contains(i.Text, "neuron") {
			add(i.Span.Start, ofImage(i.Text))
		}
	}
	for i := range f.Requests {
		if family := familyOf(&f.Requests[i], db); family != "" {
			add(f.Requests[i].NameSpan.Start, Sign{Text: f.Requests[i].Name, Means: "the target " + family, family: family})
		}
	}
	return list
}

// ofRequirement is the sign of an exact version of PyTorch, or of PyTorch for Neuron.
func ofRequirement(r *project.Requirement, db *opsdb.DB) (Sign, bool) {
	version, text := "", ""
	for _, s := range r.Specifiers {
		if (s.Operator == "==" || s.Operator == "=") && !strings.ContainsAny(s.Version, "${}") {
			version, text = s.Version, r.Name+s.Operator+s.Version
		}
	}
	if version == "" || r.Group != "" {
		return Sign{}, false
	}
	switch r.Key() {
	case "torch", "pytorch":
		found := builtFor(db, version)
		return Sign{Text: text, Means: meaning(found), torch: append([]string{}, found...)}, true
	case "torch-neuronx":
		found := shipping(db, version)
		return Sign{Text: text, Means: meaning(found), releases: found}, true
	}
	return Sign{}, false
}

// releaseTag is the release of the SDK in the tag of a deep learning container.
var releaseTag = regexp.MustCompile(`-sdk(\d+\.\d+)(?:\.\d+)?(?:-|$)`)

func ofImage(text string) Sign {
	s := Sign{Text: text, Means: "an image for Neuron"}
	if m := releaseTag.FindStringSubmatch(text); m != nil {
		s.Means, s.releases = "an image for SDK "+m[1], []string{m[1]}
	}
	return s
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

// builtFor are the releases of the SDK that are built for a version of PyTorch.
func builtFor(db *opsdb.DB, version string) []string {
	version, _, _ = strings.Cut(version, "+")
	return releases(db, func(r *opsdb.SDKRelease) bool {
		return slices.ContainsFunc(r.PyTorch(), func(v string) bool { return samePrefix(v, version, 2) })
	})
}

// shipping are the releases of the SDK that have a version of torch-neuronx: three numbers
// are PyTorch's, and two the release's.
func shipping(db *opsdb.DB, version string) []string {
	return releases(db, func(r *opsdb.SDKRelease) bool {
		for entry := range strings.SplitSeq(r.TorchNeuronX, "; ") {
			if v, _, _ := strings.Cut(entry, " "); samePrefix(v, version, 5) {
				return true
			}
		}
		return false
	})
}

// releases are those with a property, each by its first two numbers, oldest first.
func releases(db *opsdb.DB, has func(*opsdb.SDKRelease) bool) (found []string) {
	for _, name := range db.SDKs() {
		if release, ok := db.SDK(name); ok && has(&release) {
			parts := strings.SplitN(name, ".", 3)
			found = append(found, strings.Join(parts[:min(2, len(parts))], "."))
		}
	}
	return slices.Compact(found)
}

// samePrefix compares the first numbers of versions, which both must have.
func samePrefix(a, b string, n int) bool {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	return len(x) >= n && len(y) >= n && slices.Equal(x[:n], y[:n])
}

// meaning names releases of the SDK.
func meaning(releases []string) string {
	switch len(releases) {
	case 0:
		return "no release of the SDK that we know is built for it"
	case 1:
		return "SDK " + releases[0]
	}
	return "SDK " + releases[0] + " to " + releases[len(releases)-1]
}

// Profile is what the signs of a project decide.
type Profile struct {
	Target string // the family of instances; empty if none is asked for, or several
	SDK    string // the release, by two numbers; empty likewise
	XLA    bool   // the release, or the version of PyTorch, has no public native device
	Signs  []Sign // that decide, in the order of the files
}

// Found reports whether anything is decided.
func (p *Profile) Found() bool { return p.Target != "" || p.SDK != "" }

// Decide weighs the signs of a project.
func Decide(signs []Sign, db *opsdb.DB) (p Profile) {
	var families, sdks [][]string
	for i := range signs {
		if signs[i].family != "" {
			families = append(families, []string{signs[i].family})
		}
		if len(signs[i].releases) > 0 {
			sdks = append(sdks, signs[i].releases)
		}
	}
	p.Target, p.SDK = only(families), only(sdks)
	if !p.Found() {
		return p
	}
	pinned := p.Target != "" && pinsXLA(signs, db)
	p.XLA = pinned || p.SDK != "" && !native(db, p.SDK)
	for i := range signs {
		s := &signs[i]
		if pinned && s.torch != nil || p.Target != "" && s.family != "" || p.SDK != "" && len(s.releases) > 0 {
			p.Signs = append(p.Signs, *s)
		}
	}
	return p
}

// pinsXLA reports whether all exact versions of PyTorch are those of releases without a
// public native device, and there are any.
func pinsXLA(signs []Sign, db *opsdb.DB) (pinned bool) {
	for i := range signs {
		switch torch := signs[i].torch; {
		case torch == nil:
		case len(torch) == 0, slices.ContainsFunc(torch, func(sdk string) bool { return native(db, sdk) }):
			return false
		default:
			pinned = true
		}
	}
	return pinned
}

// only is the value that all of some sets have, if there is just one.
func only(sets [][]string) string {
	if len(sets) == 0 {
		return ""
	}
	common := slices.Clone(sets[0])
	for _, set := range sets[1:] {
		common = slices.DeleteFunc(common, func(v string) bool { return !slices.Contains(set, v) })
	}
	if len(common) != 1 {
		return ""
	}
	return common[0]
}

// native reports whether a release has a public native device.
func native(db *opsdb.DB, sdk string) bool {
	release, ok := db.SDK(sdk)
	return ok && release.Native == "public beta"
}
