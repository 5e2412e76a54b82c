package place

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// OwnDevices is the first import of a library that places its own objects on GPUs, by its
// own code, and has no known backend for Neuron: graphs of DGL, arrays of CuPy. Nothing
// in the file tells such objects from others.
func (m *Places) OwnDevices() (at source.Span, ok bool) {
	words := m.DB.CUDAWords()
	for _, imp := range m.Imports() {
		if imp.Level > 0 || m.OfProject(imp) || m.ForTypes(imp.Stmt) {
			continue
		}
		if within(words.Devices, imp.Module) || imp.Name != "" && within(words.Devices, imp.Module+"."+imp.Name) {
			return m.Tree.Span(imp.Stmt), true
		}
		if within(words.OnGPU, imp.Module) && m.namesGPUOf(infer.TopOf(imp.Module)) || m.namesMakerOf(infer.TopOf(imp.Module)) {
			return m.Tree.Span(imp.Stmt), true
		}
	}
	return source.Span{}, false
}

// within reports whether a module is one of some packages, or lies in one.
func within(packages []string, module string) bool {
	return slices.ContainsFunc(packages, func(p string) bool { return infer.HasPackage(module, p) })
}

// namesGPUOf reports whether the file names a GPU feature of a library:
// faiss.StandardGpuResources, spacy.require_gpu.
func (m *Places) namesGPUOf(library string) bool {
	for range m.Named(func(name string) bool {
		rest, ok := strings.CutPrefix(name, library+".")
		return ok && strings.Contains(strings.ToLower(rest), "gpu")
	}) {
		return true
	}
	return false
}

// namesMakerOf reports whether the file names the part of a library that places objects,
// where other parts do not: the iterators of torchtext place batches, and its fields and
// tokenizers nothing.
func (m *Places) namesMakerOf(library string) bool {
	var makers []string
	for _, maker := range m.DB.CUDAWords().Makers {
		if pkg, name, _ := strings.Cut(maker, "."); pkg == library {
			makers = append(makers, name)
		}
	}
	if len(makers) == 0 {
		return false
	}
	for range m.Named(func(name string) bool {
		rest, ok := strings.CutPrefix(name, library+".")
		return ok && slices.ContainsFunc(strings.Split(rest, "."), func(part string) bool { return slices.Contains(makers, part) })
	}) {
		return true
	}
	return false
}
