// Package tensor tells the dtype of a tensor, the number of its axes, and whether
// gradients flow to it.
//
// Questions about a tensor's numbers and axes. Files: arraycall, arraydtype,
// differentiated, double, dtype, dtypeannotated, dtypearray, dtypejax, dtypejoined, dtypekept,
// dtypeliteral, dtypereturned, dtypetrait, dtypewalk, gradient, model, passeddtype, promotion, rank, rankcall,
// rankpassed, standindtype.
package tensor
