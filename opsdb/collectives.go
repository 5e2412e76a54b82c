package opsdb

import (
	"io/fs"
)

// Collective is the row of a way by which processes exchange tensors, on one stack.
type Collective struct {
	API         string // of torch.distributed, or a layer that rests on it
	Argument    string // the row holds where this argument is passed; "" for every call
	Position    int    // of the argument, -1 if it is keyword-only
	Consequence Consequence
	Reason      string // short clause, completes "NAME …"
	Instead     string // the alternative
	Ref         Ref
}

// loadCollectives reads collectives.tsv.
func loadCollectives(fsys fs.FS) (map[string][]Collective, error) {
	table := map[string][]Collective{}
	s := &schema{file: "collectives.tsv", keys: 4, columns: []string{
		"api", "argument", "stack", "sdk", "position", "consequence", "reason", "instead", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		c := Collective{
			API: r.get("api"), Argument: r.get("argument"), Position: r.position(),
			Consequence: oneOf(r, "consequence", Raises, NoOp, UnknownWhat),
			Reason:      r.must("reason"), Instead: r.must("instead"), Ref: r.ref(),
		}
		c.Ref.SDK, c.Ref.Stack = r.sdkRange(), r.stack()
		table[c.API] = append(table[c.API], c)
	})
	return table, err
}

// Collectives are the rows about an API on the stack of a target.
func (db *DB) Collectives(api string, t Target) []Collective {
	table, _ := db.collectives()
	var out []Collective
	for _, c := range table[db.Canonical(api)] {
		if c.Ref.holdsFor(t) {
			out = append(out, c)
		}
	}
	return out
}
