// Package semantic says of a Python file what rules ask: what its names, values and
// receivers are, how often code runs, where tensors lie, which string literals become a
// device and where, and which code can only run where CUDA is.
//
// The methods of the packages below are methods of the Model.
// Everything is computed when asked for and kept, so a file without device literals pays
// nothing for device flow. A Model is not safe for concurrent use; the tree and the
// database behind it are.
//
// # Layers
//
// Packages infer, flow, cadence, tensor and guard lie below: what names name and expressions
// yield, where device strings go, how often code runs, what numbers tensors hold and which
// code runs on Neuron. The sections here are layers on top of them, lowest first. Code calls
// code of its own layer and of those below it; TestLayers holds this.
//
// # The model
//
// model.go puts the layers on a model of package infer, names.go gives its names here, and
// crossing.go shows code of other files with all layers. Files: crossing, model, names,
// project.
//
// # Where tensors are
//
// Whether what an expression yields is on the device (placed.go) or on the host
// (host.go). Files: athand, athandfield, athandtensor, byunknown, deviceless,
// deviceorigin, drawn, expectserror, host, hostbatch, hostfactory, hostitems,
// jaxelsewhere, jaxhost, movedas, movedlater, movedmodule, neighbour, owndevices, placed,
// placeditems, placedname, sparse.
//
// # Names that a fix may write
//
// modulename.go says by which name a module can be reached somewhere, and ownimport.go
// where an import can stand that gives it one; Files: attop, modulename, ownimport.
//
// # Why
//
// What `neuronlint why` tells. Files: blind, explain, explaindevice, explainimport,
// origin.
package semantic
