package semantic_test

import "testing"

// TestDeviceless asks of programs whether nothing in them, nor in the modules of
// the project that they reach, speaks of a device.
func TestDeviceless(t *testing.T) {
	t.Parallel()
	const main = "\nif __name__ == '__main__':\n    run()\n"
	files := repository{
		root + "setup.py":          nil,
		root + "alone.py":          []byte("import torch\nfrom torch import optim" + main),
		root + "plots.py":          []byte("import torch\nax.set_xlabel('x')" + main),
		root + "torch_xla.py":      []byte("import torch_xla.core.xla_model as xm" + main),
		root + "part.py":           []byte("import torch\n"),
		root + "says.py":           []byte("import torch\n# on a GPU" + main),
		root + "reaches.py":        []byte("from net.step import run" + main),
		root + "reaches_none.py":   []byte("from net import plain" + main),
		root + "circle.py":         []byte("import net.circle" + main),
		root + "net/__init__.py":   nil,
		root + "net/plain.py":      []byte("steps = 3 # ramps\n"),
		root + "net/circle.py":     []byte("import circle\nfrom . import plain, circle\n"),
		root + "net/step.py":       []byte("from .placed import run\n"),
		root + "net/placed.py":     []byte("def run(x):\n    return x.to(0)\n"),
		root + "unreadable.py":     []byte("import net.missing" + main),
		root + "net/mps.py":        []byte("MPS = 1\n"),
		root + "vendor.py":         []byte("from net import mps" + main),
		root + "vendor_of_none.py": []byte("from torch.cpu import amp" + main),
	}
	for name, want := range map[string]bool{
		"alone.py": true, "plots.py": true, "torch_xla.py": false, "part.py": false, "says.py": false, "reaches.py": false, "reaches_none.py": true,
		"circle.py": true, "unreadable.py": true, "vendor.py": false, "vendor_of_none.py": true,
	} {
		c := &readCounter{repository: files}
		if got := c.model(t, c.project(), root+name).Deviceless(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
