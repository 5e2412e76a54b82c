package report

import "io"

// Concise writes one line for each finding, in the form that editors and grep
// take.
func Concise(w io.Writer, in *Input) error {
	p := newPrinter(w, Style{})
	for i := range in.Diagnostics {
		d := &in.Diagnostics[i]
		if in.passesOver(d) {
			continue
		}
		pos := in.position(d.Path, d.Span.Start)
		p.printf("%s: %s %s %s%s\n", place(d.Path, pos), d.Code, d.Severity, mark(d), plain(d.Message))
	}
	return p.failed("concise text")
}
