package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/edit"
	"github.com/neuronlint/neuronlint/internal/spelling"
	"github.com/neuronlint/neuronlint/report"
)

// outputBuffer is the size of the writes to standard output.
const outputBuffer = 64 << 10

// buffered collects the many small writes of f.
func buffered(w io.Writer, f func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, outputBuffer)
	if err := f(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// output is one report that was asked for.
type output struct {
	format report.Format
	file   string // empty for standard output
}

// outputs reads the values of --format and --output. A value of --format is NAME or
// NAME=FILE; a value without a file goes to standard output, of which there is one.
func outputs(values []string, file string) ([]output, error) {
	if len(values) == 0 {
		values = []string{report.Formats()[0].Name}
	}
	var list []output
	for _, value := range values {
		name, target, named := strings.Cut(value, "=")
		format, err := formatNamed(name)
		switch {
		case err != nil:
			return nil, err
		case named && target == "":
			return nil, fmt.Errorf("format: %q names no file", value)
		case target == stdinPath:
			target = ""
		}
		list = append(list, output{format, target})
	}
	if file != "" {
		if len(list) > 1 || list[0].file != "" {
			return nil, errors.New("--output names the file of a single --format; use --format NAME=FILE for several")
		}
		if file != stdinPath {
			list[0].file = file
		}
	}
	return list, distinct(list)
}

// formatOf is the format that the extension of a file means; empty for those of
// plain text and for none.
func formatOf(file string) (string, error) {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".json":
		return "json", nil
	case ".jsonl":
		return "jsonl", nil
	case ".sarif":
		return "sarif", nil
	case ".md":
		return "markdown", nil
	case ".html", ".htm":
		return "html", nil
	case ".xml":
		return "", fmt.Errorf("output: %s may be junit or checkstyle; say which with --format", file)
	case "", ".txt", ".text", ".log", ".out":
		return "", nil
	}
	return "", fmt.Errorf("output: the extension of %s means no format; say which with --format", file)
}

// formatNamed is the format with the given name.
func formatNamed(name string) (report.Format, error) {
	formats := report.Formats()
	if i := slices.IndexFunc(formats, func(f report.Format) bool { return f.Name == name }); i >= 0 {
		return formats[i], nil
	}
	names := formatNames()
	return report.Format{}, fmt.Errorf("format: %q is not one of %s%s",
		name, strings.Join(names, ", "), spelling.Question(name, names))
}

func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// distinct refuses two reports in one place, and a place that is not there,
// before any work is done.
func distinct(list []output) error {
	taken := make(map[string]string)
	for _, o := range list {
		key := o.file
		if key != "" {
			key = filepath.Clean(key)
		}
		other, ok := taken[key]
		switch {
		case ok && key == "":
			return fmt.Errorf("format: %s and %s would both go to standard output; give one a file: --format %s=FILE",
				other, o.format.Name, o.format.Name)
		case ok:
			return fmt.Errorf("format: %s and %s would both be written to %s", other, o.format.Name, o.file)
		}
		taken[key] = o.format.Name
		if key == "" {
			continue
		}
		if info, err := os.Stat(filepath.Dir(key)); err != nil || !info.IsDir() {
			return fmt.Errorf("output: there is no directory %s to write %s in", filepath.Dir(key), filepath.Base(key))
		}
		if info, err := os.Stat(key); err == nil && info.IsDir() {
			return fmt.Errorf("output: %s is a directory", o.file)
		}
	}
	return nil
}

// writeReports writes every requested report, and continues with the others if one
// cannot be written.
func (a *app) writeReports(list []output, in *report.Input, style report.Style) error {
	var failures []error
	for _, o := range list {
		if o.file == "" {
			failures = append(failures, a.print(o, in, style))
		} else {
			failures = append(failures, a.writeFile(o, in))
		}
		if o.format.Name == "github" {
			failures = append(failures, a.save(func() error { return appendStepSummary(os.Getenv("GITHUB_STEP_SUMMARY"), in) }))
		}
	}
	return errors.Join(failures...)
}

// print writes a report to standard output. Once it has begun, output for programs is
// not cut off in the middle; people see where text ends.
func (a *app) print(o output, in *report.Input, style report.Style) error {
	write := func(w io.Writer) error { return o.format.Write(w, in, style) }
	if o.format.Name == "text" && a.quiet {
		write = func(w io.Writer) error { return report.Text(w, in, style) }
	}
	if o.format.Name == "text" || o.format.Name == "concise" {
		return a.quote(write)
	}
	return a.deliver(func() error { return buffered(delivery{a, a.stdout}, write) })
}

// quote writes text for people that may quote code, of which the log of a
// GitHub workflow obeys nothing.
func (a *app) quote(write func(io.Writer) error) error {
	return buffered(a.stdout, func(w io.Writer) error {
		if os.Getenv("GITHUB_ACTIONS") == "" {
			return write(w)
		}
		return report.WithoutCommands(w, write)
	})
}

// writeFile replaces a file at once: nobody reads half a report. Anything but a regular
// file, such as a pipe, is written to.
func (a *app) writeFile(o output, in *report.Input) error {
	var text bytes.Buffer
	if err := o.format.Write(&text, in, report.Style{}); err != nil {
		return err
	}
	info, err := os.Stat(o.file)
	if err == nil && !info.Mode().IsRegular() {
		err = a.deliver(func() error { return appendTo(o.file, text.Bytes()) })
	} else {
		err = a.save(func() error { return edit.WriteFile(o.file, text.Bytes()) })
	}
	if err != nil {
		return fmt.Errorf("output: %w", err)
	}
	return nil
}

// appendStepSummary adds to the summary of a step of a GitHub workflow, to
// which other programs may add too; name is empty elsewhere.
func appendStepSummary(name string, in *report.Input) error {
	if name == "" {
		return nil
	}
	var text bytes.Buffer
	if err := report.StepSummary(&text, in); err != nil {
		return err
	}
	if err := appendTo(name, text.Bytes()); err != nil {
		return fmt.Errorf("step summary: %w", err)
	}
	return nil
}

// appendTo adds data to a file; its errors name the file.
func appendTo(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, fs.FileMode(0o644))
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}
