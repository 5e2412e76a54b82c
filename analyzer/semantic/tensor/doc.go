// Package tensor says what the numbers of a tensor are: their dtype, how many axes it has,
// and whether gradients flow to it.
//
// What can be said of a tensor's numbers and axes. Files: arraycall, arraydtype,
// differentiated, dtype, dtypeannotated, dtypearray, dtypejax, dtypejoined, dtypekept,
// dtypeliteral, dtypereturned, gradient, model, passeddtype, rank, rankcall, rankpassed,
// standindtype.
package tensor
