// Package flow follows the string literals of a file that spell a CUDA device to where they
// act and are tested.
//
// flow.go and trace.go follow them forwards. The devices that files share are told in a
// Summary. Files:
// abstract, argument, asdict, cell, cells, choice, compare, container, device, flow, found, lost, mocked, model,
// outside, parametrized, shown, summarise, summary, summarykeep,
// summaryoptions, summaryparts, summaryreads, trace, traceattr, tracecall, tracedict,
// tracetext, unknowncallee, walk, whole.
package flow
