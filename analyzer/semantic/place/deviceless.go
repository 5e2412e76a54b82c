package place

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/words"
)

// maxImported bounds how many modules of the project are searched.
const maxImported = 64

// Deviceless reports whether the file is a program, with a check for __main__, that
// places nothing on a device: everything it computes is on the host. A library or a
// snippet does not count, as its callers may pass tensors from elsewhere.
func (m *Places) Deviceless() bool { return m.HasMain() && m.SaysNoDevice() }

// SaysNoDevice reports whether neither the file nor any module of the project that it
// imports mentions devices or code that places models by itself.
func (m *Places) SaysNoDevice() bool {
	if m.placeless == infer.Unknown {
		m.placeless = infer.No
		if m.importsNoDevice() {
			m.placeless = infer.Yes
		}
	}
	return m.placeless == infer.Yes
}

func (m *Places) importsNoDevice() bool {
	if m.saysDevice() {
		return false
	}
	if m.Module() == nil {
		return true
	}
	return m.eachImported(m.ImportedModules(m.Module()), func(lib *Places) bool { return !lib.saysDevice() })
}

// eachImported shows modules of the project and, in turn, the modules that they import,
// until show returns false. It reports whether all were shown.
func (m *Places) eachImported(queue []*infer.Module, show func(lib *Places) (more bool)) bool {
	seen := map[*infer.Module]bool{m.Module(): true}
	for len(queue) > 0 {
		mod := queue[0]
		queue = queue[1:]
		if seen[mod] {
			continue
		}
		if seen[mod] = true; len(seen) > maxImported {
			return false
		}
		more := true
		m.elsewhere(mod, func(lib *Places) {
			if more = show(lib); more {
				queue = append(queue, lib.ImportedModules(mod)...)
			}
		})
		if !more {
			return false
		}
	}
	return true
}

// saysDevice reports whether the text of the file, comments included, has a word for placing tensors
// or models.
func (m *Places) saysDevice() bool {
	src := m.Tree.Source()
	if words.Anywhere(src, deviceWords[:]) || words.InNames(src, m.DB.Vendors().Code) || words.InNames(src, backendWords[:]) {
		return true
	}
	for _, word := range placingWords {
		if bytes.Contains(src, []byte(word)) {
			return true
		}
	}
	return false
}

// RunsFirst shows the modules of the project that run before this file: its packages,
// the conftest.py of tests, its imports and theirs in turn, until show returns false.
func (m *Places) RunsFirst(show func(lib *Places) (more bool)) {
	if m.Module() == nil {
		return
	}
	var queue []*infer.Module
	for level := range strings.Count(m.Module().Name, ".") {
		if mod := m.Module().Find(level+1, ""); mod != nil {
			queue = append(queue, mod)
		}
	}
	queue = append(queue, m.conftests()...)
	m.eachImported(append(queue, m.ImportedModules(m.Module())...), show)
}

// conftests are the modules that pytest loads before a test file: the conftest.py
// beside it and those in the folders above.
func (m *Places) conftests() (found []*infer.Module) {
	if !cadence.IsTestFile(m.File.Path) {
		return nil
	}
	for level := range strings.Count(m.Module().File(), "/") + 1 {
		if mod := m.Module().Find(level+1, "conftest"); mod != nil {
			found = append(found, mod)
		}
	}
	return found
}

var (
	deviceWords  = [...]string{"device", "cuda", "gpu", "neuron", "accelerat", "deepspeed", "nccl"}
	backendWords = [...]string{"xla"} // as a whole word: code for plots says xlabel
	placingWords = [...]string{".to(", "Trainer", "Fabric", "import *"}
)
