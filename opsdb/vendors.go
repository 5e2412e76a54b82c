package opsdb

import (
	"io/fs"
	"slices"
)

// Vendors are words for accelerators other than those of NVIDIA.
type Vendors struct {
	Devices []string // PyTorch's names of them: mps, npu
	Code    []string // these, and the platforms that PyTorch is built for instead of CUDA
	Files   []string // those, and words in the names of files and images, Neuron's included
}

// loadVendors reads vendors.tsv.
func loadVendors(fsys fs.FS) (*Vendors, error) {
	v := &Vendors{}
	s := &schema{file: "vendors.tsv", keys: 1, columns: []string{"word", "kind", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		r.ref()
		word := r.get("word")
		v.Files = append(v.Files, word)
		switch oneOf(r, "kind", "device", "platform", "product") {
		case "device":
			v.Devices = append(v.Devices, word)
			v.Code = append(v.Code, word)
		case "platform":
			v.Code = append(v.Code, word)
		}
	})
	return v, err
}

// Vendors returns the words for other accelerators.
func (db *DB) Vendors() *Vendors {
	if v, _ := db.vendors(); v != nil {
		return v
	}
	return &Vendors{}
}

// HasDevice reports whether a word is PyTorch's name for an accelerator.
func (v *Vendors) HasDevice(word string) bool { return slices.Contains(v.Devices, word) }
