package project

import "strings"

// Script is a command that installing the project makes.
type Script struct {
	Name   string
	Module string // that holds the function it runs, dotted
	Path   string // of its file, where that is known
}

// script notes a command that runs a function, written "module:function".
func (f *File) script(name, target string) {
	module, _, ok := strings.Cut(target, ":")
	if module = strings.TrimSpace(module); ok && module != "" && name != "" {
		f.Scripts = append(f.Scripts, Script{Name: name, Module: module})
	}
}

// namesScript reports whether a key of pyproject.toml names a command.
func namesScript(key []string) bool {
	switch strings.Join(key[:len(key)-1], ".") {
	case "project.scripts", "project.gui-scripts", "tool.poetry.scripts", "tool.flit.scripts":
		return true
	}
	return false
}
