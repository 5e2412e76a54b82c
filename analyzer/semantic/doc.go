// Package semantic says what the names, values and receivers of a Python file
// are: which framework function a call reaches, what kind of object a method
// is called on, which string literals become a device and where, and which
// code can only run where CUDA is.
//
// A Model is built for one file. Scopes and bindings are built at once (one
// walk over the tree); everything else is computed when asked for and kept, so
// a file without device literals pays nothing for device flow. A Model is not
// safe for concurrent use; the tree and the database behind it are.
//
// A Project holds the files of a repository together: where a name leads into
// another file, that is found and read, and asked. Answers that rest on each
// other in circles, within a file or over several, are worked out together, so
// that no answer depends on what was asked first, nor on who asked.
//
// Every answer carries a Confidence. It grades how sure the resolution of the
// code is, never how sure we are of Neuron.
//
// # Layers
//
// The sections below are layers, lowest first, except that the first five answer each
// other's questions and are one layer. Code calls code of its own layer and of those
// below it; TestLayers holds this, and lists the calls that still go upward.
//
// # The model and the project
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
//
// # How often code runs
//
// Regions of training steps, decoding, traced functions and the like (region.go), by
// loops, hooks and the conventions of trainers. Files: compiled, decoding,
// decodingappend, decodingfill, engine, program, region, regiondecoding, samplers,
// trainercall.
//
// # Dtypes, ranks and gradients
//
// What can be said of a tensor's numbers and axes. Files: arraycall, arraydtype,
// differentiated, dtype, dtypeannotated, dtypearray, dtypejax, dtypejoined, dtypekept,
// dtypeliteral, dtypereturned, gradient, passeddtype, rank, rankcall, rankpassed,
// standindtype.
//
// # How device strings flow
//
// From the literals that spell a CUDA device to where they act and are tested, forwards:
// flow.go, trace.go. What files must know of each other's devices is a Summary. Files:
// argument, asdict, cell, cells, choice, compare, container, device, flow, found, lost, mocked,
// outside, parametrized, shown, summarise, summary, summarykeep,
// summaryoptions, summaryparts, summaryreads, trace, traceattr, tracecall, tracedict,
// tracetext, unknowncallee, walk, words.
//
// # Conditions, and what runs on Neuron
//
// Guards that ask for CUDA and what they leave out (guard.go, dead.go), and what
// conditions come to without it (withoutcuda.go). Files: admits, alone, answershared,
// bundle, callends, caught, classify, compiledmodule, condition, control, cover, dead, ends,
// exporting, extend, guard, guardbuild, guardreached, guardskip, handled,
// kernelsthrough, localrank, missing, older, placement, refused, refusesotherwise,
// skiphelpers, stops, torchversion, unproven, unreachable, vendor, without, withoutcuda,
// withoutdevice, withoutflag.
//
// # Where tensors are
//
// Whether what an expression yields is on the device (placed.go) or on the host
// (host.go). Files: athand, athandfield, athandtensor, byunknown, deviceless,
// deviceorigin, drawn, expectserror, host, hostbatch, hostitems,
// jaxelsewhere, jaxhost, movedlater, movedmodule, neighbour, owndevices, placed, placeditems,
// placedname, sparse.
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
