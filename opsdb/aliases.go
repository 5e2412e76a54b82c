package opsdb

import (
	"io/fs"
	"slices"
	"strings"
)

// moduleAlias says that members of one module are documented as members of
// another.
type moduleAlias struct {
	canonical string
	members   []string // names, or "classes" (those with a capital) or "all" (the public ones)
}

// moduleAliases are the facts by module name. A module whose last part is "*"
// stands for every submodule.
type moduleAliases map[string]moduleAlias

// loadModuleAliases reads module_aliases.tsv.
func loadModuleAliases(fsys fs.FS) (moduleAliases, error) {
	table := moduleAliases{}
	s := &schema{file: "module_aliases.tsv", keys: 1, columns: []string{
		"module", "canonical", "members", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		table[r.get("module")] = moduleAlias{
			canonical: r.must("canonical"),
			members:   strings.Fields(r.must("members")),
		}
	})
	return table, err
}

// canonical replaces the longest known module of name. The rest, after the member,
// stays: torch.nn.modules.module.Module.to is torch.nn.Module.to.
func (m moduleAliases) canonical(name string) string {
	for end := strings.LastIndexByte(name, '.'); end > 0; end = strings.LastIndexByte(name[:end], '.') {
		alias, ok := m.find(name[:end])
		if ok && alias.has(name[end+1:]) {
			return alias.canonical + name[end:]
		}
	}
	return name
}

// find looks a module up by its name, then by its parent's and a star.
func (m moduleAliases) find(module string) (moduleAlias, bool) {
	if alias, ok := m[module]; ok {
		return alias, true
	}
	dot := strings.LastIndexByte(module, '.')
	if dot < 0 {
		return moduleAlias{}, false
	}
	alias, ok := m[module[:dot]+".*"]
	return alias, ok
}

// has tells whether the first part of a dotted path is a member that the
// canonical module has as well.
func (a moduleAlias) has(path string) bool {
	member, _, _ := strings.Cut(path, ".")
	if member == "" || member[0] == '_' {
		return false
	}
	switch a.members[0] {
	case "all":
		return true
	case "classes":
		return 'A' <= member[0] && member[0] <= 'Z'
	}
	return slices.Contains(a.members, member)
}
