package tables

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// handPath says by hand for which calls some APIs reach some operators.
type handPath struct {
	apis      []string // names, or beginnings of names that end in a star
	operators []string // names, or a star for all others
	condition string   // a condition, or always, never, spared, told, or ? where nobody has worked it out
}

// handPaths are the hand-written rows.
type handPaths []handPath

// never says that no call of an API reaches an operator on the device.
const never = "never"

// spared says that an API reaches an operator whose verdicts on some calls are
// true of none of the API's.
const spared = "spared"

// told marks a verdict on the API itself as one about the calls that reach the
// operator: the alternative for the operator does not fit them.
const told = "told"

// readPaths reads the hand-written conditions.
func readPaths(dir string) (handPaths, error) {
	rows, err := readInput(dir, "paths.tsv", "api", "operator", "condition", "why")
	if err != nil {
		return nil, err
	}
	paths := make(handPaths, len(rows))
	for i, r := range rows {
		if r["condition"] == spared && r["why"] == "" {
			return nil, fmt.Errorf("tables: paths.tsv: %s: %s is %s, and nobody says why", r["api"], r["operator"], spared)
		}
		paths[i] = handPath{strings.Fields(r["api"]), strings.Fields(r["operator"]), r["condition"]}
	}
	return paths, nil
}

// find returns the condition under which an API reaches an operator, if there
// is a row about them. Of several rows that with the longest name of the API
// holds, and one about the operator by its name before one about all others.
func (p handPaths) find(api publicAPI, operator string) (condition string, ok bool) {
	best := 0
	for _, path := range p {
		named := slices.Contains(path.operators, operator)
		if !named && path.operators[0] != "*" {
			continue
		}
		for _, spelling := range append([]string{cmp.Or(api.likeAPI, api.name)}, api.aliases...) {
			length := 2 * path.about(spelling)
			if named && length > 0 {
				length++
			}
			if length > best {
				best, condition, ok = length, path.condition, true
			}
		}
	}
	return condition, ok
}

// said returns the result of find, except where it is told: then the API itself must
// have a verdict, and the path is of no more use.
func (p handPaths) said(api publicAPI, operator string, restricted restrictions) (condition string, ok bool) {
	condition, ok = p.find(api, operator)
	if condition == told {
		return never, restricted.judged(cmp.Or(api.likeAPI, api.name))
	}
	return condition, ok
}

// about returns how much of a name a row spells out, and 0 if the row is not
// about it.
func (p handPath) about(api string) int {
	longest := 0
	for _, name := range p.apis {
		module, all := strings.CutSuffix(name, "*")
		if name == api || all && strings.HasPrefix(api, module) {
			longest = max(longest, len(name))
		}
	}
	return longest
}

// sort keeps on the common path of an API the operators that every call reaches. The
// lists of operators are read out of call graphs and merge all branches. An operator
// that does not run stays only where that is beyond doubt: it is the API's own, or the
// API as a whole is known not to run on the device, or a person has looked. The others
// are returned, for a person to say for which calls the API reaches them: else findings
// would blame calls that never get there, or excuse those that always do. So are they
// where the verdicts on a primitive of JAX are about some of its calls alone. The
// stand-in of a primitive needs nobody to look.
func (p handPaths) sort(api *publicAPI, restricted restrictions) (unjudged []string) {
	if api.primitive {
		return nil
	}
	direct := len(api.operators) == 1
	var common []string
	for _, operator := range api.operators {
		runs := !restricted.always[opsdb.QualifiedOperator(api.name, operator)]
		whole := api.effective == "cpu-fallback" || api.effective == "unsupported"
		condition, byHand := p.said(*api, operator, restricted)
		switch {
		case byHand && condition == never:
		case byHand && condition == untold:
			api.sometimes = append(api.sometimes, opsdb.Path{Operator: operator})
		case byHand && condition != always && condition != spared:
			api.sometimes = append(api.sometimes, opsdb.Path{Operator: operator, Condition: condition})
		case byHand || direct && !restricted.lost(*api, operator) || opsdb.NamedAfter(cmp.Or(api.likeAPI, api.name), operator):
			common = append(common, operator)
		case restricted.lost(*api, operator), slices.Contains(api.partial, operator), !runs && !whole:
			unjudged = append(unjudged, operator)
		default:
			common = append(common, operator)
		}
	}
	api.operators = common
	return unjudged
}

// sortAll sorts the operators of all APIs and names those that nobody has
// judged.
func (p handPaths) sortAll(apis []publicAPI, restricted restrictions) error {
	var missing []string
	for i := range apis {
		if unjudged := p.sort(&apis[i], restricted); len(unjudged) > 0 {
			missing = append(missing, apis[i].name+" reaches "+strings.Join(unjudged, " "))
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("tables: paths.tsv: nobody says for which calls %s", strings.Join(missing, "; "))
	}
	return nil
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
