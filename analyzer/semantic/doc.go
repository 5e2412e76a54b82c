// Package semantic says of a Python file what rules ask: what its names, values and
// receivers are, how often code runs, where tensors lie, which string literals become a
// device and where, and which code can only run where CUDA is.
//
// The packages below answer that, each with a struct that the Model embeds: infer knows
// names and values, flow the ways of device strings, cadence how often code runs, tensor
// the numbers of tensors, guard which code runs on Neuron, and place where tensors lie.
// Everything is computed when asked for and kept, so a file without device literals pays
// nothing for device flow. A Model is not safe for concurrent use; the tree and the
// database behind it are.
//
// The sections here are layers on top of these, lowest first. Code calls code of its own
// layer and of those below it; TestLayers holds this.
//
// # The model
//
// model.go puts the layers on a model of package infer, names.go gives its names here, and
// crossing.go shows code of other files with all layers. Files: crossing, model, names,
// project.
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
