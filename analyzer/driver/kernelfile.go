package driver

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// spareKernelFile withholds the fixes that would give another device to a file that holds
// a GPU kernel, imports a package in which such kernels or engines for GPUs are written,
// starts a kernel of the project, or cannot be imported without a module that the project
// compiles for CUDA. Where only a function does so, that function's fixes are withheld.
// Such code raises on Neuron under any device name, or only GPUs take the path that needs
// it, and whoever rewrites the kernel rewrites its launches too. Code that other parts
// share with it is mended without it. The first finding says why.
func (r *fileResult) spareKernelFile(m *semantic.Model) {
	if !slices.ContainsFunc(r.findings, mayMove) {
		return
	}
	parts := r.kernelParts(m)
	for _, fd := range r.findings {
		if !mayMove(fd) {
			continue
		}
		i := slices.IndexFunc(parts, func(p kernelPart) bool { return p.span.Contains(fd.Span) })
		if i < 0 {
			continue
		}
		fd.withhold(edit.Doubt{Text: parts[i].doubt, Span: parts[i].at, Told: true})
		for i := range fd.Fixes {
			fd.Fixes[i].Spare = edit.Safe
		}
		if why := parts[i].why; why != "" {
			fd.Related = append(slices.Clone(fd.Related), analyzer.Related{Span: parts[i].at, Message: why})
			parts[i].why = ""
		}
	}
}

// mayMove reports whether a finding has a fix that gives its file another device.
func mayMove(fd *finding) bool { return namesDevice(fd.Category) && len(fd.Fixes) > 0 }

// kernelPart is a part of a file whose devices stay, with the place and the reason.
type kernelPart struct {
	span, at source.Span
	why      string // said once
	doubt    string // of each fix
}

// kernelParts are the parts of a file whose devices stay; only the whole file if all of
// its devices do.
func (r *fileResult) kernelParts(m *semantic.Model) (parts []kernelPart) {
	if at, why, doubt := r.kernel(m); why != "" {
		return []kernelPart{{m.Tree.Span(syntax.Root), at, why, doubt}}
	}
	for _, p := range m.KernelParts() {
		what, doubt := "this imports GPU-only code, which has to be replaced first", "this line imports GPU-only code"
		left := "this function is left unchanged"
		if p.Calls {
			what, doubt = "this launches a GPU kernel of the project, which has to be rewritten first", "this line launches a GPU kernel of the project"
		}
		if p.Named {
			what, doubt = "what this imports is for CUDA, by its name, and may have to be replaced first", "this line imports a module that is for CUDA, by its name"
		}
		if p.Whole {
			left = "the file is left unchanged"
		}
		if parts = append(parts, kernelPart{p.Span, p.At, what + "; " + left, doubt}); p.Whole {
			break
		}
	}
	return parts
}

// kernel is the place that keeps the devices of a whole file, with the reason, and as it
// is said of each fix.
func (r *fileResult) kernel(m *semantic.Model) (at source.Span, why, doubt string) {
	for _, fd := range r.findings {
		if fd.Category == analyzer.CategoryKernel && fd.live == analyzer.Error && !fd.dead && !fd.Avoided && fd.Confidence >= analyzer.Likely {
			return fd.Span, "this GPU kernel has to be rewritten first; the file is left unchanged", "the GPU kernel on this line has to be rewritten first"
		}
	}
	if at, ok := m.KernelsThrough(); ok {
		return at, "this leads to a module that the project compiles for CUDA, which has to be replaced before the file can be imported; the file is left unchanged",
			"this line leads to a module that the project compiles for CUDA"
	}
	if dir := folderForGPUs(r.path, m); dir != "" {
		doubt = "the code in " + dir + "/ is for GPUs only"
		return source.Span{}, doubt + "; the file is left unchanged", doubt
	}
	return source.Span{}, "", ""
}

// folderForGPUs is the directory around a file whose name marks all files in it as code
// for GPUs; empty if there is none.
func folderForGPUs(name string, m *semantic.Model) string {
	words := m.DB.CUDAWords().Folders
	for _, dir := range strings.Split(path.Dir(name), "/") {
		if slices.Contains(words, dir) {
			return dir
		}
	}
	return ""
}
