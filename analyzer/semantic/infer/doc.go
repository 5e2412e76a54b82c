// Package infer resolves the names of a Python file to a [Ref] and its expressions to a
// [Type]: the two answers on which everything else rests.
//
// A Model is built for one file. Its scopes are built at once; everything else is worked
// out on demand, and kept. A Project ties the files of a repository together: if a name
// leads into another file, the project finds, reads and asks that file. Answers that
// depend on each other in a circle, within a file or across several, are worked out
// together, so none of them depends on the order of the questions, nor on who asked. All
// parts of the package answer each other's questions; code that only asks belongs to the
// layers above.
//
// Every answer carries a [Confidence]. It grades how sure the resolution of the code is,
// never how sure we are of Neuron.
//
// # Models and projects
//
// model.go makes the Model of a file and project.go finds the files around it; callee.go
// shows code of another file. Package query answers questions that depend on each other
// in circles; question.go lists them. The memory that answers take is bounded in
// treecache.go, and reuse.go hands what is known on to the next run. Files: beside,
// callee, confidence, depends, exports, foreign, global, imported, interrupt, mainblock,
// mentions, model, module, oftorch, parsed, project, question, reuse, setups, smallmap,
// table, treecache, truth, walked.
//
// # Names, scopes and bindings
//
// Package scope binds the names of a file and finds the bindings that reach each read.
// resolve.go resolves an expression to a Ref, and name.go gives its canonical name;
// rebound.go says when a star import, or text run as code, may change the meaning of a
// name. Files: alias, alternatives, attributes, augmented, builtins, chosen, devicemodule,
// memberref, name, named, names, naming, published, reached, rebound, references, resolve,
// standard, starred.
//
// # Kinds of objects
//
// type.go types an expression by how its value was made; failing that, evidence.go types
// it by how it is used. Checks of a kind narrow it (narrow.go). Files:
// annotation, arrays, calltype, chained, class, constant, deviceform, display,
// distribution, dtypenames, evidence, evidencecall, evidencelike, evidencemethod,
// evidenceuse, fill, framework, handed, hooked, indexed, items, iterate, join, library,
// member, modeloutput, namedtuple, narrow, narrowed, numeric, operatortype,
// optimizerstate, parameter, parts, pertoken, prepared, related, returned, setter, setting,
// singlecall, stringvalue, summed, type, unstated.
//
// # Functions that calls hand on
//
// The function that a call hands over to be run, in another process or later (task.go),
// and functions that only forward their arguments (forwarded.go). Files: forwarded,
// forwardedcompiler, remote, started, task, taken.
package infer
