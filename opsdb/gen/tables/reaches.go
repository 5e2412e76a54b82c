package tables

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// reachesFiles record what public names were seen to reach, with the column of what they
// reached in every run, and how they are cited.
func reachesFiles() [][3]string {
	return [][3]string{
		{"reaches_torch-2.8.0.tsv", "calls", "neuronlint@torch-2.8.0"},
		{"reaches_jax-0.6.2.tsv", "primitives", "neuronlint@jax-0.6.2"},
	}
}

// reachedTable writes which of the operators that are listed for public names these were
// seen to reach.
func reachedTable(dir string, apis []publicAPI) (string, error) {
	listed := map[string]*publicAPI{}
	for i := range apis {
		for _, name := range append([]string{apis[i].name}, apis[i].aliases...) {
			listed[name] = &apis[i]
		}
	}
	lines := []string{"api\toperators\tevidence\tsource"}
	for _, file := range reachesFiles() {
		rows, err := readInput(dir, file[0], "api", file[1], "sometimes")
		if err != nil {
			return "", err
		}
		for _, r := range rows {
			api := listed[r["api"]]
			if api == nil || api.name != r["api"] {
				continue // another spelling has a line of its own
			}
			seen := strings.Fields(r[file[1]] + " " + r["sometimes"])
			if common := api.seen(seen); len(common) > 0 {
				lines = append(lines, strings.Join([]string{
					api.name, strings.Join(common, " "), string(opsdb.Measured), file[2] + ":opsdb/gen/inputs/" + file[0],
				}, "\t"))
			}
		}
	}
	return sortedTable(lines), nil
}

// seen are the listed operators of an API that are among those that it reached.
func (a *publicAPI) seen(reached []string) []string {
	var common []string
	keep := func(operator string) {
		if name, _, _ := strings.Cut(operator, "."); slices.Contains(reached, name) || slices.Contains(reached, operator) {
			common = append(common, operator)
		}
	}
	for _, operator := range a.operators {
		keep(operator)
	}
	for _, path := range a.sometimes {
		keep(path.Operator)
	}
	return common
}
