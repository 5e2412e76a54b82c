package driver

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/analyzer/semantic"
)

// spareMocked withholds the fixes of tests that replace torch.cuda by an object of their
// own: their uses of CUDA are about that object, and no data lies on a device. They are
// shown on request.
func (r *fileResult) spareMocked(m *semantic.Model) {
	regions := m.Mocked()
	if len(regions) == 0 {
		return
	}
	for _, fd := range r.findings {
		if !namesDevice(fd.Category) || !fd.Span.In(regions) {
			continue
		}
		fd.withhold(edit.Doubt{Text: "the test puts an object of its own in the place of torch.cuda"})
		for i := range fd.Fixes {
			fd.Fixes[i].Spare = edit.Safe
		}
		fd.Confidence = min(fd.Confidence, analyzer.Possible)
	}
}
