// Package journal keeps what a run has finished, so that one that was killed goes on where
// it was. A line is written and made durable after each unit; the last one may be torn.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// version of the format.
const version = 1

// Head is the first line: what all units of a journal have in common.
type Head struct {
	Version  int    `json:"version"`
	Shard    string `json:"shard"`
	Settings string `json:"settings"` // fingerprint
}

// Done is a line about a unit. A later one replaces an earlier one.
type Done struct {
	Unit    string `json:"unit"`
	Failure string `json:"failure,omitempty"` // the reason, if the unit was not judged
}

// Journal is open for writing.
type Journal struct {
	file *os.File
	Done map[string]Done // by unit, as the file had it
}

// ErrSettings says that a folder holds results by other settings.
var ErrSettings = errors.New("it was made with another program, another database or other settings; choose another folder")

// Open reads a journal and goes on with it, or begins one.
func Open(name string, head Head) (*Journal, error) {
	head.Version = version
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("journal: %w", err)
	}
	whole := data[:bytes.LastIndexByte(data, '\n')+1] // the rest was torn
	j := &Journal{Done: make(map[string]Done)}
	old, err := j.read(name, whole)
	switch {
	case err != nil:
		return nil, err
	case old != nil && *old != head:
		return nil, fmt.Errorf("journal: %s: %w", name, ErrSettings)
	}
	if j.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := j.file.Truncate(int64(len(whole))); err != nil {
		return nil, fmt.Errorf("journal: %w", errors.Join(err, j.file.Close()))
	}
	if _, err := j.file.Seek(int64(len(whole)), 0); err != nil {
		return nil, fmt.Errorf("journal: %w", errors.Join(err, j.file.Close()))
	}
	if old == nil {
		if err := j.write(head); err != nil {
			return nil, errors.Join(err, j.file.Close())
		}
	}
	return j, nil
}

// read takes whole lines, the head among them; nil if there are none.
func (j *Journal) read(name string, data []byte) (*Head, error) {
	if len(data) == 0 {
		return nil, nil //nolint:nilnil // a new journal has no head
	}
	var head *Head
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var err error
		if head == nil {
			head = new(Head)
			err = json.Unmarshal(line, head)
		} else {
			var d Done
			err = json.Unmarshal(line, &d)
			j.Done[d.Unit] = d
		}
		if err != nil {
			return nil, fmt.Errorf("journal: %s:%d: %w", name, n, err)
		}
	}
	return head, nil
}

// Add notes a unit, and returns when the note is durable. One goroutine adds at a time.
func (j *Journal) Add(d Done) error { return j.write(d) }

func (j *Journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close ends the writing.
func (j *Journal) Close() error { return j.file.Close() }
