package report

import "compress/gzip"

// The limits of GitHub's code scanning: of results in one run, and of bytes in one
// upload once compressed. A log above either is refused whole; the least severe
// findings are left out and a notification says so. The limit of bytes leaves room for
// the rules and for a worse compressor.
const (
	sarifMaxResults = 25_000
	sarifMaxBytes   = 10_000_000
	sarifReserve    = 1_500_000
)

// sarifBudget takes in results until GitHub would refuse the log.
type sarifBudget struct {
	results []sarifResult
	raw     int // bytes before compression
	count   countingWriter
	zip     *gzip.Writer
}

// take reports whether there was room for a result.
func (b *sarifBudget) take(r sarifResult) bool {
	if len(b.results) == sarifMaxResults || b.full(r) {
		return false
	}
	b.results = append(b.results, r)
	return true
}

// full measures the compressed size of a log. A log that is small enough without
// compression costs nothing.
func (b *sarifBudget) full(r sarifResult) bool {
	const limit = sarifMaxBytes - sarifReserve
	data := encoded(r)
	b.raw += len(data)
	if b.zip == nil {
		if b.raw <= limit {
			return false
		}
		b.zip = gzip.NewWriter(&b.count)
		for i := range b.results {
			_, _ = b.zip.Write(encoded(b.results[i])) // a countingWriter does not fail
		}
	}
	_, _ = b.zip.Write(data)
	return b.count.n > limit
}

// countingWriter counts the bytes written to it.
type countingWriter struct{ n int }

// Write counts p.
func (c *countingWriter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}
