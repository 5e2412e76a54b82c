package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
)

// process starts the program in a directory.
func process(t *testing.T, dir string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs signals")
	}
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd = exec.Command("neuronlint", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stdout, stderr
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}

// slowTree holds files that take seconds each, of text that is parsed for long
// and of text that is asked about for long.
func slowTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"garbage.py": strings.Repeat("!@#$%^&*()\n", 200_000),
		"sum.py":     "import torch\nx = " + strings.Repeat("torch.cat(a) + ", 60_000) + "1\n",
		"many.py":    "import torch\n" + strings.Repeat("d = torch.device('cuda')\nx.to(d)\n", 30_000),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// stuck is longer than the end of an interrupted run takes on a machine that is busy
// with other tests; a tenth of a second is what is wanted of one that is not.
const stuck = 5 * time.Second

// interrupted starts the program, sends it a signal when it is at work, and says how
// it ended and how long after. On a busy machine the signal may come before the
// program listens for it, which ends it as any other: then it gets more time.
func interrupted(t *testing.T, signal os.Signal, dir string, args ...string) (code string, took time.Duration, stdout, stderr *bytes.Buffer) {
	t.Helper()
	for head := 250 * time.Millisecond; ; head *= 2 {
		cmd, stdout, stderr := process(t, dir, args...)
		time.Sleep(head)
		start := time.Now()
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		err := cmd.Wait()
		if code := exitCode(err); code != "-1" || head > time.Second {
			return code, time.Since(start), stdout, stderr
		}
	}
}

// TestInterrupt wants a run to end at once at any point, with nothing printed
// that looks like a result and nothing left behind.
func TestInterrupt(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		for _, args := range [][]string{{"check", "--format", "json"}, {"check", "--diff"}, {"fix"}, {"ops", "scan"}} {
			t.Run(signal.String()+" "+strings.Join(args, " "), func(t *testing.T) {
				dir := slowTree(t)
				got, took, stdout, stderr := interrupted(t, signal, dir, append(args, "--jobs", "2", ".")...)
				if got != "130" {
					t.Fatalf("exit code %s\n%s", got, stderr)
				}
				if t.Logf("took %s", took); took > stuck {
					t.Errorf("took %s", took)
				}
				if stdout.Len() > 0 || stderr.String() != "neuronlint: interrupted\n" {
					t.Errorf("printed %q and %q", stdout, stderr)
				}
				if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
					t.Errorf("left %v: %v", entries, err)
				}
			})
		}
	}
}

// A report for programs that has begun is finished; here its reader is slow.
func TestInterruptWhilePrinting(t *testing.T) {
	dir := t.TempDir()
	text := "import torch\n" + strings.Repeat("d = torch.device('cuda')\n", 900)
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("needs signals")
	}
	cmd := exec.Command("neuronlint", "check", "--format", "json", ".")
	cmd.Dir = dir
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := pipe.Read(first); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	time.Sleep(grace + grace/5)
	var rest bytes.Buffer
	if _, err := rest.ReadFrom(pipe); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if !strings.HasSuffix(rest.String(), "}\n") {
		t.Errorf("the report ends in %q", rest.String()[max(0, rest.Len()-40):])
	}
}

// A reader that takes nothing is not waited for: there is nothing to save.
func TestInterruptWhileNobodyReads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs signals")
	}
	dir := t.TempDir()
	text := "import torch\n" + strings.Repeat("d = torch.device('cuda')\n", 900)
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"--format", "json"}, {"--format", "json", "--output", fifo}} {
		cmd := exec.Command("neuronlint", append(append([]string{"check"}, args...), "a.py")...)
		cmd.Dir = dir
		if _, err := cmd.StdoutPipe(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		start := time.Now()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		state, err := cmd.Process.Wait()
		if err != nil || state.ExitCode() != exitInterrupted {
			t.Errorf("%q: %v, %v", args, state, err)
		}
		if took := time.Since(start); took > saveTime/2 {
			t.Errorf("%q: took %s", args, took)
		}
	}
}

func TestDefectIsReported(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.py", "b.py"} {
		if err := os.WriteFile(name, []byte("secret_name = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	everywhere := &analyzer.Rule{Code: "NRN901", Name: "everywhere", Run: func(p *analyzer.Pass) error {
		p.Report(analyzer.Diagnostic{Severity: analyzer.Error, Confidence: analyzer.Certain, Message: "here"})
		return nil
	}}
	broken := &analyzer.Rule{Code: "NRN902", Name: "broken", Run: func(p *analyzer.Pass) error {
		if p.File.Path == "a.py" {
			panic("it is " + string(p.File.Text))
		}
		_ = p.File.Text[len(p.File.Text)]
		return nil
	}}
	var out bytes.Buffer
	code, stderr := invoke(t.Context(), "", &out, []*analyzer.Rule{everywhere, broken}, "check", "--format", "concise", ".")
	if code != exitError {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"a.py:1:1: NRN901 error here", "b.py:1:1: NRN901 error here", "a.py:1:1: NRN004 error rule NRN902 failed on this file", "b.py:1:1: NRN004 error rule NRN902 failed on this file"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("lacks %q:\n%s", want, out.String())
		}
	}
	reports, err := filepath.Glob(filepath.Join(dir, "neuronlint-defect-*.txt"))
	if err != nil || len(reports) != 1 || !strings.Contains(stderr, reports[0]) {
		t.Fatalf("reports %v, told %q", reports, stderr)
	}
	text, err := os.ReadFile(reports[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"rule: NRN902\n", "panic with a value of type string", "index out of range", "interrupt_test.go", "neuronlint ", runtime.Version()} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "secret") {
		t.Errorf("the report quotes the source:\n%s", text)
	}
}

// What fails outside the analysis of a file is a defect as well.
func TestPanicOfTheProgram(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	a := newApp(strings.NewReader(""), panicking{}, new(bytes.Buffer))
	if code := a.run(t.Context(), []string{"version"}); code != exitError || len(a.defects.seen) != 1 {
		t.Errorf("exit code %d, %d defects", code, len(a.defects.seen))
	}
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("no output today") }
