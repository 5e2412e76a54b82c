package semantic

import (
	"bytes"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/cadence"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
)

// maxImported bounds how many modules of the project are asked what they say.
const maxImported = 64

// Deviceless reports whether the file is a program, which asks for __main__, in
// which nothing is placed on any device: all that it computes, it computes on the
// host. A part of a program, or a few lines, may be handed what is elsewhere.
func (m *Model) Deviceless() bool { return m.HasMain() && m.SaysNoDevice() }

// SaysNoDevice reports whether neither the file nor a module of the project that
// it imports says a word of devices, or of what places models by itself.
func (m *Model) SaysNoDevice() bool {
	if m.placeless == infer.Unknown {
		m.placeless = infer.No
		if m.importsNoDevice() {
			m.placeless = infer.Yes
		}
	}
	return m.placeless == infer.Yes
}

func (m *Model) importsNoDevice() bool {
	if saysDevice(m.Tree.Source()) {
		return false
	}
	if m.Module() == nil {
		return true
	}
	return m.eachImported(m.ImportedModules(m.Module()), func(lib *Model) bool { return !saysDevice(lib.Tree.Source()) })
}

// eachImported shows modules of the project, and those that they import in turn, until
// show wants no more. It reports whether all were shown.
func (m *Model) eachImported(queue []*Module, show func(lib *Model) (more bool)) bool {
	seen := map[*Module]bool{m.Module(): true}
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
		m.elsewhere(mod, func(lib *Model) {
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

// saysDevice reports whether a text has a word of what places tensors and models,
// comments included.
func saysDevice(src []byte) bool {
	if mentions(src, deviceWords[:]) || says(src, vendorWords[:]) || says(src, backendWords[:]) {
		return true
	}
	for _, word := range placingWords {
		if bytes.Contains(src, []byte(word)) {
			return true
		}
	}
	return false
}

// RunsFirst shows the modules of the project that have run before this file does: the
// packages that it stands in, the conftest.py of tests, what it imports, and what those
// import, until show wants no more.
func (m *Model) RunsFirst(show func(lib *Model) (more bool)) {
	if m.Module() == nil {
		return
	}
	var queue []*Module
	for level := range strings.Count(m.Module().Name, ".") {
		if mod := m.Module().Find(level+1, ""); mod != nil {
			queue = append(queue, mod)
		}
	}
	queue = append(queue, m.conftests()...)
	m.eachImported(append(queue, m.ImportedModules(m.Module())...), show)
}

// conftests are the modules that pytest loads before a file of tests: the conftest.py beside
// it, and those above.
func (m *Model) conftests() (found []*Module) {
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
	backendWords = [...]string{"xla"} // by itself: what plots says xlabel
	placingWords = [...]string{".to(", "Trainer", "Fabric", "import *"}
)
