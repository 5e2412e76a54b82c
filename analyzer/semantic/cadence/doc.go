// Package cadence says how often code of a Python file runs: once, for each batch, for
// each step of a decoder, or not at all once a program is compiled.
//
// Regions of training steps, decoding, traced functions and the like (region.go), by
// loops, hooks and the conventions of trainers. Files: compiled, decoding,
// decodingappend, decodingfill, engine, model, program, region, regiondecoding, samplers,
// trainercall.
package cadence
