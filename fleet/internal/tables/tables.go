// Package tables turns records into Parquet tables, and reads them back.
//
// A table is a folder of files, one for each shard: rows.go has the columns. The same
// records give the same bytes, but for the tables measurements and runs.
package tables

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/neuronlint/neuronlint/fleet/internal/manifest"
	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
	"github.com/neuronlint/neuronlint/fleet/internal/whole"
)

// Names are the names of the tables with a row of each.
func Names() []Table {
	return []Table{
		{"repositories", Repository{}},
		{"entry_points", EntryPoint{}},
		{"causes", Cause{}},
		{"findings", Finding{}},
		{"operators", Operator{}},
		{"libraries", Library{}},
		{"models", Model{}},
		{"failures", Failure{}},
		{"measurements", Measurement{}},
		{"runs", Run{}},
	}
}

// Table is a table with an empty row.
type Table struct {
	Name string
	Row  any
}

// rowsOfGroup is how many rows are compressed together, which a writer holds in memory.
const rowsOfGroup = 20_000

// table writes one file.
type table[T any] struct {
	file *whole.File
	w    *parquet.GenericWriter[T]
}

func create[T any](dir, name, shard string) (*table[T], error) {
	dir = filepath.Join(dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	file, err := whole.Create(filepath.Join(dir, shard+".parquet"))
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return &table[T]{file, parquet.NewGenericWriter[T](file,
		parquet.Compression(&zstd.Codec{Level: zstd.DefaultLevel}), parquet.MaxRowsPerRowGroup(rowsOfGroup),
		parquet.CreatedBy("neuronlint-fleet", strconv.Itoa(Version), ""),
		parquet.KeyValueMetadata("neuronlint.schema_version", strconv.Itoa(Version)))}, nil
}

func (t *table[T]) add(rows ...T) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := t.w.Write(rows)
	return err
}

// finish completes the content of the file.
func (t *table[T]) finish() error {
	if err := t.w.Close(); err != nil {
		return err
	}
	return t.file.Finish()
}

func (t *table[T]) place() error { return t.file.Place() }

func (t *table[T]) drop() { t.file.Drop() }

// part is a file of any table.
type part interface {
	finish() error
	place() error
	drop()
}

// Set writes the tables of one shard.
type Set struct {
	repositories *table[Repository]
	entryPoints  *table[EntryPoint]
	causes       *table[Cause]
	findings     *table[Finding]
	operators    *table[Operator]
	libraries    *table[Library]
	models       *table[Model]
	failures     *table[Failure]
	measurements *table[Measurement]
	runs         *table[Run]
	parts        []part
	run          Run
}

// Create begins the tables of a shard in a folder. Records are to be added in the order of
// manifest.Less.
func Create(dir, shard string, run *Run) (s *Set, err error) {
	s = &Set{run: *run}
	defer func() {
		if err != nil {
			s.Drop()
		}
	}()
	return s, errors.Join(
		begin(s, &s.repositories, dir, "repositories", shard), begin(s, &s.entryPoints, dir, "entry_points", shard),
		begin(s, &s.causes, dir, "causes", shard), begin(s, &s.findings, dir, "findings", shard),
		begin(s, &s.operators, dir, "operators", shard), begin(s, &s.libraries, dir, "libraries", shard),
		begin(s, &s.models, dir, "models", shard), begin(s, &s.failures, dir, "failures", shard),
		begin(s, &s.measurements, dir, "measurements", shard), begin(s, &s.runs, dir, "runs", shard))
}

func begin[T any](s *Set, to **table[T], dir, name, shard string) error {
	t, err := create[T](dir, name, shard)
	if err == nil {
		*to, s.parts = t, append(s.parts, t)
	}
	return err
}

// Drop removes what was written, unless it is complete.
func (s *Set) Drop() {
	for _, p := range s.parts {
		p.drop()
	}
}

// Close completes the tables. All are finished before the first takes the place of an earlier
// one, so that a full disk leaves those as they were. The table runs comes last, and that of
// an earlier run goes first: where it is, the others are.
func (s *Set) Close() error {
	err := s.runs.add(s.run)
	for i := 0; err == nil && i < len(s.parts); i++ {
		err = s.parts[i].finish()
	}
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	if err := s.runs.file.Remove(); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	for _, p := range s.parts {
		if err := p.place(); err != nil {
			return fmt.Errorf("tables: %w", err)
		}
	}
	s.parts = nil
	return nil
}

// Add writes the rows of a record.
func (s *Set) Add(e *manifest.Entry, r *outcome.Record) error {
	var a *assessment
	if r.Judged() {
		a = new(assessment)
		if err := json.Unmarshal(r.Assessment, a); err != nil {
			return fmt.Errorf("tables: %s: %w", e.Location, err)
		}
	}
	if err := s.add(e, r, a); err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	return nil
}

func (s *Set) add(e *manifest.Entry, r *outcome.Record, a *assessment) error {
	whole, failed := r.Failed()
	if e.Problem == nil {
		s.run.Repositories++
		row := repositoryRow(e, r, a)
		row.Failure = string(whole.Reason)
		c := &r.Cost
		err := errors.Join(s.repositories.add(row), s.measurements.add(Measurement{
			e.Unit, e.Name, c.FetchSeconds, c.WriteSeconds, c.ScanSeconds, c.CPUSeconds, c.PeakBytes, int64(c.Files), c.Bytes, c.Cached,
		}))
		if err != nil {
			return err
		}
	}
	for _, f := range r.Failures {
		err := s.failures.add(Failure{
			e.Unit, e.Name, e.Location, e.Team, int64(e.Line), string(f.Scope), string(f.Reason), int64(f.Count), valid(f.Detail),
		})
		if err != nil {
			return err
		}
	}
	if a == nil || failed {
		return nil
	}
	s.run.Judged++
	return errors.Join(s.addPrograms(e, a), s.addFindings(e, a), s.addInventory(e, a))
}

// valid makes text that Parquet may hold.
func valid(text string) string { return strings.ToValidUTF8(text, "�") }

func first(list []reason) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Text
}

func (s *Set) addPrograms(e *manifest.Entry, a *assessment) error {
	for i := range a.Entries {
		en := &a.Entries[i]
		err := s.entryPoints.add(EntryPoint{
			e.Unit, e.Name, valid(en.Name), en.Kind, en.Found, en.Verdict, first(en.Reasons), en.Uses, en.Causes, int64(en.Files), int64(en.Lines),
			int64(en.Counts.Safe), int64(en.Counts.Unsafe), int64(en.Counts.Hand), int64(en.Counts.Speed), int64(en.Counts.Notes),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) addFindings(e *manifest.Entry, a *assessment) error {
	for i := range a.Causes {
		c := &a.Causes[i]
		err := s.causes.add(Cause{
			e.Unit, e.Name, c.ID, c.Rule, c.Name, c.Subject, c.Title, c.Severity, c.Verdict, c.Bypassed,
			int64(c.Counts.Safe), int64(c.Counts.Unsafe), int64(c.Counts.Hand), int64(c.Counts.Speed), int64(c.Tests.total()), int64(c.Files), int64(c.Entries),
			c.Replacement, c.Class, c.Effort.Low, c.Effort.High,
		})
		if err != nil {
			return err
		}
	}
	rows := make([]Finding, 0, len(a.Findings))
	for i := range a.Findings {
		f := &a.Findings[i]
		rows = append(rows, Finding{
			e.Unit, e.Name, valid(f.Path), int64(f.Line), f.Rule, f.Cause, f.Category, f.Severity, f.Confidence, f.Verdict, f.Ends, f.Test, f.Message,
		})
	}
	return s.findings.add(rows...)
}

func (s *Set) addInventory(e *manifest.Entry, a *assessment) error {
	in := &a.Inventory
	var operators []Operator
	for _, part := range []struct {
		kind string
		list []operator
	}{{"call", in.Calls}, {"operator", in.Operators}, {"kernel", in.Kernels}, {"distributed", in.Distributed}} {
		for _, o := range part.list {
			operators = append(operators, Operator{e.Unit, e.Name, part.kind, o.Name, o.Verdict, int64(o.Places)})
		}
	}
	var libraries []Library
	for _, f := range in.Frameworks {
		libraries = append(libraries, Library{Unit: e.Unit, Repository: e.Name, Kind: "framework", Name: f.Name, Pin: f.Pin, Files: int64(f.Files)})
	}
	for _, l := range in.Libraries {
		libraries = append(libraries, Library{e.Unit, e.Name, "library", l.Name, "", l.Status, l.Equivalent, l.Evidence, int64(l.Files)})
	}
	var models []Model
	for _, m := range in.Models {
		row := Model{Unit: e.Unit, Repository: e.Name, Name: m.Name, Type: m.Type, Files: int64(m.Files)}
		for _, s := range m.Support {
			row.Support = append(row.Support, s.Library+" "+s.Mode+" "+s.Status)
		}
		models = append(models, row)
	}
	return errors.Join(s.operators.add(operators...), s.libraries.add(libraries...), s.models.add(models...))
}
