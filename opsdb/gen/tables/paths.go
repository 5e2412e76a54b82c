package tables

import (
	"cmp"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// restrictedOf returns the operators that some verdict restricts for every call.
func restrictedOf(verdicts []opsdb.Verdict) map[string]bool {
	restricted := map[string]bool{}
	for _, v := range verdicts {
		if v.Status.Restricts() && v.Condition == "" && !v.Sometimes && v.Overload == "" {
			restricted[v.Operator] = true
		}
	}
	return restricted
}

// handPaths says for which calls an API reaches an operator, by "api operator".
type handPaths map[string]string

// readPaths reads the hand-written conditions.
func readPaths(dir string) (handPaths, error) {
	rows, err := readInput(dir, "paths.tsv", "api", "operator", "condition")
	if err != nil {
		return nil, err
	}
	paths := handPaths{}
	for _, r := range rows {
		for operator := range strings.FieldsSeq(r["operator"]) {
			paths[r["api"]+" "+operator] = r["condition"]
		}
	}
	return paths, nil
}

// sort keeps on the common path of an API the operators that every call
// reaches. The lists of operators are read out of call graphs and merge all
// branches, so an operator that does not run stays only where that is beyond
// doubt: it is the API's own, or the API as a whole is known not to run on the
// device, or a person has looked. Else the finding would blame calls that never
// get there.
func (p handPaths) sort(api *publicAPI, restricted map[string]bool) {
	direct := len(api.operators) == 1
	name := cmp.Or(api.likeAPI, api.name)
	var common []string
	for _, operator := range api.operators {
		runs := !restricted[opsdb.QualifiedOperator(name, operator)]
		condition, byHand := p[name+" "+operator]
		switch {
		case byHand && condition != "always":
			api.sometimes = append(api.sometimes, opsdb.Path{Operator: operator, Condition: condition})
		case byHand || direct || opsdb.NamedAfter(name, operator):
			common = append(common, operator)
		case slices.Contains(api.partial, operator):
			api.sometimes = append(api.sometimes, opsdb.Path{Operator: operator})
		case runs || api.effective == "cpu-fallback" || api.effective == "unsupported":
			common = append(common, operator)
		}
	}
	api.operators = common
}

// apiTable writes APIs as the table of public APIs.
func apiTable(apis []publicAPI) string {
	lines := []string{strings.Join([]string{
		"api", "kind", "aliases", "operators", "sometimes", "deprecated", "replacement", "source",
	}, "\t")}
	for _, api := range apis {
		lines = append(lines, strings.Join([]string{
			api.name, api.kind, strings.Join(api.aliases, " "), cmp.Or(string(api.reach), strings.Join(api.operators, " ")),
			pathsCell(api.sometimes), api.deprecated, api.replacement, api.source,
		}, "\t"))
	}
	return sortedTable(lines)
}

// pathsCell writes the operators that only some calls reach.
func pathsCell(paths []opsdb.Path) string {
	parts := make([]string, 0, len(paths))
	for _, path := range paths {
		part := path.Operator
		if path.Condition != "" {
			part += " if " + path.Condition
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}

// sortedTable puts the lines after the header in order and ends each.
func sortedTable(lines []string) string {
	slices.Sort(lines[1:])
	return strings.Join(lines, "\n") + "\n"
}
