package report

import (
	"encoding/xml"
	"io"

	"github.com/neuronlint/neuronlint/analyzer"
)

type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleVersion is the release whose format is written; its readers look
// at the first number at most.
const checkstyleVersion = "8.0"

// Checkstyle writes the XML of the program of that name, which many build
// servers read.
func Checkstyle(w io.Writer, in *Input) error {
	doc := checkstyleReport{Version: checkstyleVersion}
	for _, file := range byFile(in.shown()) {
		out := checkstyleFile{Name: plain(file[0].Path)}
		for _, d := range file {
			at := in.finding(d).start
			out.Errors = append(out.Errors, checkstyleError{
				Line: at.Line, Column: at.Column, Severity: d.Severity.String(),
				Message: sentences(d), Source: "neuronlint." + d.Code,
			})
		}
		doc.Files = append(doc.Files, out)
	}
	return writeXML(w, in, doc)
}

// byFile cuts findings in the order of the report where the file changes.
func byFile(list []*analyzer.Diagnostic) [][]*analyzer.Diagnostic {
	var files [][]*analyzer.Diagnostic
	for i, d := range list {
		if i == 0 || list[i-1].Path != d.Path {
			files = append(files, nil)
		}
		files[len(files)-1] = append(files[len(files)-1], d)
	}
	return files
}
