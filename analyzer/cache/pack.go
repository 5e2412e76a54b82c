// Package cache keeps the results of runs in files, for the next run. The content of a
// file is never trusted further than its checksums, and a file with any defect counts as
// absent.
package cache

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/internal/regular"
)

// magic begins every file, with the version of the format.
const magic = "neuronlint cache 1\n"

// Pack is one file: sections of bytes by name.
type Pack struct {
	data     []byte
	sections map[string]section
}

// section is where the bytes of one name lie, and their checksum.
type section struct {
	start, length int
	sum           uint32
}

// table is used for all checksums. They tell damage, not malice.
func sum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// Read opens the pack of a name in a directory; nil if there is no usable one, or it has
// more than maxBytes.
func Read(dir, name string, maxBytes int64) *Pack {
	data, err := regular.Read(filepath.Join(dir, name+suffix), maxBytes)
	if err != nil {
		return nil
	}
	p := parse(data)
	if p != nil {
		refresh(filepath.Join(dir, name+suffix))
	}
	return p
}

// parse reads the head of a pack: the magic, the length and the sum of the
// directory, and for each section its name, length and sum.
func parse(data []byte) *Pack {
	const fixed = len(magic) + 8
	if len(data) < fixed || string(data[:len(magic)]) != magic {
		return nil
	}
	length := int(binary.LittleEndian.Uint32(data[len(magic):]))
	if length > len(data)-fixed {
		return nil
	}
	directory := data[fixed : fixed+length]
	if sum(directory) != binary.LittleEndian.Uint32(data[len(magic)+4:]) {
		return nil
	}
	var list []entry
	if Decode(directory, &list) != nil {
		return nil
	}
	p := &Pack{data: data, sections: make(map[string]section, len(list))}
	start := fixed + length
	for _, e := range list {
		if e.Length < 0 || e.Length > len(data)-start {
			return nil
		}
		p.sections[e.Name] = section{start, e.Length, e.Sum}
		start += e.Length
	}
	return p
}

// entry is a section in the directory of a file.
type entry struct {
	Name   string
	Length int
	Sum    uint32
}

// Section is the bytes of a name, which must not be changed; ok is false if
// there are none or they are damaged.
func (p *Pack) Section(name string) (data []byte, ok bool) {
	if p == nil {
		return nil, false
	}
	s, ok := p.sections[name]
	if !ok {
		return nil, false
	}
	data = p.data[s.start : s.start+s.length]
	return data, sum(data) == s.sum
}

// Write makes the pack of a name, or replaces it as a whole. Other programs that
// write the same one at the same time replace each other's.
func Write(dir, name string, sections map[string][]byte) error {
	if err := prepare(dir); err != nil {
		return err
	}
	var list []entry
	for _, key := range slices.Sorted(maps.Keys(sections)) {
		list = append(list, entry{key, len(sections[key]), sum(sections[key])})
	}
	directory := Encode(list)
	head := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(directory)))
	parts := [][]byte{binary.LittleEndian.AppendUint32(head, sum(directory)), directory}
	for _, e := range list {
		parts = append(parts, sections[e.Name])
	}
	file, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	_, err = file.Write(bytes.Join(parts, nil))
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(dir, name+suffix))
	}
	if err != nil {
		_ = os.Remove(file.Name()) // a file that could not be written is no use to anybody
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

const (
	suffix    = ".pack"
	temporary = ".writing-"
	tag       = "CACHEDIR.TAG"
)

// prepare makes the directory, with the file that tells programs that make
// backups to leave it out.
func prepare(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	name := filepath.Join(dir, tag)
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	const text = "Signature: 8a477f597d28d172789f06886806bc55\n# This directory holds what neuronlint can work out again.\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// refresh notes that a pack is in use, at most once a day.
func refresh(name string) {
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // it only lives shorter without
	}
}

// Prune removes packs that were not in use for longer than maxAge, and then
// those that were not in use for longest until the rest has at most maxBytes.
// It touches nothing that Write did not make.
func Prune(dir string, maxAge time.Duration, maxBytes int64) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	ours := regexp.MustCompile(`^([0-9a-f]{32}\` + suffix + `|\` + temporary + `[0-9]+)$`)
	var packs []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !ours.MatchString(e.Name()) {
			continue
		}
		age := time.Since(info.ModTime())
		if left := filepath.Ext(e.Name()) != suffix; age > maxAge || left && age > time.Hour {
			_ = os.Remove(filepath.Join(dir, e.Name())) // the next run tries again
			continue
		}
		packs = append(packs, info)
		total += info.Size()
	}
	slices.SortFunc(packs, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range packs {
		if total <= maxBytes {
			return
		}
		total -= info.Size()
		_ = os.Remove(filepath.Join(dir, info.Name())) // the next run tries again
	}
}
