// Package value lists the values that an expression may have from run to run, the preset of
// a setting that nobody overrides, and the functions that a call may run.
//
// Package infer yields the one answer that the text allows; this package lists several,
// and follows them through bindings, attributes, arguments and containers. It asks infer,
// and infer never asks back.
//
// # Values
//
// possible.go follows all values that an expression may yield, and possiblecall.go the
// functions among them. valuesstored.go lists the values of an attribute, and passed.go
// those of a parameter. Files: asmodule, attrcell, model, namespace, passed, possible,
// possiblecall, splat, stateless, valuesstored.
//
// # Settings
//
// preset.go finds the value of a setting that nobody overrides, and numberfrom.go the
// places that decide a number. Files: numberfrom, option, preset, replaced.
//
// # Calls and what they run
//
// mayrun.go lists the functions that a call may run, and calledback.go the calls by which
// the project runs a function that it was given. Files: calledback, mayrun.
package value
