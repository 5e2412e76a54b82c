package opsdb

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
)

// Support says how a data type fares on a NeuronCore.
type Support string

// The kinds of support.
const (
	SupportYes      Support = "yes"
	SupportLimited  Support = "limited"  // in parts, or the sources contradict each other; see the note
	SupportEmulated Support = "emulated" // computed in a smaller type
	SupportNo       Support = "no"
	SupportUnknown  Support = "unknown"
)

// DTypeSupport says how a data type fares on some NeuronCores.
type DTypeSupport struct {
	DType     string   // our name of it, "fp8_e4m3fn"
	Names     []string // its names in the frameworks, "torch.float64" and "torch.double"
	Cores     []string // NeuronCore versions, "v2"
	Targets   []string // instance families with those cores
	Supported Support
	Note      string // both sides where sources contradict each other
	Ref       Ref
}

// dtypeTable holds the rows by the names of the type.
type dtypeTable map[string][]DTypeSupport

// loadDTypes reads dtypes.tsv.
func loadDTypes(fsys fs.FS) (dtypeTable, error) {
	table := dtypeTable{}
	s := &schema{file: "dtypes.tsv", keys: 4, columns: []string{
		"dtype", "core", "stack", "sdk", "names", "targets", "supported", "note", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		r.must("sdk")
		d := DTypeSupport{
			DType:   r.get("dtype"),
			Names:   r.list("names"),
			Cores:   r.list("core"),
			Targets: r.targets(),
			Supported: oneOf(r, "supported",
				SupportYes, SupportLimited, SupportEmulated, SupportNo, SupportUnknown),
			Note: r.get("note"),
			Ref:  r.ref(),
		}
		d.Ref.SDK, d.Ref.Stack = r.sdkRange(), r.stack()
		for _, core := range d.Cores {
			r.checkCores(core, d.Targets)
		}
		if len(d.Targets) != coreTargets(d.Cores) {
			r.fail(fmt.Errorf("targets: %q is not what has the cores %q", r.get("targets"), r.get("core")))
		}
		for _, name := range d.Names {
			table[name] = append(table[name], d)
		}
	})
	return table, err
}

// coreFamilies tells which instance families have a NeuronCore version.
func coreFamilies(core string) []string {
	switch core {
	case "v1":
		return []string{"inf1"}
	case "v2":
		return []string{"inf2", "trn1"}
	case "v3":
		return []string{"trn2"}
	case "v4":
		return []string{"trn3"}
	}
	return nil
}

// coreTargets counts the instance families that have one of some cores.
func coreTargets(cores []string) int {
	n := 0
	for _, core := range cores {
		n += len(coreFamilies(core))
	}
	return n
}

// checkCores wants a NeuronCore version and hardware of a row to agree.
func (r *row) checkCores(core string, targets []string) {
	families := coreFamilies(core)
	if !slices.ContainsFunc(families, func(f string) bool { return slices.Contains(targets, f) }) {
		r.fail(fmt.Errorf("core: none of %q has NeuronCore %q", targets, core))
	}
}

// DType returns how a data type, "torch.float64" or "jax.numpy.float64", fares
// on a target. Where several sources speak, the stronger evidence wins, and
// among equals a restriction. Nothing means unknown.
func (db *DB) DType(name string, t Target) (DTypeSupport, bool) {
	table, _ := db.dtypes()
	var found []DTypeSupport
	for _, d := range table[name] {
		stack := d.Ref.Stack == "" || d.Ref.Stack == t.OperatorStack()
		if stack && slices.Contains(d.Targets, t.Instance) && SDKInRange(t.SDK, d.Ref.SDK) {
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		return DTypeSupport{}, false
	}
	return slices.MaxFunc(found, func(a, b DTypeSupport) int {
		return cmp.Or(
			cmp.Compare(a.Ref.Evidence.strength(), b.Ref.Evidence.strength()),
			cmp.Compare(a.Supported.severity(), b.Supported.severity()),
		)
	}), true
}

// severity orders support; more is worse.
func (s Support) severity() int {
	order := [...]Support{SupportYes, SupportUnknown, SupportLimited, SupportEmulated, SupportNo}
	return slices.Index(order[:], s)
}
