package report

import (
	"fmt"
	"io"
	"strings"
)

// OpsHead is the part of each output about operators that names the tool, and the
// target that was asked about; empty where an output is about all of them.
type OpsHead struct {
	Version string // of the tool
	OpsDB   string // of the database
	SDK     string
	Stack   string
	Target  string
	Unread  []OpsUnread // lines of the checked file that were not understood
}

// OpsUnread is a line of a graph that calls something unknown.
type OpsUnread struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// jsonOps is the document that every ops command writes.
type jsonOps struct {
	SchemaVersion int         `json:"schema_version"`
	Tool          jsonTool    `json:"tool"`
	OpsDB         string      `json:"opsdb"`
	SDK           string      `json:"sdk,omitempty"`
	Stack         string      `json:"stack,omitempty"`
	Target        string      `json:"target,omitempty"`
	Rows          any         `json:"rows"`
	Unread        []OpsUnread `json:"unread,omitempty"`
}

// OpsJSON writes the answer of an ops command as one document.
func OpsJSON(w io.Writer, head OpsHead, rows any) error {
	return writeJSON(w, jsonOps{
		SchemaVersion: schemaVersion, Tool: jsonTool{Name: "neuronlint", Version: head.Version},
		OpsDB: head.OpsDB, SDK: head.SDK, Stack: head.Stack, Target: head.Target, Rows: rows, Unread: head.Unread,
	})
}

// line is the last line of a text: the subject of the answer.
func (h OpsHead) line() string {
	var parts []string
	if h.SDK != "" {
		parts = append(parts, "SDK "+h.SDK)
	}
	if h.Stack != "" {
		parts = append(parts, h.Stack+" stack")
	}
	if h.Target != "" {
		parts = append(parts, "target "+h.Target)
	}
	return strings.Join(append(parts, "database "+h.OpsDB), ", ")
}

// OpsGrid is a list of equal rows.
type OpsGrid struct {
	Columns []string
	Rows    [][]string
	Shown   int    // how many of the columns a terminal shows; the others are for programs
	Noun    string // the noun for a row, "operator"
	Note    string // further words on the last line
}

// OpsTable writes a grid for a terminal.
func OpsTable(w io.Writer, head OpsHead, g *OpsGrid, style Style) error {
	p := newPrinter(w, style)
	p.grid(g)
	p.printf("%s\n", g.Note+counted(len(g.Rows), g.Noun))
	p.printf("%s\n", p.dim(head.line()))
	return p.failed("table")
}

// grid writes the terminal's view of a grid, its columns below each other.
func (p *printer) grid(g *OpsGrid) {
	widths := g.widths()
	if len(g.Rows) > 0 {
		p.gridLine(g.Columns[:g.Shown], widths, p.bold)
	}
	for _, row := range g.Rows {
		p.gridLine(row[:g.Shown], widths, nil)
	}
}

// widths are the widths of the columns that a terminal shows.
func (g *OpsGrid) widths() []int {
	widths := make([]int, g.Shown)
	for _, row := range append([][]string{g.Columns}, g.Rows...) {
		for i, cell := range row[:g.Shown] {
			widths[i] = max(widths[i], len([]rune(plain(cell))))
		}
	}
	return widths
}

// gridLine writes the cells of a row below each other's.
func (p *printer) gridLine(row []string, widths []int, paint func(...any) string) {
	var b strings.Builder
	for i, cell := range row {
		fmt.Fprintf(&b, "%-*s  ", widths[i], plain(cell))
	}
	line := strings.TrimRight(b.String(), " ")
	if paint != nil {
		line = paint(line)
	}
	p.printf("%s\n", line)
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// OpsTSV writes a grid for programs. The version of the database is the last
// column, since a comment would be a row to most readers.
func OpsTSV(w io.Writer, head OpsHead, g *OpsGrid) error {
	p := newPrinter(w, Style{})
	clean := strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")
	p.printf("%s\topsdb\n", strings.Join(g.Columns, "\t"))
	for _, row := range g.Rows {
		for _, cell := range row {
			p.printf("%s\t", clean.Replace(cell))
		}
		p.printf("%s\n", head.OpsDB)
	}
	return p.failed("table")
}

// Objects are the rows by the names of their columns.
func (g *OpsGrid) Objects() []map[string]string {
	list := make([]map[string]string, 0, len(g.Rows))
	for _, row := range g.Rows {
		object := make(map[string]string, len(row))
		for i, cell := range row {
			object[g.Columns[i]] = cell
		}
		list = append(list, object)
	}
	return list
}
