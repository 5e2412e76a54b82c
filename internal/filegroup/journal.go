package filegroup

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// JournalName is the file in the root of a tree that tells of a run that is
// under way, or was cut short.
const JournalName = ".neuronlint-fix.journal"

// Temporary files are called tempPrefix, something random, tempSuffix.
const (
	tempPrefix = ".neuronlint-"
	tempSuffix = ".tmp"
)

// The lines of a journal. One without its last line was cut short itself, and
// nothing had been written by then.
const (
	journalFirst = "neuronlint-fix 1"
	journalGroup = "group"
	journalLast  = "end"
)

// journal lists the replacements of a run.
type journal []group

// group are files that are replaced together.
type group []entry

// entry is a file that is replaced. Names are relative to the root, with the
// separator of the system.
type entry struct {
	path          string
	temp          string // in the directory of path
	before, after string // hashes of the content
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// text is the journal in lines: a group, and its files with both hashes, the
// temporary file and the path, quoted as Go does so that any name fits.
func (j journal) text() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, journalFirst)
	for _, g := range j {
		fmt.Fprintln(&b, journalGroup)
		for _, e := range g {
			fmt.Fprintln(&b, e.before, e.after, filepath.Base(e.temp), strconv.QuoteToASCII(filepath.ToSlash(e.path)))
		}
	}
	fmt.Fprintln(&b, journalLast)
	return b.Bytes()
}

// write keeps the journal. It is on disk when write returns.
func (j journal) write(sys system) error {
	file, err := sys.create(JournalName)
	if err != nil {
		return fmt.Errorf("journal: %w", bare(err))
	}
	_, err = file.Write(j.text())
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("journal: %w", errors.Join(bare(err), sys.remove(JournalName)))
	}
	return nil
}

// remove ends a run: the temporary files that are left go, then the journal.
func (j journal) remove(sys system) error {
	var failures []error
	for _, g := range j {
		for _, e := range g {
			if err := sys.remove(e.temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
				failures = append(failures, err)
			}
		}
	}
	if len(failures) == 0 {
		failures = append(failures, sys.remove(JournalName))
	}
	if err := errors.Join(failures...); err != nil {
		return fmt.Errorf("ending the journal: %w", err)
	}
	return nil
}

// readJournal is the journal of an earlier run; nil if there is none. One that
// was cut short is empty.
func readJournal(sys system) (journal, error) {
	data, err := sys.read(JournalName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("journal: %s: %w; remove it if no fix is under way", JournalName, bare(err))
	}
	j := journal{}
	lines := strings.Split(string(data), "\n")
	if n := len(lines); n < 3 || lines[n-1] != "" || lines[n-2] != journalLast {
		return j, nil
	}
	if lines[0] != journalFirst {
		return nil, fmt.Errorf("journal: %s is of another version of neuronlint; complete it with that one, or remove the file", JournalName)
	}
	for i, line := range lines[1 : len(lines)-2] {
		if line == journalGroup {
			j = append(j, nil)
			continue
		}
		e, ok := parseEntry(line)
		if !ok || len(j) == 0 {
			return nil, fmt.Errorf("journal: %s:%d is no entry; remove the file", JournalName, i+2)
		}
		j[len(j)-1] = append(j[len(j)-1], e)
	}
	return j, nil
}

// parseEntry reads one line. A journal may come with a tree that somebody else
// has made, so it can only name files that a writer would have made itself.
func parseEntry(line string) (e entry, ok bool) {
	fields := strings.SplitN(line, " ", 4)
	if len(fields) < 4 {
		return e, false
	}
	name, err := strconv.Unquote(fields[3])
	path, temp := filepath.FromSlash(name), fields[2]
	random := strings.TrimSuffix(strings.TrimPrefix(temp, tempPrefix), tempSuffix)
	switch {
	case err != nil, !filepath.IsLocal(path), len(fields[0]) != 2*sha256.Size, len(fields[1]) != 2*sha256.Size:
		return e, false
	case tempPrefix+random+tempSuffix != temp, strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "":
		return e, false
	}
	return entry{path: path, temp: filepath.Join(filepath.Dir(path), temp), before: fields[0], after: fields[1]}, true
}
