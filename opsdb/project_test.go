package opsdb

import "testing"

func TestMatchName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"cudnn", "cudnn", true},
		{"cudnn", "cudnn8", false},
		{"nvidia-*", "nvidia-nccl-cu12", true},
		{"nvidia-*", "my-nvidia-tool", false},
		{"jax-cuda*-plugin", "jax-cuda12-plugin", true},
		{"jax-cuda*-plugin", "jax-cuda12-pjrt", false},
		{"*/cu1*", "https://download.pytorch.org/whl/cu118", true},
		{"*/cu1*", "https://download.pytorch.org/whl/cpu", false},
		{"a*a", "a", false},
		{"*", "", true},
	} {
		if got := MatchName(test.pattern, test.name); got != test.want {
			t.Errorf("MatchName(%q, %q) = %v", test.pattern, test.name, got)
		}
	}
}

func TestProjectFact(t *testing.T) {
	t.Parallel()
	db := New()
	for _, test := range []struct{ system, name, pattern string }{
		{"pip", "nvidia-ml-py", "nvidia-ml-py*"}, // the longer pattern wins
		{"pip", "nvidia-cublas-cu12", "nvidia-*-cu1*"},
		{"pip", "nvidia-cuda-runtime", "nvidia-cuda-*"},
		{"pip", "nvidia-modelopt", ""},
		{"pip", "jax[cuda12]", "jax[cuda*]"},
		{"pip", "jax[tpu]", ""},
		{"pip", "faiss-cpu", ""},
		{"conda", "libcublas-dev", "libcublas*"},
		{"conda", "libcurl", ""},
		{"conda", "CudaToolkit", "cudatoolkit"},
		{"channel", "nvidia/label/cuda-12.1.0", "nvidia/label/*"},
		{"channel", "conda-forge", ""},
		{"index", "https://download.pytorch.org/whl/cu121", "https://download.pytorch.org/whl/cu*"},
		{"index", "https://download.pytorch.org/whl/nightly/cu128", "https://download.pytorch.org/whl/nightly/cu*"},
		{"index", "https://download.pytorch.org/whl/rocm6.0", ""},
		{"index", "https://download.pytorch.org/whl/cpu", ""},
		{"index", "https://download.pytorch.org/whl/cu${CUDA}", "https://download.pytorch.org/whl/cu*"},
		{"index", "https://data.pyg.org/whl/torch-2.1.0+cu121.html", "*+cu1*"},
	} {
		if fact, _ := db.ProjectFact(test.system, test.name); fact.Pattern != test.pattern {
			t.Errorf("%s %s: row %q, want %q", test.system, test.name, fact.Pattern, test.pattern)
		}
	}
}

// TestCUDAPackage: a module may be called like a package that is another's, and a
// package that has a part for CUDA does not need it.
func TestCUDAPackage(t *testing.T) {
	t.Parallel()
	db := New()
	for name, want := range map[string]string{
		"flash-attn": "flash_attn", "apex": "apex", "bitsandbytes": "bitsandbytes", "tiny-cuda-nn": "tinycudann",
		"numba": "", "torch": "", "faiss": "", "cuda": "", "nvidia-dali": "",
	} {
		if lib, _ := db.CUDAPackage(name); lib.Import != want {
			t.Errorf("%s: row %q, want %q", name, lib.Import, want)
		}
	}
}
