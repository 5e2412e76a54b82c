package opsdb

import (
	"io/fs"
	"strings"
)

// CUDAWords tell code of CUDA's by how it is spelled.
type CUDAWords struct {
	Text    []string // parts of the messages of CUDA functions, in lower case
	Modules []string // names of modules that are compiled for CUDA
	Ends    []string // how the names of further such modules end
	Kernels []string // packages that kernels and engines for GPUs are written with
	Devices []string // packages that place objects of their own on GPUs
	OnGPU   []string // packages that do so through names with GPU in them
	Makers  []string // names of packages, with the package in front, that do so
	Folders []string // directories of code for GPUs alone
	// Decorators are names of decorators that skip a test without a GPU.
	Decorators []string
}

// CompiledModule reports whether a project that calls a module so has compiled it
// for CUDA: _C, upfirdn2d_cuda.
func (w *CUDAWords) CompiledModule(name string) bool {
	for _, module := range w.Modules {
		if name == module {
			return true
		}
	}
	return w.EndsForCUDA(name)
}

// EndsForCUDA reports whether a name ends as those of modules do that are compiled for
// CUDA and for nothing else: upfirdn2d_cuda.
func (w *CUDAWords) EndsForCUDA(name string) bool {
	for _, end := range w.Ends {
		if strings.HasSuffix(name, end) && len(name) > len(end) {
			return true
		}
	}
	return false
}

// loadCUDAWords reads cuda_words.tsv.
func loadCUDAWords(fsys fs.FS) (*CUDAWords, error) {
	words := &CUDAWords{}
	s := &schema{file: "cuda_words.tsv", keys: 2, columns: []string{"word", "place", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		lists := map[string]*[]string{"text": &words.Text, "module": &words.Modules, "end": &words.Ends, "kernels": &words.Kernels, "devices": &words.Devices, "gpu": &words.OnGPU, "maker": &words.Makers, "folder": &words.Folders, "decorator": &words.Decorators}
		r.ref()
		if list := lists[oneOf(r, "place", "decorator", "devices", "end", "folder", "gpu", "kernels", "maker", "module", "text")]; list != nil {
			*list = append(*list, r.must("word"))
		}
	})
	return words, err
}

// CUDAWords returns the words that tell code of CUDA's.
func (db *DB) CUDAWords() *CUDAWords {
	if words, _ := db.cudaWords(); words != nil {
		return words
	}
	return &CUDAWords{}
}
