package report

import (
	"fmt"
	"io"

	"github.com/fatih/color"

	"github.com/neuronlint/neuronlint/analyzer"
)

// Style is how text is shown.
type Style struct {
	Color   bool
	Columns int // of the terminal; 0 if not known
}

// printer writes styled text and remembers the first error, so that the code
// that lays out a report reads without error checks.
type printer struct {
	w       io.Writer
	err     error
	columns int
	sources *sources // where they are listed below; nil where each stands in its place

	bold, dim, caret, note func(...any) string
	severity               [3]func(...any) string
}

func newPrinter(w io.Writer, style Style) *printer {
	paint := func(attributes ...color.Attribute) func(...any) string {
		c := color.New(attributes...)
		if style.Color {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c.SprintFunc()
	}
	p := &printer{
		w: w, columns: defaultColumns,
		bold:  paint(color.Bold),
		dim:   paint(color.Faint),
		caret: paint(color.FgHiRed, color.Bold),
		note:  paint(color.FgCyan),
	}
	p.severity[analyzer.Info] = paint(color.FgCyan, color.Bold)
	p.severity[analyzer.Warning] = paint(color.FgYellow, color.Bold)
	p.severity[analyzer.Error] = paint(color.FgRed, color.Bold)
	if style.Columns > 0 {
		const gutter = 10
		p.columns = style.Columns - gutter
	}
	return p
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// failed is the first error of writing, with the name of the text.
func (p *printer) failed(what string) error {
	if p.err != nil {
		return fmt.Errorf("report: write %s: %w", what, p.err)
	}
	return nil
}
