package driver

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
)

// spareKernelFile withholds the fixes that would give another device to a file
// that holds a GPU kernel. Such a file raises on Neuron whatever its devices are
// called, and whoever writes the kernel anew writes its launches along with it.
// What other files share with it is mended without it.
func (r *fileResult) spareKernelFile() {
	i := slices.IndexFunc(r.findings, func(fd *finding) bool {
		return fd.Category == analyzer.CategoryKernel && fd.live == analyzer.Error && !fd.dead && !fd.Avoided && fd.Confidence >= analyzer.Likely
	})
	if i < 0 {
		return
	}
	kernel := r.findings[i].Span
	for _, fd := range r.findings {
		if !namesDevice(fd.Category) || len(fd.Fixes) == 0 {
			continue
		}
		fd.withhold()
		for i := range fd.Fixes {
			fd.Fixes[i].Spare = edit.Safe
		}
		fd.Related = append(slices.Clone(fd.Related), analyzer.Related{
			Span: kernel, Message: "this GPU kernel has to be written anew first; the file is left as it is",
		})
	}
}
