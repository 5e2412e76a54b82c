package main

import (
	"bytes"
	"context"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		var found atomic.Bool // all files
		now := func() (string, int, int) {
			if found.Load() {
				return "analysing", 2, 8
			}
			return "finding files", 7, 0
		}
		p := startProgress(&out, now, progressAfter, progressEvery)
		time.Sleep(progressAfter + progressEvery/2)
		found.Store(true)
		time.Sleep(progressEvery)
		p.stop()
		want := eraseLine + "finding files: 7 (1 s)" + eraseLine + "analysing: 2 of 8 files, 25% (1 s)" + eraseLine
		if out.String() != want {
			t.Errorf("got  %q\nwant %q", out.String(), want)
		}
	})
}

func TestProgressOfShortRunsIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := startProgress(&out, nil, progressAfter, progressEvery)
		time.Sleep(progressAfter / 2)
		p.stop()
		if out.Len() > 0 {
			t.Errorf("got %q", out.String())
		}
	})
}

// TestPipesSeeNoProgress is about who is told at all.
func TestPipesSeeNoProgress(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = read.Close(), write.Close() })
	a := &app{stderr: write}
	_, err = watched(t.Context(), a, driver.Options{}, func(_ context.Context, opts driver.Options) (int, error) {
		if opts.Progress != nil {
			t.Error("a pipe is told of progress")
		}
		return 0, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestColour(t *testing.T) {
	for _, test := range []struct {
		flag, no, force string
		want            bool
	}{
		{colourAuto, "", "", false}, // a pipe
		{colourAuto, "", "1", true},
		{colourAuto, "", "0", false},
		{colourAuto, "1", "1", false},
		{colourAlways, "1", "0", true},
		{colourNever, "", "1", false},
	} {
		t.Setenv("NO_COLOR", test.no)
		t.Setenv("FORCE_COLOR", test.force)
		style, err := (&app{}).style(test.flag, &bytes.Buffer{})
		if err != nil || style.Color != test.want {
			t.Errorf("%+v: %v, %v", test, style.Color, err)
		}
	}
}
