package project

import "strings"

// section is the meaning of a table of packages.
type section struct {
	system System
	group  string
}

// namedPackages reports whether the keys of a table are packages, as in Poetry, Pipfile
// and Pixi.
func namedPackages(table []string) (section, bool) {
	path := strings.Join(table, ".")
	switch path {
	case "packages", "dev-packages", "tool.poetry.dependencies", "tool.poetry.dev-dependencies", "tool.pixi.pypi-dependencies":
		return section{system: Pip}, true
	case "tool.pixi.dependencies", "tool.pixi.system-requirements":
		return section{system: Conda}, true
	}
	if strings.HasPrefix(path, "tool.poetry.group.") && strings.HasSuffix(path, ".dependencies") && len(table) == 5 {
		return section{system: Pip, group: table[3]}, true
	}
	if strings.HasPrefix(path, "tool.pixi.feature.") {
		switch table[len(table)-1] {
		case "dependencies", "system-requirements":
			return section{system: Conda, group: table[3]}, true
		case "pypi-dependencies":
			return section{system: Pip, group: table[3]}, true
		}
	}
	return section{}, false
}

// requirementList reports whether a list holds requirements, and of which optional group.
func requirementList(path []string) (group string, ok bool) {
	full, last := strings.Join(path, "."), path[len(path)-1]
	switch full {
	case "project.dependencies", "build-system.requires", "tool.uv.dev-dependencies", "tool.uv.constraint-dependencies",
		"tool.uv.override-dependencies", "tool.flit.metadata.requires", "tool.setuptools.install_requires":
		return "", true
	}
	switch {
	case strings.HasPrefix(full, "project.optional-dependencies."), strings.HasPrefix(full, "dependency-groups."),
		strings.HasPrefix(full, "tool.pdm.dev-dependencies."), strings.HasPrefix(full, "tool.flit.metadata.requires-extra."):
		return last, true
	case strings.HasPrefix(full, "tool.hatch.envs.") && strings.HasSuffix(last, "dependencies"):
		return path[3], true
	}
	return "", false
}

// isIndexKey reports whether a value is the address that packages are taken from.
func isIndexKey(path []string) bool {
	switch strings.Join(path, ".") {
	case "source.url", "tool.poetry.source.url", "tool.pdm.source.url", "tool.uv.index.url", "tool.uv.index-url",
		"tool.uv.extra-index-url", "tool.uv.find-links", "tool.uv.pip.index-url", "tool.uv.pip.extra-index-url",
		"tool.uv.pip.find-links", "tool.pixi.pypi-options.index-url", "tool.pixi.pypi-options.extra-index-urls":
		return true
	}
	return false
}
