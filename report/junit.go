package report

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
)

type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string       `xml:"name,attr"`
		Classname string       `xml:"classname,attr"`
		Skipped   string       `xml:"skipped,omitempty"`
		Error     *junitResult `xml:"error"`
		Failure   *junitResult `xml:"failure"`
	}
	junitResult struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes every finding as a test that did not pass, in one suite for each file: a
// finding as a failure, a file that could not be analysed as an error, and information
// as a skipped test. A run without findings is one test that passed, since many readers
// take an empty report for a mistake. Only elements of the oldest schema are written,
// for all readers to accept.
func JUnit(w io.Writer, in *Input) error {
	doc := junitReport{Name: "neuronlint"}
	for _, file := range byFile(in.shown()) {
		suite := junitSuite{Name: plain(file[0].Path)}
		for _, d := range file {
			suite.add(in, d)
		}
		doc.Suites = append(doc.Suites, suite)
	}
	if len(doc.Suites) == 0 {
		doc.Suites = []junitSuite{{
			Name: "neuronlint", Tests: 1,
			Cases: []junitCase{{Name: "no findings in " + plural(in.Files, "file"), Classname: "neuronlint"}},
		}}
	}
	for _, s := range doc.Suites {
		doc.Tests += s.Tests
		doc.Failures += s.Failures
		doc.Errors += s.Errors
	}
	return writeXML(w, in, doc)
}

// add makes a test of one finding.
func (s *junitSuite) add(in *Input, d *analyzer.Diagnostic) {
	at := in.position(d.Path, d.Span.Start)
	where := place(d.Path, at)
	result := &junitResult{Type: d.Code, Message: plain(d.Message), Text: where + ": " + sentences(d)}
	test := junitCase{
		Name:      d.Code + " " + d.Name + " at " + strings.TrimPrefix(where, s.Name+":"),
		Classname: className(d.Path),
	}
	s.Tests++
	switch {
	case unanalysed(d):
		test.Error = result
		s.Errors++
	case d.Severity == analyzer.Info:
		test.Skipped = result.Text
		s.Skipped++
	default:
		test.Failure = result
		s.Failures++
	}
	s.Cases = append(s.Cases, test)
}

// className is a path in the form in which readers group tests: they cut at
// dots.
func className(path string) string {
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".py"), ".ipynb")
	return strings.ReplaceAll(plain(path), "/", ".")
}
