package opsdb

import (
	"fmt"
	"io/fs"
	"strings"
	"time"
)

// SDKRelease is a release of the Neuron SDK and the versions of its parts. Versions are
// as the sources print them; an empty one is not known.
type SDKRelease struct {
	Version          string // "2.26.1"
	Released         string // "2025-10-29"
	Native           string // the native backend: none, closed beta, public beta
	Python           []string
	TorchNeuronX     string // "2.7.0.2.10.13553 (py 3.9/3.10/3.11); …"
	TorchXLA         string
	JAXNeuronX       string
	JAX              string // versions of JAX
	Libneuronxla     string
	NeuronxCC        string
	NKI              string
	NxDCore          string
	NxDInference     string
	NxDTraining      string
	Transformers     string
	NumPy            string
	OptimumNeuron    string // releases that pin this SDK
	VLLM             string
	TensorFlowNeuron string // tensorflow-neuronx
	TorchNeuronInf1  string // torch-neuron, for Inf1 only
	Note             string
	Ref              Ref
}

// sdkTable holds the releases, oldest first.
type sdkTable []SDKRelease

// loadSDK reads sdk.tsv.
func loadSDK(fsys fs.FS) (sdkTable, error) {
	var table sdkTable
	s := &schema{file: "sdk.tsv", keys: 1, columns: []string{
		"sdk", "released", "native", "python", "torch_neuronx", "torch_xla", "jax_neuronx", "jax",
		"libneuronxla", "neuronx_cc", "nki", "nxd_core", "nxd_inference", "nxd_training",
		"transformers", "numpy", "optimum_neuron", "vllm", "tensorflow_neuronx", "torch_neuron_inf1",
		"note", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) { table = append(table, r.release()) })
	return table, err
}

// release reads a row of sdk.tsv.
func (r *row) release() SDKRelease {
	release := SDKRelease{
		Version:          r.get("sdk"),
		Released:         r.get("released"),
		Native:           oneOf(r, "native", "none", "closed beta", "public beta"),
		Python:           r.list("python"),
		TorchNeuronX:     r.get("torch_neuronx"),
		TorchXLA:         r.get("torch_xla"),
		JAXNeuronX:       r.get("jax_neuronx"),
		JAX:              r.get("jax"),
		Libneuronxla:     r.get("libneuronxla"),
		NeuronxCC:        r.get("neuronx_cc"),
		NKI:              r.get("nki"),
		NxDCore:          r.get("nxd_core"),
		NxDInference:     r.get("nxd_inference"),
		NxDTraining:      r.get("nxd_training"),
		Transformers:     r.get("transformers"),
		NumPy:            r.get("numpy"),
		OptimumNeuron:    r.get("optimum_neuron"),
		VLLM:             r.get("vllm"),
		TensorFlowNeuron: r.get("tensorflow_neuronx"),
		TorchNeuronInf1:  r.get("torch_neuron_inf1"),
		Note:             r.get("note"),
		Ref:              r.ref(),
	}
	release.Ref.SDK = release.Version
	if _, _, err := parseSDK(release.Version); err != nil || strings.Count(release.Version, ".") != 2 {
		r.fail(fmt.Errorf("sdk: %q is no release", release.Version))
	}
	if _, err := time.Parse(time.DateOnly, release.Released); err != nil && release.Released != "" {
		r.fail(fmt.Errorf("released: %w", err))
	}
	return release
}

// PyTorch returns the versions of PyTorch that the torch-neuronx packages of
// the release are built for, in the order of the source: the first three
// numbers of their own versions.
func (s SDKRelease) PyTorch() []string {
	var versions []string
	for entry := range strings.SplitSeq(s.TorchNeuronX, "; ") {
		version, _, _ := strings.Cut(entry, " ")
		if parts := strings.SplitN(version, ".", 4); len(parts) == 4 {
			versions = append(versions, strings.Join(parts[:3], "."))
		}
	}
	return versions
}

// SDK returns a release of the SDK. "2.26" is its first release, 2.26.0: those
// that follow mend it.
func (db *DB) SDK(version string) (SDKRelease, bool) {
	if strings.Count(version, ".") == 1 {
		version += ".0"
	}
	table, _ := db.releases()
	for _, release := range table {
		if release.Version == version {
			return release, true
		}
	}
	return SDKRelease{}, false
}

// SDKs returns the releases that are known, oldest first.
func (db *DB) SDKs() []string {
	table, _ := db.releases()
	var versions []string
	for _, release := range table {
		versions = append(versions, release.Version)
	}
	return versions
}
