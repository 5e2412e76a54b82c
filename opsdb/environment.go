package opsdb

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// envTable holds the variables with an exact name, and the prefixes, longest first.
type envTable struct {
	exact    map[string]EnvVar
	prefixes []EnvVar
}

// loadEnvironment reads environment.tsv.
func loadEnvironment(fsys fs.FS) (envTable, error) {
	table := envTable{exact: map[string]EnvVar{}}
	s := &schema{file: "environment.tsv", keys: 1, columns: []string{
		"name", "effect", "instead", "action", "safety", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		env := EnvVar{
			Name:    r.get("name"),
			Effect:  r.must("effect"),
			Instead: r.get("instead"),
			Action: oneOf(r, "action",
				ActionRename, ActionRewrite, ActionRemove, ActionKeep, ActionManual, ActionNone),
			Safety: oneOf(r, "safety", "none", "display", "unsafe", "safe"),
			Ref:    r.ref(),
		}
		if edits := env.Action.edits(); edits != (env.Safety != "none") {
			r.fail(errors.New("an edit needs a safety, and only an edit has one"))
		}
		if strings.HasSuffix(env.Name, "*") {
			table.prefixes = append(table.prefixes, env)
			return
		}
		table.exact[env.Name] = env
	})
	slices.SortFunc(table.prefixes, func(a, b EnvVar) int {
		return cmp.Compare(len(b.Name), len(a.Name))
	})
	return table, err
}

// lookup finds a variable by exact name, then by the longest prefix.
func (t envTable) lookup(name string) (EnvVar, bool) {
	if env, ok := t.exact[name]; ok {
		return env, true
	}
	for _, env := range t.prefixes {
		if strings.HasPrefix(name, strings.TrimSuffix(env.Name, "*")) {
			return env, true
		}
	}
	return EnvVar{}, false
}
