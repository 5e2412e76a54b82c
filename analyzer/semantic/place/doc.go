// Package place says where the tensors of a Python file lie: on the device or on the host.
//
// placed.go knows the device, host.go the host, and copied.go whether it matters. Files:
// athand, athandfield, athandtensor, byunknown, copied, deviceless, deviceorigin, drawn,
// expectserror, halfmoved, hidesgpus, host, hostbatch, hostfactory, hostitems, jaxelsewhere, jaxhost, known, model,
// movedas, movedlater, movedmodule, neighbour, ownchoice, owndevices, ownfed, placed,
// placeditems, placedname, sparse, stale, stalemove, unmoved.
package place
