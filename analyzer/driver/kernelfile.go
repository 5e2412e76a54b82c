package driver

import (
	"path"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// spareKernelFile withholds the fixes that would give another device to a file that
// holds a GPU kernel, imports what such kernels and engines for GPUs are written with, or
// cannot be imported without a module that the project compiles for CUDA.
// Such a file raises on Neuron whatever its devices are called, or only GPUs take the way
// that needs them, and whoever writes the kernel anew writes its launches along with it.
// What other files share with it is mended without it. The first finding says why.
func (r *fileResult) spareKernelFile(m *semantic.Model) {
	kernel, why := r.kernel(m)
	if why == "" {
		return
	}
	for _, fd := range r.findings {
		if !namesDevice(fd.Category) || len(fd.Fixes) == 0 {
			continue
		}
		fd.withhold()
		for i := range fd.Fixes {
			fd.Fixes[i].Spare = edit.Safe
		}
		if why != "" {
			fd.Related = append(slices.Clone(fd.Related), analyzer.Related{Span: kernel, Message: why})
			why = ""
		}
	}
}

// kernel is the place for which the devices of a file stay, and says why.
func (r *fileResult) kernel(m *semantic.Model) (at source.Span, why string) {
	for _, fd := range r.findings {
		if fd.Category == analyzer.CategoryKernel && fd.live == analyzer.Error && !fd.dead && !fd.Avoided && fd.Confidence >= analyzer.Likely {
			return fd.Span, "this GPU kernel has to be written anew first; the file is left as it is"
		}
	}
	if at, ok := m.KernelImport(); ok {
		return at, "what this imports runs on GPUs alone and has to be replaced first; the file is left as it is"
	}
	if at, ok := m.KernelsThrough(); ok {
		return at, "this leads to a module that the project compiles for CUDA and that has to be replaced first: without it the file cannot be imported; it is left as it is"
	}
	if dir := folderForGPUs(r.path, m); dir != "" {
		return source.Span{}, "what lies in " + dir + "/ is for GPUs alone; the file is left as it is"
	}
	return source.Span{}, ""
}

// folderForGPUs is the directory around a file by whose name all in it is for GPUs;
// empty if there is none.
func folderForGPUs(name string, m *semantic.Model) string {
	words := m.DB.CUDAWords().Folders
	for _, dir := range strings.Split(path.Dir(name), "/") {
		if slices.Contains(words, dir) {
			return dir
		}
	}
	return ""
}
