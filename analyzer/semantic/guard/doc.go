// Package guard says which code of a Python file runs on Neuron: the guards that ask for
// CUDA, what they leave out, and the nodes that must change together for it.
//
// guard.go and dead.go find the guards and the code that they leave out, withoutcuda.go the
// outcome of conditions without CUDA. Files: admits, answershared, builtmodule, bundle, callends,
// caught, choosing, chosen, chosenread, classify, compiledmodule, condition, constanttest, control, cover, dead,
// devicearms, ends, exporting, extend, gpuonly, guard, guardbuild, guardedforneuron,
// guardreached, guardskip, implicitcalls, kernellaunch, kernelparts, kernelsthrough, localrank, missing,
// model, movedarm, namedbydevice, needsgpu, offhost, offhostcaught, offhostends, offhostfar, offhostlookup,
// offhostrefused, offhostvalues, older, onhost, onhostcall, onhostcompare, placement, refused,
// refusesotherwise, skiphelpers, stops, torchversion, unproven, unreachable, unseencode, vendor,
// without, withoutcuda, withoutdevice, withoutflag.
package guard
