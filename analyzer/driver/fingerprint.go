package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/source"
)

// fingerprintLength is the number of hexadecimal digits kept of the hash.
const fingerprintLength = 16

// fingerprints gives every finding of a file a name that survives lines being
// added, removed or reindented elsewhere: it is made of the path, the code,
// the text of the finding's lines and a counter among equals. The findings
// must be sorted.
func fingerprints(f *source.File, findings []*finding) {
	seen := make(map[string]int)
	lines := lineHasher{file: f}
	for _, fd := range findings {
		hash := lines.hash(&fd.Diagnostic)
		fd.content = hash[:fingerprintLength]
		key := fd.Path + "\x00" + fd.Code + "\x00" + hash
		seen[key]++
		fd.Fingerprint = digest(key + "\x00" + strconv.Itoa(seen[key]))[:fingerprintLength]
	}
}

// digest is the hash of s in hexadecimal digits.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// lineHasher hashes the lines of findings. It remembers the last lines, since
// a generated file may have thousands of findings on one line of a megabyte.
type lineHasher struct {
	file        *source.File
	first, last int
	sum         string
}

// hash is made of the lines of a finding with each run of white space as one space, or of
// the message where there is no text.
func (h *lineHasher) hash(d *analyzer.Diagnostic) string {
	if h.file == nil {
		return digest(d.Message)
	}
	first, last := h.file.LineAt(d.Span.Start), h.file.LineAt(d.Span.End)
	if first == h.first && last == h.last {
		return h.sum
	}
	var words [][]byte
	for n := first; n <= last; n++ {
		words = append(words, bytes.Fields(h.file.Line(n))...)
	}
	h.first, h.last, h.sum = first, last, digest(string(bytes.Join(words, []byte(" "))))
	return h.sum
}
