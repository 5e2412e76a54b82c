package source

import (
	"bytes"
	"path"
	"path/filepath"
)

// IsPython reports whether a file found in a directory is Python source, or a
// notebook, by its name.
func IsPython(name string) bool {
	switch path.Ext(name) {
	case ".py", ".pyi", ".ipynb":
		return true
	}
	return false
}

// NamesPython reports whether a file that the user names is Python source, or a
// notebook, by its name. It is more generous than IsPython: pre-commit hands such
// files to hooks for Python, too.
func NamesPython(name string) bool {
	switch path.Base(filepath.ToSlash(name)) {
	case "SConstruct", "SConscript", "wscript":
		return true
	}
	switch path.Ext(name) {
	case ".pyw", ".gyp", ".gypi":
		return true
	}
	return IsPython(name)
}

// MaxShebang is how much of a file RunsPython looks at; kernels read less.
const MaxShebang = 512

// RunsPython reports whether the first line of a text is #! with a python.
func RunsPython(text []byte) bool {
	line, _, _ := bytes.Cut(text[:min(len(text), MaxShebang)], []byte("\n"))
	return bytes.HasPrefix(line, []byte("#!")) && bytes.Contains(line, []byte("python"))
}
