package measure

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Spread
	}{
		{nil, Spread{}},
		{[]float64{3}, Spread{3, 3, 3}},
		{[]float64{9, 1, 2}, Spread{2, 1, 9}},
		{[]float64{4, 1, 2, 9}, Spread{3, 1, 9}},
	} {
		if got := spread(c.values); got != c.want {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
}

// Two jobs that are slow in the same round have a steady ratio.
func TestRatioGoesRoundByRound(t *testing.T) {
	slow := &Result{Samples: []Sample{{Wall: 2}, {Wall: 20}, {Wall: 2}}}
	fast := &Result{Samples: []Sample{{Wall: 1}, {Wall: 10}, {Wall: 1}}}
	if got, want := Ratio(Wall, slow, fast), (Spread{2, 2, 2}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// sh is a job that runs a line of the shell.
func sh(line string) *Job {
	return &Job{Name: line, Command: []string{"sh", "-c", line}}
}

func rounds(t *testing.T, jobs []*Job, n int) ([]*Result, error) {
	t.Helper()
	return Rounds(context.Background(), jobs, n, t.TempDir(), func(string) {})
}

// The first round is not counted, and the jobs take turns.
func TestRounds(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	a, b := sh("echo a >>"+log), sh("echo b >>"+log)
	b.Repeat = 2
	results, err := rounds(t, []*Job{a, b}, 2)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(strings.Fields(string(text)), ""), "abbabbabb"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	if n, m := len(results[0].Samples), len(results[1].Samples); n != 2 || m != 4 {
		t.Errorf("%d and %d samples, want 2 and 4", n, m)
	}
}

func TestRunCountsAndMeasures(t *testing.T) {
	job := sh("cat; echo three")
	job.Input = filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(job.Input, []byte("one\ntwo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	job.Findings = func(text string) int { return strings.Count(text, "\n") }
	results, err := rounds(t, []*Job{job}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Findings != 3 {
		t.Errorf("%d findings, want 3", results[0].Findings)
	}
	if s := results[0].Samples[0]; s.Wall <= 0 || s.Peak <= 0 {
		t.Errorf("nothing was measured: %+v", s)
	}
}

func TestStatusThatIsNoFailure(t *testing.T) {
	job := sh("echo why >&2; exit 3")
	if _, err := rounds(t, []*Job{job}, 1); err == nil || !strings.Contains(err.Error(), "why") {
		t.Errorf("error %v does not say why", err)
	}
	job.Status = []int{3}
	if _, err := rounds(t, []*Job{job}, 1); err != nil {
		t.Error(err)
	}
}

// A command of one thread has one processor, and one of no number of threads has
// them all.
func TestBound(t *testing.T) {
	if !Binds() {
		t.Skip("nothing is bound here")
	}
	job := sh(`test "$(nproc)" -eq 1`)
	job.Threads = 1
	if _, err := rounds(t, []*Job{job}, 1); err != nil {
		t.Error(err)
	}
	job = sh(fmt.Sprintf(`test "$(nproc)" -eq %d`, runtime.NumCPU()))
	if _, err := rounds(t, []*Job{job}, 1); err != nil {
		t.Error(err)
	}
}
