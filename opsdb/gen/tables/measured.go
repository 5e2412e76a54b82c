package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// measuredFile records the runs of torch-xla that verify/run observed, one line for
// each of PyTorch's own test subjects and each dtype.
const measuredFile = "measured.tsv"

// measuredAs is how a line of it is cited: by the version that was run.
const measuredAs = "neuronlint@torch-xla-2.8.0:opsdb/gen/inputs/" + measuredFile + ":%d"

// measuredLine begins how a verdict by hand cites a line of it: by the name and
// the dtype that it is about, since lines move.
const measuredLine = measuredFile + ":"

// readMeasured reads the observations.
func readMeasured(dir string) ([]record, error) {
	return readInput(dir, measuredFile, "name", "dtype", "lowered", "fallback")
}

// withLines cites the lines that a source names.
func withLines(rows []record, source string) (string, error) {
	places := strings.Split(source, " ; ")
	for i, place := range places {
		name, ok := strings.CutPrefix(place, measuredLine)
		if !ok {
			continue
		}
		line, err := lineOf(rows, name)
		if err != nil {
			return "", err
		}
		places[i] = line
	}
	return strings.Join(places, " ; "), nil
}

// lineOf cites the line of "name:dtype".
func lineOf(rows []record, of string) (string, error) {
	for i, r := range rows {
		if r["name"]+":"+r["dtype"] == of {
			return fmt.Sprintf(measuredAs, i+2), nil
		}
	}
	return "", fmt.Errorf("tables: overrides.tsv: %s has no line of %s", measuredFile, of)
}

// tally counts how torch-xla handled an operator: the lines of measured.tsv where it
// ran it itself and those where it handed it to the host.
type tally struct {
	ran  []int
	fell []int
	// fellAs holds the lines of fell by the overload that the counter names.
	fellAs map[string][]int
}

// tallies reads measured.tsv by operator.
func tallies(rows []record, operators map[string]bool) map[string]*tally {
	found := map[string]*tally{}
	of := func(name string) *tally {
		if found[name] == nil {
			found[name] = &tally{fellAs: map[string][]int{}}
		}
		return found[name]
	}
	for i, r := range rows {
		line := i + 2
		for _, counter := range cellNames(r["fallback"]) {
			name, overload, _ := strings.Cut(counter, ".")
			t := of("aten::" + name)
			t.fell = append(t.fell, line)
			t.fellAs[overloadName(overload)] = append(t.fellAs[overloadName(overload)], line)
		}
		for _, counter := range cellNames(r["lowered"]) {
			if name, ok := kernelOf(counter, operators); ok {
				of(name).ran = append(of(name).ran, line)
			}
		}
	}
	return found
}

// cellNames splits a cell of names.
func cellNames(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return r == ',' })
}

// kernelOf is the operator whose kernel a counter of torch-xla's counts. The counter is
// named after a function of C++, which may be that of an overload.
func kernelOf(counter string, operators map[string]bool) (name string, ok bool) {
	for _, suffix := range []string{"", "_symint", "_out"} {
		name = "aten::" + strings.TrimSuffix(counter, suffix)
		if operators[name] {
			return name, true
		}
	}
	return "", false
}

// measure adds to the verdicts that torch-xla's tables give for every call whether a
// run confirmed them, and where. Observations under other verdicts, on composites or on
// some calls, are compared with them by a test.
func measure(dir string, verdicts []opsdb.Verdict) error {
	rows, err := readMeasured(dir)
	if err != nil {
		return err
	}
	found := tallies(rows, operatorNames(verdicts))
	for i := range verdicts {
		v := &verdicts[i]
		if v.Ref.Source, err = withLines(rows, v.Ref.Source); err != nil {
			return err
		}
		t := found[v.Operator]
		if t == nil || v.Ref.Stack != "xla" || v.Ref.Evidence != opsdb.FromSource || v.Sometimes {
			continue
		}
		if lines := t.agreeing(*v); len(lines) > 0 {
			v.Ref.Evidence = opsdb.Measured
			v.Ref.Source = cited(v.Ref.Source, fmt.Sprintf(measuredAs, lines[0]))
		}
	}
	return nil
}

// agreeing returns the lines that confirm a verdict on every call of its operator or
// overload, and none if some line contradicts it.
func (t *tally) agreeing(v opsdb.Verdict) []int {
	switch {
	case v.Overload != "":
		if v.Status == opsdb.Fallback {
			return t.fellAs[v.Overload]
		}
	case v.Condition != "":
	case v.Status == opsdb.Supported:
		return t.ran
	case v.Status == opsdb.Fallback && len(t.ran) == 0:
		return t.fell
	}
	return nil
}

// operatorNames are the operators of ATen that verdicts are about.
func operatorNames(verdicts []opsdb.Verdict) map[string]bool {
	names := map[string]bool{}
	for _, v := range verdicts {
		names[v.Operator] = true
	}
	return names
}

// disagreement is an operator of which torch-xla's tables say something else
// than was seen.
type disagreement struct{ operator, seen, listed string }

// disagreements compares the verdicts on the stack of torch-xla with the observations.
// Refusals of the compiler or the runtime are not torch-xla's doing, and behaviour of
// some calls only needs a verdict on some calls.
func disagreements(dir string, verdicts []opsdb.Verdict) ([]disagreement, error) {
	rows, err := readMeasured(dir)
	if err != nil {
		return nil, err
	}
	found := tallies(rows, operatorNames(verdicts))
	listed := map[string][]opsdb.Verdict{}
	for _, v := range verdicts {
		if v.Ref.Stack != "native" && opsdb.SDKInRange("2.26", v.Ref.SDK) {
			listed[v.Operator] = append(listed[v.Operator], v)
		}
	}
	var all []disagreement
	for name, t := range found {
		if d := t.against(name, listed[name]); d != (disagreement{}) {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b disagreement) int { return strings.Compare(a.operator, b.operator) })
	return all, nil
}

// against returns the listed verdicts on an operator if they differ from the
// observations.
func (t *tally) against(name string, listed []opsdb.Verdict) disagreement {
	status := opsdb.Unknown
	some := map[string]bool{} // overloads of which some or all calls are restricted
	for _, v := range listed {
		switch {
		case v.Condition == "" && !v.Sometimes && v.Overload == "":
			status = worse(status, v.Status)
		case v.Status.Restricts():
			some[v.Overload] = true
		}
	}
	switch seen := t.seen(some); {
	case status == opsdb.Unsupported || status == opsdb.CUDAOnly:
	case seen == "host" && status != opsdb.Fallback,
		seen == "device" && (status == opsdb.Fallback || status == opsdb.Unknown),
		seen == "both" && status == opsdb.Fallback,
		seen == "both" && !some[""]:
		return disagreement{name, seen, string(status)}
	}
	return disagreement{}
}

// seen says where an operator ran: on the device, on the host, or on both. The
// overloads that have verdicts of their own do not count on the host.
func (t *tally) seen(told map[string]bool) string {
	host := false
	for overload := range t.fellAs {
		host = host || !told[overload]
	}
	switch {
	case host && len(t.ran) > 0:
		return "both"
	case host:
		return "host"
	case len(t.ran) > 0:
		return "device"
	}
	return ""
}

// worse returns the worse of two statuses, or the known one if the other is Unknown.
func worse(a, b opsdb.Status) opsdb.Status {
	if a == opsdb.Unknown || a.BetterThan(b) && b != opsdb.Unknown {
		return b
	}
	return a
}
