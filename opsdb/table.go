package opsdb

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

// schema is the required layout of a table's file.
type schema struct {
	file    string
	columns []string
	keys    int // the first columns; no two rows agree in all of them
}

// row is one line of a table. Its methods return cells by column name; the
// first bad cell is kept in err, so that a loader checks once per row.
type row struct {
	schema *schema
	line   int
	cells  []string
	err    error
}

// readTable reads a table and checks its form: header, number of cells, order,
// unique keys, no stray blanks, a source in every row. It calls each for every
// row and stops at the first error.
func readTable(fsys fs.FS, s *schema, each func(*row)) error {
	text, err := readText(fsys, s.file)
	if err != nil {
		return fmt.Errorf("opsdb: %w", err)
	}
	if !strings.HasSuffix(text, "\n") {
		return fmt.Errorf("opsdb: %s: no newline at the end", s.file)
	}
	header, body, _ := strings.Cut(text, "\n")
	if want := strings.Join(s.columns, "\t"); header != want {
		return fmt.Errorf("opsdb: %s:1: header is %q, want %q", s.file, header, want)
	}
	previous := &row{schema: s}
	for line := 2; body != ""; line++ {
		var text string
		text, body, _ = strings.Cut(body, "\n")
		r := &row{schema: s, line: line, cells: strings.Split(text, "\t")}
		if err := r.checkForm(previous); err != nil {
			return r.wrap(err)
		}
		each(r)
		if r.err != nil {
			return r.wrap(r.err)
		}
		previous = r
	}
	return nil
}

// wrap says where an error stands.
func (r *row) wrap(err error) error {
	return fmt.Errorf("opsdb: %s:%d: %w", r.schema.file, r.line, err)
}

// checkForm checks the rules for a row of any table.
func (r *row) checkForm(previous *row) error {
	if len(r.cells) != len(r.schema.columns) {
		return fmt.Errorf("%d cells, want %d", len(r.cells), len(r.schema.columns))
	}
	for i, cell := range r.cells {
		if strings.TrimSpace(cell) != cell {
			return fmt.Errorf("%s: blanks around %q", r.schema.columns[i], cell)
		}
	}
	if r.get("source") == "" {
		return errors.New("no source")
	}
	return r.checkOrder(previous)
}

// checkOrder wants keys in ascending byte order, which also makes them unique.
func (r *row) checkOrder(previous *row) error {
	if r.cells[0] == "" {
		return fmt.Errorf("empty %s", r.schema.columns[0])
	}
	if previous.cells == nil {
		return nil
	}
	n := r.schema.keys
	switch c := slices.Compare(previous.cells[:n], r.cells[:n]); {
	case c == 0:
		return fmt.Errorf("key %q occurs twice", r.cells[:n])
	case c > 0:
		return fmt.Errorf("key %q is out of order", r.cells[:n])
	}
	return nil
}

// get returns the cell of a column.
func (r *row) get(column string) string {
	i := slices.Index(r.schema.columns, column)
	if i < 0 {
		r.fail(fmt.Errorf("no column %q", column))
		return ""
	}
	return r.cells[i]
}

// must returns the cell of a column that may not be empty.
func (r *row) must(column string) string {
	value := r.get(column)
	if value == "" {
		r.fail(fmt.Errorf("empty %s", column))
	}
	return value
}

// fail keeps the first error of a row.
func (r *row) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// flag reads a yes or no.
func (r *row) flag(column string) bool {
	return oneOf(r, column, "yes", "no") == "yes"
}

// parameter reads NAME:POSITION.
func (r *row) parameter(column, word string) Parameter {
	name, text, _ := strings.Cut(word, ":")
	position, err := strconv.Atoi(text)
	if err != nil || position < 0 || name == "" {
		r.fail(fmt.Errorf("%s: want NAME:POSITION, got %q", column, word))
	}
	return Parameter{Name: name, Position: position}
}

// parameters reads the words of a cell as parameters.
func (r *row) parameters(column, cell string) (out []Parameter) {
	for word := range strings.FieldsSeq(cell) {
		out = append(out, r.parameter(column, word))
	}
	return out
}

// oneOf reads a cell that must be one of a few values.
func oneOf[T ~string](r *row, column string, allowed ...T) T {
	value := T(r.get(column))
	if !slices.Contains(allowed, value) {
		r.fail(fmt.Errorf("%s: unknown value %q", column, value))
	}
	return value
}

// ref reads the columns that every fact has. Stack and SDK are the caller's to set
// where the table has them.
func (r *row) ref() Ref {
	return Ref{
		Evidence: oneOf(r, "evidence", Documented, Measured, FromSource, Derived, Unofficial, Inferred),
		Source:   r.must("source"),
	}
}
