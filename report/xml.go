package report

import (
	"encoding/xml"
	"fmt"
	"io"
)

// writeXML writes a document. Its texts have gone through plain before, because
// XML has no way to write most control characters.
func writeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
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
