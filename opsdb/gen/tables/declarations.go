package tables

import (
	"slices"
	"strings"
)

// declarationTable writes where JAX defines each primitive, and PyTorch's declaration
// of each operator: its overloads and its parts where it has no kernel. Variants that
// write in place are made of the operator that they are named after.
func declarationTable(dir string) (string, error) {
	rows, err := readInput(dir, "aten_ops.tsv", "op", "overload", "source")
	if err != nil {
		return "", err
	}
	made, err := composites(dir)
	if err != nil {
		return "", err
	}
	parts, every := map[string]string{}, map[string]string{}
	for _, c := range made {
		if c.lowered {
			continue // its parts elsewhere say nothing
		}
		parts[c.operator] = strings.ReplaceAll(strings.Join(c.parts, " "), "aten::", "")
		if c.alone && len(c.parts) == 1 {
			every[c.operator] = "yes"
		}
	}
	lines, err := declaredPrimitives(dir)
	if err != nil {
		return "", err
	}
	lines = append([]string{"operator\toverloads\tparts\tevery\tsource"}, lines...)
	names := map[string]bool{}
	for _, r := range rows {
		names[r["op"]] = true
	}
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r record) bool { return r["op"] != rows[0]["op"] })
		if n < 0 {
			n = len(rows)
		}
		var overloads []string
		for _, r := range rows[:n] {
			overloads = append(overloads, overloadName(r["overload"]))
		}
		name := rows[0]["op"]
		operator := "aten::" + name
		if base, inPlace := strings.CutSuffix(name, "_"); inPlace && names[base] {
			parts[operator], every[operator] = base, "yes"
		}
		if every[operator] == "" {
			every[operator] = "no"
		}
		source := rows[0]["source"]
		if !strings.Contains(source, "@") {
			source = frameworkSource("torch") // written by a program
		}
		lines = append(lines, strings.Join([]string{
			operator, strings.Join(overloads, " "), parts[operator], every[operator], source,
		}, "\t"))
		rows = rows[n:]
	}
	return sortedTable(lines), nil
}

// declaredPrimitives are the lines on the primitives of JAX.
func declaredPrimitives(dir string) ([]string, error) {
	rows, err := readInput(dir, "jax_primitives.tsv", "primitive", "source")
	lines := make([]string, 0, len(rows))
	for _, r := range rows {
		lines = append(lines, strings.Join([]string{"lax." + r["primitive"], overloadName(""), "", "no", r["source"]}, "\t"))
	}
	return lines, err
}
