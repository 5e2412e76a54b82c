package assess

import (
	"cmp"
	"slices"
	"strings"
)

// models are the models that code outside of tests names, of kinds that the database knows
// on the target.
func (b *builder) models() []Model {
	types := b.modelTypes()
	byName := make(map[string]*Model)
	for i := range b.in.Modules {
		m := &b.in.Modules[i]
		if m.Test || len(m.Hub) == 0 {
			continue
		}
		for _, name := range m.Hub {
			kind := modelType(name, types)
			if kind == "" {
				continue
			}
			if byName[name] == nil {
				byName[name] = &Model{Name: name, Type: kind, Support: b.support(kind)}
			}
			byName[name].Files++
		}
	}
	list := make([]Model, 0, len(byName))
	for _, m := range byName {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(x, y Model) int {
		return cmp.Or(y.Files-x.Files, strings.Compare(x.Name, y.Name))
	})
	return list
}

// modelTypes are the architectures that the database knows, the longest name first.
func (b *builder) modelTypes() []string {
	var types []string
	for _, m := range b.in.DB.Models() {
		if m.ModelType != "" && !isPart(m.ModelType) {
			types = append(types, m.ModelType)
		}
	}
	slices.SortFunc(types, func(x, y string) int { return cmp.Or(len(y)-len(x), strings.Compare(x, y)) })
	return slices.Compact(types)
}

// isPart reports whether a row is about a part of many models, whose name says nothing.
func isPart(modelType string) bool { return modelType == "transformer" || modelType == "unet" }

// modelType is the architecture whose name is a part of that of a model, between hyphens;
// empty if there is none.
func modelType(name string, types []string) string {
	_, name, _ = strings.Cut(strings.ToLower(name), "/")
	name = "-" + hyphens(name) + "-"
	for _, t := range types {
		if strings.Contains(name, "-"+hyphens(t)+"-") {
			return t
		}
	}
	return ""
}

func hyphens(s string) string { return strings.NewReplacer("_", "-", ".", "-").Replace(s) }

// support lists what is said of an architecture on the target, without samples: that one
// exists says little of a model.
func (b *builder) support(kind string) []Support {
	list := []Support{}
	for _, m := range b.in.DB.Model(kind) {
		s := Support{m.Library, m.Mode, m.Status, m.Ref.Source}
		known := slices.ContainsFunc(list, func(o Support) bool { return o.Library == s.Library && o.Mode == s.Mode })
		if m.On(b.in.Target.Instance, b.in.Target.SDK) && m.Status != "sample" && !known {
			list = append(list, s)
		}
	}
	return list
}
