package report

import (
	"io"
	"math"
)

// jsonOpsScan is the document of a scan.
type jsonOpsScan struct {
	SchemaVersion int              `json:"schema_version"`
	Tool          jsonTool         `json:"tool"`
	SDK           string           `json:"sdk"`
	Stack         string           `json:"stack"`
	Target        string           `json:"target"`
	OpsDB         string           `json:"opsdb"`
	Summary       jsonOpsSummary   `json:"summary"`
	Files         []OpsScannedFile `json:"files"`
	Calls         []jsonOpsCall    `json:"calls"`
}

type jsonOpsSummary struct {
	Files         int                `json:"files"`
	FilesFailed   int                `json:"files_failed"`
	UnparsedLines int                `json:"unparsed_lines"`
	Calls         int                `json:"calls"`
	APIs          int                `json:"apis"`
	Statuses      map[string]int     `json:"statuses"`
	Shares        map[string]float64 `json:"shares"`
	TensorMethods Receivers          `json:"tensor_methods"`
}

type jsonOpsCall struct {
	Path       string   `json:"path"`
	Cell       *int     `json:"cell"`
	Line       int      `json:"line"`
	Column     int      `json:"column"`
	FileLine   int      `json:"file_line"`
	API        string   `json:"api"`
	Ops        []string `json:"ops"`
	Measured   []string `json:"measured"`
	Status     string   `json:"status"`
	Evidence   string   `json:"evidence"`
	Confidence string   `json:"confidence"`
}

// OpsScanJSON writes the scan as one document.
func OpsScanJSON(w io.Writer, head OpsHead, s *OpsScan) error {
	doc := jsonOpsScan{
		SchemaVersion: schemaVersion, Tool: jsonTool{Name: "neuronlint", Version: head.Version},
		SDK: head.SDK, Stack: head.Stack, Target: head.Target, OpsDB: head.OpsDB,
		Summary: jsonOpsSummary{
			Files: len(s.Files), FilesFailed: s.FilesFailed, UnparsedLines: s.UnparsedLines,
			Calls: len(s.Calls), APIs: s.apis(), Statuses: s.byStatus(), Shares: s.shares(), TensorMethods: s.receivers(),
		},
		Files: append([]OpsScannedFile{}, s.Files...),
		Calls: make([]jsonOpsCall, 0, len(s.Calls)),
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		doc.Calls = append(doc.Calls, jsonOpsCall{
			Path: c.Path, Cell: cell(c.Position), Line: c.Position.Line, Column: c.Position.Column, FileLine: c.Position.FileLine,
			API: c.API, Ops: append([]string{}, c.Ops...), Measured: append([]string{}, c.Measured...), Status: c.Status, Evidence: c.Evidence, Confidence: c.Confidence,
		})
	}
	return writeJSON(w, doc)
}

// shares are the counts of byStatus as parts of 1, with four decimals.
func (s *OpsScan) shares() map[string]float64 {
	shares := make(map[string]float64)
	for status, n := range s.byStatus() {
		shares[status] = math.Round(1e4*float64(n)/float64(max(1, len(s.Calls)))) / 1e4
	}
	return shares
}
