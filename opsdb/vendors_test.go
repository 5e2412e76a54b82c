package opsdb

import (
	"slices"
	"testing"
)

func TestVendors(t *testing.T) {
	v := New().Vendors()
	for _, tt := range []struct {
		word                string
		device, code, files bool
	}{
		{"mps", true, true, true},
		{"sdaa", true, true, true},
		{"rocm", false, true, true},
		{"gaudi", false, false, true},
		{"neuron", false, false, true},
		{"cuda", false, false, false},
	} {
		if v.HasDevice(tt.word) != tt.device || slices.Contains(v.Code, tt.word) != tt.code || slices.Contains(v.Files, tt.word) != tt.files {
			t.Errorf("%s: %v", tt.word, tt)
		}
	}
}
