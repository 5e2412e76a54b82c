package opsdb

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// Overlaid is the evidence of a team's own verdicts. It is stronger than any of
// the database: the team has run the operator, or has decided to avoid it.
const Overlaid Evidence = "overlay"

// overlayHeader is the first line of a file with a team's own verdicts.
const overlayHeader = "operator\tstatus\tcondition\treason\talternative"

// Overlay returns a database in which a team's own verdicts take the place of
// all that this one says of the same operators, and reach the operators that
// are made of them. The file called name is a
// table with tabs between the columns operator, status, condition, reason and
// alternative; blank lines and lines that begin with # are skipped, and empty
// cells at the end of a line may be left out. An operator is named as
// "aten::where", with an overload as "aten::where.self", or by any spelling of
// a public API. The verdicts hold for every stack and SDK, their evidence is
// Overlaid, and their source is the file and the line.
//
// The error names the first lines that cannot be understood.
func (db *DB) Overlay(name string, data []byte) (*DB, error) {
	reader := overlayReader{db: db, file: name, seen: map[string]int{}}
	if err := reader.read(string(data)); err != nil {
		return nil, err
	}
	table, err := db.operators()
	if err != nil {
		return nil, err
	}
	declarations, err := db.declarations()
	if err != nil {
		return nil, err
	}
	merged := table.overlaid(reader.rows, declarations)
	sum := sha256.Sum256([]byte(db.overlay + "\n" + string(data)))
	out := *db
	out.operators = func() (sortedText, error) { return merged, nil }
	out.judgements = newRemembered[judged, Judgement]()
	out.operatorAPIs = newRemembered[string, *OperatorAPI]()
	out.overlay = hex.EncodeToString(sum[:4])
	whole := sha256.Sum256([]byte(db.Identity() + "\x00" + name + "\x00" + string(data)))
	out.identity = hex.EncodeToString(whole[:])
	return &out, nil
}

// overlayReader turns the lines of a team's file into rows of operators.tsv.
type overlayReader struct {
	db   *DB
	file string
	rows [][]string
	seen map[string]int // the line of an operator and its condition
}

// maxOverlayErrors is how many lines an error names: the meaning of a line takes a
// while to find out.
const maxOverlayErrors = 20

// read collects the rows and the errors.
func (o *overlayReader) read(text string) error {
	text = strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "\ufeff")
	headed := false
	var errs []error
	for i, line := range strings.Split(text, "\n") {
		var err error
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
			continue
		case !headed:
			if err := checkOverlayHeader(line); err != nil { // so the rest is something else
				return fmt.Errorf("opsdb: %s:%d: %w", o.file, i+1, err)
			}
			headed = true
		default:
			err = o.line(i+1, strings.Split(line, "\t"))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("opsdb: %s:%d: %w", o.file, i+1, err))
		}
		if len(errs) == maxOverlayErrors {
			break
		}
	}
	if !headed {
		errs = append(errs, fmt.Errorf("opsdb: %s:1: no header %q", o.file, overlayHeader))
	}
	return errors.Join(errs...)
}

func checkOverlayHeader(line string) error {
	if strings.TrimRight(line, "\t ") != overlayHeader {
		return fmt.Errorf("header is %.200q, want %q", line, overlayHeader)
	}
	return nil
}

// line adds the verdict of one line.
func (o *overlayReader) line(number int, cells []string) error {
	columns := strings.Count(overlayHeader, "\t") + 1
	if len(cells) > columns {
		return fmt.Errorf("%d cells, want %d", len(cells), columns)
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	cells = append(cells, make([]string, columns-len(cells))...)
	operator, err := o.operator(cells[0])
	if err != nil {
		return err
	}
	base, overload := splitOverload(operator)
	row := []string{
		base, overload, "both", "", cells[2], cells[1], cells[3], cells[4], "",
		string(Overlaid), fmt.Sprintf("%s:%d", o.file, number),
	}
	if err := cmp.Or(checkOverlaid(verdictOf(row)), o.checkArguments(base, cells[2])); err != nil {
		return err
	}
	key := operator + "\t" + cells[2]
	if first, twice := o.seen[key]; twice {
		return fmt.Errorf("a second verdict on %s for the same calls; the first is in line %d", operator, first)
	}
	o.seen[key] = number
	o.rows = append(o.rows, row)
	return nil
}

// operator finds the name under which verdicts on an operator or API are filed.
func (o *overlayReader) operator(name string) (string, error) {
	if name == "" {
		return "", errors.New("empty operator")
	}
	if api, ok := o.db.OperatorAPI(name); ok {
		return api.Name, o.db.CheckOverload(api.Name)
	}
	if table, _ := o.db.operators(); table.has(name) {
		return name, nil
	}
	if near := o.db.Suggest(name, 1); len(near) > 0 {
		return "", fmt.Errorf("unknown operator %q; did you mean %s?", name, near[0])
	}
	return "", fmt.Errorf("unknown operator %q", name)
}

// checkOverlaid refuses a status or condition that does not exist, and values that no
// verdict may have.
func checkOverlaid(v Verdict) error {
	if v.Status.severity() < 0 || v.Status == NoOperator {
		return fmt.Errorf("status: unknown value %q", v.Status)
	}
	if v.Sometimes {
		return fmt.Errorf("condition %q: a team's verdict tells which calls it is about", untold)
	}
	return cmp.Or(checkCondition(v.Condition), v.check())
}

// checkArguments refuses a condition about an argument that the API does not
// have, as far as its parameters are known: no call would meet it.
func (o *overlayReader) checkArguments(api, condition string) error {
	params, ok := o.db.Parameters(api)
	e, err := cond.Parse(condition)
	if !ok || err != nil || takes(params, e) {
		return err
	}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	return fmt.Errorf("condition %q: the known parameters of %s are %s", condition, api, strings.Join(names, ", "))
}

// overlaid returns the table with rows in the place of those about the same operators,
// and with the rows that follow from them: a row about one overload replaces the
// verdicts on that overload, the others those on the operator as a whole.
func (t sortedText) overlaid(rows [][]string, declarations sortedText) sortedText {
	f := &follower{table: t, said: map[string][]Verdict{}, replace: map[string]bool{}, drop: map[string]bool{}}
	var declared []declaration
	for cells := range declarations.all() {
		declared = append(declared, declarationOf(cells))
	}
	f.follow(declared, rows)
	replaced := map[[2]string]bool{}
	for _, cells := range rows {
		replaced[[2]string{cells[0], cells[1]}] = true
	}
	var lines []string
	for line := range strings.Lines(t.body) {
		operator, rest, _ := strings.Cut(line, "\t")
		overload, _, _ := strings.Cut(rest, "\t")
		if !replaced[[2]string{operator, ""}] && !replaced[[2]string{operator, overload}] && !f.replace[operator] && !f.drop[line] {
			lines = append(lines, line)
		}
	}
	for _, cells := range slices.Concat(rows, f.rows) {
		lines = append(lines, strings.Join(cells, "\t")+"\n")
	}
	slices.Sort(lines)
	return sortedText{schema: t.schema, body: strings.Join(lines, "")}
}
