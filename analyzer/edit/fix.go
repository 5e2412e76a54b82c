// Package edit builds changes to Python source that keep the code around them
// whole, chooses a set of them that can be applied together, applies it, and
// writes the result as a unified diff.
package edit

import "github.com/neuronlint/neuronlint/analyzer/source"

// Edit replaces the bytes of Span, counted in the decoded text of the file at
// Path, by Text. An empty span inserts.
type Edit struct {
	Path string
	Span source.Span
	Text string
}

// Safety says how far a fix can be trusted, weakest first.
type Safety uint8

const (
	// None marks a finding that has no fix.
	None Safety = iota
	// Display marks a fix that is shown as a hint and never applied.
	Display
	// Unsafe marks a fix that is right in most programs but needs a reader.
	Unsafe
	// Safe marks a fix after which the program does on Neuron, call for call,
	// what it did on CUDA, and on a CPU-only machine what it did before.
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
	// Leaves is what stays behind that a reader should look at, such as "the fix leaves a
	// pass"; it is part of the title too, in other words.
	Leaves string
	// Doubt is what keeps an unsafe fix from being safe; every unsafe fix has one.
	Doubt    Doubt
	Requires Requires
	Group    GroupID
	// Follows is a group that this fix builds on: it is made only if that group
	// is, which does without it.
	Follows GroupID
	// Closed is the safety of the fix where all that its group touches is
	// known, in whatever files; Safety is what its own file shows. None leaves
	// it as it is, and Display makes way for another fix of the finding.
	Closed Safety
	// Spare is the strongest safety at which the others of the group can go
	// without this fix: leaving what it mends as it is raises nothing then, and
	// contradicts none of them. None if they cannot.
	Spare Safety
	Edits []Edit
	// Revives are regions that do not run on Neuron today and will run once
	// the fix is applied. Every finding inside needs a fix of its own in the
	// same patch, or this fix is withheld.
	Revives []source.Span
	// Admits are regions that a refusal stands before which the fix lifts, such as
	// an assertion. The fix is safe only if what they call is understood, and
	// what is wrong in them has safe fixes.
	Admits []source.Span
	// Shared are names by which the code of other files gets an answer that the fix
	// changes, or may put its own in the place of what the fix brings to life. Where a
	// file goes on to CUDA by one of them, or not all files are known, the fix is unsafe.
	Shared []string
}
