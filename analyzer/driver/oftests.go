package driver

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
)

// ofTests reports whether a file is for tests: it lies in a folder of tests, or has a name
// that pytest collects and tests in it. A program that evaluates a model is often named
// test_depth.py, too.
func ofTests(file string, text []byte) bool {
	dir, name := path.Split(file)
	if name == "conftest.py" || slices.ContainsFunc(strings.Split(dir, "/"), isTestFolder) {
		return true
	}
	if !cadence.IsTestFile(file) {
		return false
	}
	framework := slices.ContainsFunc([]string{"pytest", "unittest", "absltest"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
	return framework || bytes.Contains(text, []byte("def test_")) && !bytes.Contains(text, []byte("__main__"))
}

// isTestFolder reports whether a folder holds tests by its name.
func isTestFolder(name string) bool { return name == "tests" || name == "test" || name == "testing" }
