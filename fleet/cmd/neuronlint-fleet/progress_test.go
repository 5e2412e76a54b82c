package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/fleet/internal/run"
)

// TestProgress checks the estimate, for which units of earlier runs do not count, and that a
// log gets a line in a while and one at the end.
func TestProgress(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := newProgress(&out)
	for _, at := range []run.Progress{
		{Total: 100, Done: 40, Before: 40},
		{Total: 100, Done: 50, Before: 40, Failed: 1, Since: 10 * time.Second}, // too soon
		{Total: 100, Done: 60, Before: 40, Failed: 2, Since: 40 * time.Second},
		{Total: 100, Done: 100, Before: 40, Failed: 2, Since: 60 * time.Second},
	} {
		p.update(at)
	}
	p.end()
	want := `40 of 100 repositories
60 of 100 repositories, 2 not judged, 30 a minute, about 1m20s left
100 of 100 repositories, 2 not judged
`
	if out.String() != want {
		t.Errorf("%s\nwant:\n%s", out.String(), want)
	}
}
