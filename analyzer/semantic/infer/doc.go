// Package infer says what the names of a Python file name and what its expressions
// yield: the two questions on which everything else rests, a [Ref] and a [Type].
//
// A Model is built for one file. Its scopes are built at once; all else is worked out when
// it is asked for, and kept. A Project holds the files of a repository together: where a
// name leads into another file, that is found, read and asked. Answers that rest on each
// other in circles, within a file or over several, are worked out together, so that none
// depends on what was asked first, nor on who asked. All parts of the package answer each
// other's questions; what does not is a layer above, in package semantic.
//
// Every answer carries a [Confidence]. It grades how sure the resolution of the code is,
// never how sure we are of Neuron.
//
// # Models and projects
//
// model.go makes the Model of a file and project.go finds the files around it; inside.go
// shows code of another file. Package query works out questions that rest on each other
// in circles; question.go says what they are. What answers cost in memory is bounded in
// units.go. Files: beside, confidence, depends, exports, few, foreign, global, imported,
// inside, interrupt, mainblock, model, module, oftorch, parsed, project, question, setups,
// table, truth, units, walked.
//
// # Names, scopes and bindings
//
// Package scope binds the names of a file and tells which bindings hold where they are
// read. resolve.go says what an expression names, name.go under which canonical name;
// rebound.go says when a star import, or text that is run, may make it mean something
// else. Files: alias, attributes, augmented, builtins, chosen, devicemodule, memberref,
// name, named, names, naming, published, reached, rebound, references, resolve, splat, standard, standsfor, starred.
//
// # Kinds of objects
//
// type.go says what an expression yields, by how it was made; where nothing says so,
// evidence.go by what is done with it. Tests of a kind narrow it (narrow.go). Files:
// annotation, arrays, calltype, chained, class, constant, deviceform, display,
// distribution, dtypenames, evidence, evidencecall, evidencelike, evidencemethod,
// evidenceuse, fill, framework, handed, hooked, indexed, items, iterate, join, library,
// member, modeloutput, namedtuple, narrow, narrowed, numeric, operatortype,
// optimizerstate, parameter, parts, pertoken, prepared, related, returned, setter, singlecall,
// stateless, summed, type, unstated.
//
// # Calls and what they run
//
// Which functions a call may run (mayrun.go), now, in another process or later
// (task.go), and what a function hands on as it is (forwarded.go). Files: forwarded,
// forwardedcompiler, mayrun, remote, started, taken, task.
//
// # What a value can be
//
// possible.go follows all that an expression may yield from run to run; possiblecall.go
// says which functions that may be. Files: asmodule, attrcell,
// calledback, namespace, numberfrom, passed, possible, possiblecall, preset, replaced, setting,
// stringvalue, valuesstored.
package infer
