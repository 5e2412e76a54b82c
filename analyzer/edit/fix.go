// Package edit builds changes to Python source that leave the surrounding code
// intact, chooses a set that can be applied together, applies it, and writes the
// result as a unified diff.
package edit

import "github.com/neuronlint/neuronlint/analyzer/source"

// Edit replaces the bytes of Span, counted in the decoded text of the file at
// Path, by Text. An empty span inserts.
type Edit struct {
	Path string
	Span source.Span
	Text string
}

// Safety says how far to trust a fix, weakest first.
type Safety uint8

const (
	// None marks a finding that has no fix.
	None Safety = iota
	// Display marks a fix shown as a hint and never applied.
	Display
	// Unsafe marks a fix that is right in most programs but needs a reader.
	Unsafe
	// Safe marks a fix that keeps behaviour: call for call, the program does the
	// same on Neuron as it did on CUDA, and the same as before on a CPU-only machine.
	Safe
)

// String is the slug used in every output.
func (s Safety) String() string {
	return [...]string{"none", "display", "unsafe", "safe"}[s]
}

// GroupID names fixes that apply together or not at all; empty means alone.
type GroupID string

// Requires says where a fix is right; empty fields do not restrict.
type Requires struct {
	Stack string `json:"stack,omitempty"` // "native" or "xla"
	SDK   string `json:"sdk,omitempty"`   // an SDK range such as "2.27-"
}

// Fix is one way to mend one finding.
type Fix struct {
	Title  string
	Safety Safety
	// Leaves names leftovers that deserve a look, such as "the fix leaves a pass"; the
	// title says the same in other words.
	Leaves string
	// Doubt keeps an unsafe fix from being safe, and one for display from being made;
	// every unsafe fix has one.
	Doubt    Doubt
	Requires Requires
	Group    GroupID
	// Follows is a group that this fix builds on: the fix is made only along with
	// that group, but the group does not need the fix.
	Follows GroupID
	// Closed is the safety of the fix if everything that its group touches is
	// known, in all files; Safety is its safety as judged from its own file. None
	// keeps Safety, and Display makes way for another fix of the finding.
	Closed Safety
	// Spare is the strongest safety at which the rest of the group can go without
	// this fix: the code left unfixed then raises nothing and contradicts none of
	// them. It is None if they need this fix.
	Spare Safety
	Edits []Edit
	// Revives are regions that do not run on Neuron today and will run once
	// the fix is applied. Every finding inside needs a fix of its own in the
	// same patch, or this fix is withheld.
	Revives []source.Span
	// Admits are regions behind a refusal, such as an assertion, that the fix lifts.
	// The fix is safe only if the code that they call is understood, and every
	// finding in them has a safe fix.
	Admits []source.Span
	// Shared are names through which other files read an answer that the fix changes,
	// or may replace code that the fix revives. If one of them leads a file to CUDA, or
	// not all files are known, the fix is unsafe.
	Shared []string
}
