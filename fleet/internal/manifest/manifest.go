// Package manifest reads lists of repositories, and divides them into shards.
package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/neuronlint/neuronlint/fleet/internal/outcome"
)

// maxManifest is the size of the largest manifest that is read, in bytes.
const maxManifest = 256 << 20

// Entry is one revision of one repository.
type Entry struct {
	Line     int    // of the manifest
	Unit     string // identifies the location and the revision, on any machine
	Location string // a path as it was given, or a URL without secrets
	Revision string // as it was given; empty for the default branch
	Name     string // as it was given, or the location
	Team     string
	Path     string           // of a local repository, from the working directory; empty for others
	URL      string           // without secrets; empty for a path
	User     string           `json:"-"` // secrets that the URL had, which nobody writes
	Password string           `json:"-"`
	Problem  *outcome.Failure // why it cannot be a repository; nil if it can
}

// Less orders entries by what they are, not by where they stand.
func Less(a, b *Entry) int {
	for _, pair := range [][2]string{{a.Location, b.Location}, {a.Revision, b.Revision}} {
		if c := strings.Compare(pair[0], pair[1]); c != 0 {
			return c
		}
	}
	return a.Line - b.Line
}

// fields is one line as it was written.
type fields struct {
	Path     string `json:"path"`
	URL      string `json:"url"`
	Revision string `json:"revision"`
	Name     string `json:"name"`
	Team     string `json:"team"`
}

// Read reads a manifest. Relative paths begin at dir. A line that cannot be read is an
// entry with a problem, and so is one that repeats another. The format is JSON Lines if the
// first line begins with a brace, and CSV with a heading otherwise.
func Read(r io.Reader, dir string) ([]Entry, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxManifest+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("manifest: %w", err)
	case len(data) > maxManifest:
		return nil, fmt.Errorf("manifest: larger than %d MiB", maxManifest>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	parse, lines, first, err := format(data)
	if err != nil {
		return nil, err
	}
	var list []Entry
	seen := make(map[string]int)
	for i, line := range lines {
		if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' {
			continue
		}
		e := read(line, parse, dir)
		e.Line = first + i
		if e.Problem != nil {
			// Lines that are alike are as many problems.
			e.Unit = unit("line", fmt.Sprint(e.Line), string(line))
		} else if before, ok := seen[e.Unit]; ok {
			e.Problem = whole(outcome.Duplicate, fmt.Sprintf("line %d names the same", before))
			e.Unit = unit("line", fmt.Sprint(e.Line), string(line))
		} else {
			seen[e.Unit] = e.Line
		}
		list = append(list, e)
	}
	return list, nil
}

// format is the way to read a line, with the lines and the number of the first.
func format(data []byte) (func([]byte) (fields, error), [][]byte, int, error) {
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		text := bytes.TrimSpace(line)
		switch {
		case len(text) == 0 || text[0] == '#':
		case text[0] == '{':
			return parseJSON, lines[i:], i + 1, nil
		default:
			columns, err := record(line)
			for k := range columns {
				columns[k] = strings.TrimSpace(columns[k])
			}
			if err != nil || !slices.Contains(columns, "path") && !slices.Contains(columns, "url") {
				return nil, nil, 0, errors.New("manifest: the first line must be a JSON object, or name columns, a column path or url among them")
			}
			return func(line []byte) (fields, error) { return parseCSV(columns, line) }, lines[i+1:], i + 2, nil
		}
	}
	return parseJSON, nil, 1, nil
}

// record splits a line of CSV. A record has one line, so that a quotation mark that is
// never closed spoils no other.
func record(line []byte) ([]string, error) {
	r := csv.NewReader(bytes.NewReader(line))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	return r.Read()
}

func parseCSV(columns []string, line []byte) (fields, error) {
	values, err := record(line)
	if err != nil {
		return fields{}, err
	}
	if len(values) > len(columns) {
		return fields{}, fmt.Errorf("%d fields in %d columns", len(values), len(columns))
	}
	var f fields
	known := map[string]*string{"path": &f.Path, "url": &f.URL, "revision": &f.Revision, "name": &f.Name, "team": &f.Team}
	for i, value := range values {
		if to := known[columns[i]]; to != nil {
			*to = strings.TrimSpace(value)
		}
	}
	return f, nil
}

func parseJSON(line []byte) (f fields, err error) {
	err = json.Unmarshal(line, &f)
	return f, err
}

// read makes an entry of a line.
func read(line []byte, parse func([]byte) (fields, error), dir string) Entry {
	if !utf8.Valid(line) {
		return Entry{Problem: whole(outcome.BrokenLine, "not in UTF-8")}
	}
	f, err := parse(line)
	if err != nil {
		return Entry{Problem: whole(outcome.BrokenLine, err.Error())}
	}
	e := Entry{Revision: f.Revision, Name: f.Name, Team: f.Team}
	switch {
	case (f.Path == "") == (f.URL == ""):
		e.Problem = whole(outcome.BrokenLine, "it must name a path or a url, and not both")
		return e
	case strings.HasPrefix(f.Revision, "-") || strings.ContainsAny(f.Revision, "\x00\n") || strings.Contains(f.Revision, ".."):
		e.Location = f.Path
		e.Problem = whole(outcome.BrokenLine, "not a revision")
	}
	if f.Path != "" {
		e.Location, e.Path = f.Path, f.Path
		if !filepath.IsAbs(e.Path) {
			e.Path = filepath.Join(dir, filepath.FromSlash(e.Path))
		}
	} else if err := e.locate(f.URL); err != nil && e.Problem == nil {
		e.Problem = whole(outcome.BadLocation, err.Error())
	}
	if e.Name == "" {
		e.Name = e.Location
	}
	e.Unit = unit(e.Location, e.Revision)
	return e
}

func whole(reason outcome.Reason, detail string) *outcome.Failure {
	return &outcome.Failure{Reason: reason, Scope: outcome.Whole, Count: 1, Detail: detail}
}

// unit is a name for a few texts that is safe in file names.
func unit(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12])
}

// Shard is a share of a manifest.
type Shard struct{ Index, Count int }

// ParseShard reads I/N, counted from 0.
func ParseShard(text string) (Shard, error) {
	var s Shard
	if _, err := fmt.Sscanf(text, "%d/%d", &s.Index, &s.Count); err != nil || s.String() != text || s.Index < 0 || s.Index >= s.Count || s.Count > 99999 {
		return Shard{}, fmt.Errorf("shard: %q is not I/N with I from 0 to N-1, such as 0/50", text)
	}
	return s, nil
}

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// Name is the shard in names of files.
func (s Shard) Name() string { return fmt.Sprintf("%05d-of-%05d", s.Index, s.Count) }

// Of are the entries of the shard. A unit is in the same shard wherever it stands in the
// manifest.
func (s Shard) Of(list []Entry) []Entry {
	var own []Entry
	for i := range list {
		if Index(list[i].Unit, s.Count) == s.Index {
			own = append(own, list[i])
		}
	}
	return own
}

// Index is the shard of a unit out of so many.
func Index(unit string, count int) int {
	sum := sha256.Sum256([]byte(unit))
	return int(binary.BigEndian.Uint64(sum[:8]) % uint64(count))
}
