package opsdb

import (
	"io/fs"
	"strings"
)

// GraphBreak is an idiom of Python code that a compiled graph cannot hold, and its cost
// on a stack.
type GraphBreak struct {
	Idiom string // "tensor-read"
	// Reason is the consequence: an infinitive with its object, and behind a colon an
	// explanation if it needs one. Of "timing" it is a clause.
	Reason string
	Advice string // the alternative
	Ref    Ref
}

// HostRead is a call that takes a value of a tensor to the host.
type HostRead struct {
	// Name is a qualified name, or begins with a dot where it is a method
	// known by its name alone, whatever it is called on.
	Name string
	// Arguments are where the tensor may stand: "self", a position, "*" for any
	// argument, "[]" for the items of the first one, "alpha=" for a number that is
	// passed under a name. A name alone is a flag that makes the call read for itself.
	// One behind "!" is a flag: the call reads its arguments unless the flag is
	// passed, or the program sets its default. Behind "!!" only the default counts.
	Arguments []string
	Yields    Yield
	Ref       Ref
}

// Yield is the kind of result that a read makes of a tensor.
type Yield string

// The results of reads.
const (
	YieldsValue Yield = "value" // a number of Python
	YieldsArray Yield = "array" // all elements, on the host
	YieldsText  Yield = "text"  // text that is printed or logged
)

// loadGraphBreaks reads graph_breaks.tsv.
func loadGraphBreaks(fsys fs.FS) (map[string][]GraphBreak, error) {
	table := map[string][]GraphBreak{}
	s := &schema{file: "graph_breaks.tsv", keys: 3, columns: []string{
		"idiom", "stack", "sdk", "reason", "advice", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		b := GraphBreak{Idiom: r.get("idiom"), Reason: r.must("reason"), Advice: r.must("advice"), Ref: r.ref()}
		b.Ref.Stack, b.Ref.SDK = r.stack(), r.sdkRange()
		table[b.Idiom] = append(table[b.Idiom], b)
	})
	return table, err
}

// loadHostReads reads host_reads.tsv.
func loadHostReads(fsys fs.FS) (map[string]HostRead, error) {
	table := map[string]HostRead{}
	s := &schema{file: "host_reads.tsv", keys: 1, columns: []string{"name", "argument", "yields", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		h := HostRead{
			Name:      r.get("name"),
			Arguments: strings.Fields(r.must("argument")),
			Yields:    oneOf(r, "yields", YieldsValue, YieldsArray, YieldsText),
			Ref:       r.ref(),
		}
		table[h.Name] = h
	})
	return table, err
}

// GraphBreak returns the cost of an idiom on a target. Of the stacks that have an
// answer for its SDK the one that runs there counts.
func (db *DB) GraphBreak(idiom string, t Target) (GraphBreak, bool) {
	return db.graphBreak(idiom, func(b Ref) bool { return SDKInRange(t.SDK, b.SDK) })
}

// GraphBreakOn returns the cost of an idiom on a stack, regardless of the SDK: for
// programs that move to another stack than the one that the facts for their SDK are
// about.
func (db *DB) GraphBreakOn(idiom, stack string) (GraphBreak, bool) {
	return db.graphBreak(idiom, func(b Ref) bool { return b.Stack == stack })
}

func (db *DB) graphBreak(idiom string, fits func(Ref) bool) (GraphBreak, bool) {
	table, _ := db.graphBreaks()
	for _, b := range table[idiom] {
		if fits(b.Ref) {
			return b, true
		}
	}
	return GraphBreak{}, false
}

// HostRead returns whether, and how, a call takes a tensor to the host.
func (db *DB) HostRead(name string) (HostRead, bool) {
	table, _ := db.hostReads()
	h, ok := table[name]
	return h, ok
}
