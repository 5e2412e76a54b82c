package opsdb

import "io/fs"

// Effort is the work that findings of a rule take where a fix of some kind, or no fix,
// ends them. The table is our judgement and says so: no row was measured.
type Effort struct {
	Class EffortClass
	Each  bool // for each place; else once for all places of a cause
	// Blocks says when such a finding keeps a program from moving at all.
	Blocks Blocks
	Ref    Ref
}

// EffortClass is the size of a piece of work.
type EffortClass string

// The classes.
const (
	Minutes EffortClass = "minutes"
	Hours   EffortClass = "hours"
	Days    EffortClass = "days"
	Weeks   EffortClass = "weeks"
)

// Range is the least and the most of a class, in hours of one engineer. A day has eight
// hours, and a week five days.
func (c EffortClass) Range() (low, high float64) {
	switch c {
	case Minutes:
		return 0.1, 0.5
	case Hours:
		return 1, 8
	case Days:
		return 8, 40
	case Weeks:
		return 40, 320
	}
	return 0, 0
}

// Blocks says when findings of a rule keep a program from moving.
type Blocks string

// The values of Blocks.
const (
	NeverBlocks       Blocks = "no"
	SpeedOnly         Blocks = "speed-only"          // never; as a warning, it is about speed or measuring, and the program runs right as it is
	AlwaysBlocks      Blocks = "yes"                 // at the severity of a warning
	BlocksUnreplaced  Blocks = "without-counterpart" // as an error, where the database knows nothing in its place
	BlocksBehindATest Blocks = "even-behind-a-test"  // even where a test for CUDA makes the code take another way
)

// Words of the table.
const (
	effortFixSafe      = "safe"
	effortFixUnsafe    = "unsafe"
	effortByHand       = "hand"
	effortOfOtherRules = "*"
	effortOnce         = "once"
	effortEach         = "each"
)

type effortKey struct{ rule, fix string }

// loadEfforts reads effort.tsv. The rule "*" stands for those without a row.
func loadEfforts(fsys fs.FS) (map[effortKey]Effort, error) {
	table := map[effortKey]Effort{}
	s := &schema{file: "effort.tsv", keys: 2, columns: []string{"rule", "fix", "class", "per", "blocks", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		key := effortKey{r.get("rule"), oneOf(r, "fix", effortFixSafe, effortFixUnsafe, effortByHand)}
		table[key] = Effort{
			Class:  oneOf(r, "class", Minutes, Hours, Days, Weeks),
			Each:   oneOf(r, "per", effortOnce, effortEach) == effortEach,
			Blocks: oneOf(r, "blocks", NeverBlocks, SpeedOnly, AlwaysBlocks, BlocksUnreplaced, BlocksBehindATest),
			Ref:    r.ref(),
		}
	})
	return table, err
}

// Effort returns the work that a finding of a rule takes: with a fix that is "safe" or
// "unsafe", or by "hand".
func (db *DB) Effort(rule, fix string) (Effort, bool) {
	table, _ := db.efforts()
	if e, ok := table[effortKey{rule, fix}]; ok {
		return e, true
	}
	e, ok := table[effortKey{effortOfOtherRules, fix}]
	return e, ok
}
