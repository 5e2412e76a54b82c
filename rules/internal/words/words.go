// Package words holds the words that rules declare: words that stand in every file
// where they find anything. The names of libraries and variables come from the tables
// that the rules look them up in.
package words

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Torch is for rules about names of PyTorch and of libraries that name it: torchvision,
// torch_xla, pytorch_lightning.
func Torch(*opsdb.DB) analyzer.Words { return analyzer.Words{Parts: []string{"torch"}} }

// JAX is for rules about names of JAX and of libraries on it.
func JAX(db *opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: []string{"jax"}, Packages: db.JAXPackages()}
}

// ThreefryName is JAX's name of the generator in settings.
const ThreefryName = "threefry2x32"

// XLAFlags is for files that set options of XLA's compiler for GPUs, even as the
// default of an option that another file puts into the environment.
func XLAFlags(db *opsdb.DB) analyzer.Words {
	return JAX(db).And(analyzer.Words{Parts: []string{"--xla_gpu_"}})
}

// Threefry is for files that choose the generator of JAX, be it as the default of an
// option that another file hands to JAX.
func Threefry(db *opsdb.DB) analyzer.Words {
	return JAX(db).And(analyzer.Words{Parts: []string{ThreefryName}})
}

// Operators is for rules about the operators of either framework.
func Operators(db *opsdb.DB) analyzer.Words { return Torch(db).And(JAX(db)) }

// Device is for rules about devices: literals, parameters that take them, and
// methods that move.
func Device(db *opsdb.DB) analyzer.Words {
	return Torch(db).And(analyzer.Words{Parts: []string{"cuda"}, Packages: db.DevicePackages()})
}

// DeviceTest is for tests of devices, and of Accelerate's GPUs.
func DeviceTest(db *opsdb.DB) analyzer.Words {
	return Torch(db).And(analyzer.Words{Parts: []string{"cuda", "MULTI_GPU"}, Packages: db.DevicePackages()})
}

// CUDA is for rules about the names of torch.cuda.
func CUDA(db *opsdb.DB) analyzer.Words {
	return Torch(db).And(analyzer.Words{Parts: []string{"cuda"}})
}

// Options is for rules about options of the libraries around the frameworks.
func Options(db *opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: db.OptionMethods(), Packages: db.FrameworkPackages()}
}

// Environment is for rules about environment variables.
func Environment(db *opsdb.DB) analyzer.Words { return analyzer.Words{Parts: db.EnvVarNames()} }

// Libraries is for rules about packages that need CUDA.
func Libraries(db *opsdb.DB) analyzer.Words {
	return Torch(db).And(analyzer.Words{Packages: db.CUDAOnlyPackages()})
}

// Vendors is for rules about devices of other vendors, as tests and tables name them.
func Vendors(db *opsdb.DB) analyzer.Words {
	return analyzer.Words{Parts: db.Vendors().Devices}
}
