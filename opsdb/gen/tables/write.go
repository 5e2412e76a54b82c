package tables

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb"
)

// Write makes the tables out of the inputs and writes them.
func Write(inputs, data string) error {
	files, err := Build(inputs)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(data, name)
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			return fmt.Errorf("tables: %w", err)
		}
	}
	return nil
}

// Build makes the tables out of the inputs and returns them by file name.
func Build(inputs string) (map[string]string, error) {
	if err := checkSpelling(inputs); err != nil {
		return nil, err
	}
	verdicts, err := operators(inputs)
	if err != nil {
		return nil, err
	}
	apis, err := publicAPIs(inputs, verdicts)
	if err != nil {
		return nil, err
	}
	declarations, err := declarationTable(inputs)
	if err != nil {
		return nil, err
	}
	reached, err := reachedTable(inputs, apis)
	if err != nil {
		return nil, err
	}
	return map[string]string{
		"reached.tsv":      reached,
		"operators.tsv":    operatorTable(verdicts),
		"apis.tsv":         apiTable(apis),
		"declarations.tsv": declarations,
	}, nil
}

// operatorTable writes verdicts as the table of operators.
func operatorTable(verdicts []opsdb.Verdict) string {
	lines := []string{strings.Join([]string{
		"name", "overload", "stack", "sdk", "condition", "status",
		"reason", "alternative", "conflict", "evidence", "source",
	}, "\t")}
	for _, v := range verdicts {
		lines = append(lines, strings.Join(v.Cells(), "\t"))
	}
	return sortedTable(lines)
}

// stackCell names the stack of a verdict, or both.
func stackCell(v opsdb.Verdict) string {
	if v.Ref.Stack == "" {
		return "both"
	}
	return v.Ref.Stack
}

// conditionCell writes the condition of a verdict.
func conditionCell(v opsdb.Verdict) string {
	if v.Sometimes {
		return untold
	}
	return v.Condition
}
