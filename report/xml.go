package report

import (
	"encoding/xml"
	"fmt"
	"io"
)

// writeXML writes a document. Its texts have gone through plain before, because XML has
// no way to write most control characters. The target and the facts are a comment, for
// which no schema has to have a place.
func writeXML(w io.Writer, in *Input, doc any) error {
	if _, err := fmt.Fprintf(w, "%s<!-- %s -->\n", xml.Header, in.grounds()); err != nil {
		return fmt.Errorf("report: write xml: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("report: write xml: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("report: write xml: %w", err)
	}
	return nil
}
