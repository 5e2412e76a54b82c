// Command editor types into ten files of a large project, as an editor would, and measures
// how long the language server takes to show the findings after each keystroke, whether
// it ever shows other findings than it should, and how much memory it holds:
//
//	go -C bench run ./editor -neuronlint ../neuronlint
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type settings struct {
	program string
	files   int
	open    int
	lines   int
	edits   int
	burst   int
	rest    int
	seed    uint64
}

func main() {
	var s settings
	flag.StringVar(&s.program, "neuronlint", "neuronlint", "the program to measure")
	flag.IntVar(&s.files, "files", 500, "files of the project")
	flag.IntVar(&s.open, "open", 10, "of them, those that are typed in")
	flag.IntVar(&s.lines, "lines", 1000, "lines that each of these has at least")
	flag.IntVar(&s.edits, "edits", 5000, "keystrokes")
	flag.IntVar(&s.burst, "burst", 10, "after so many keystrokes, five come without a pause")
	flag.IntVar(&s.rest, "rest", 50, "after so many keystrokes, the editor waits until all files are judged anew")
	flag.Uint64Var(&s.seed, "seed", 1, "of the project")
	flag.Parse()
	if err := run(&s, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "editor:", err)
		os.Exit(1)
	}
}

// run types and reports; it fails if a finding was lost.
func run(s *settings, out io.Writer) error {
	dir, err := os.MkdirTemp("", "editor")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the system's to clean up otherwise
	paths, err := makeProject(s, dir)
	if err != nil {
		return err
	}
	c, err := start(s.program, dir)
	if err != nil {
		return err
	}
	t := &typist{settings: s, client: c, found: make(map[string]int)}
	for n := range len(phrase) + 1 {
		if t.found[phrase[:n]], err = found(s.program, phrase[:n]); err != nil {
			return errors.Join(err, c.kill())
		}
	}
	began := time.Now()
	for _, path := range paths {
		if err := t.openFile(path); err != nil {
			return errors.Join(err, c.kill())
		}
	}
	if err := t.rest(); err != nil {
		return errors.Join(err, c.kill())
	}
	first := time.Since(began)
	if err := t.typeAll(); err != nil {
		return errors.Join(err, c.kill())
	}
	return errors.Join(t.report(out, first), c.quit())
}

// typist is somebody who types in several files by turns.
type typist struct {
	*settings

	client *client
	files  []*file
	found  map[string]int  // findings that check has in what is typed
	waits  []time.Duration // for the findings after each keystroke that was waited for
	works  []time.Duration // that processors worked for them, all together
	memory []int64         // resident, in bytes, whenever all files were judged
}

// file is an open file. What is typed is a line of its own at its end, letter by letter,
// and a finding from some letter on.
type file struct {
	uri     string
	version int
	lines   int // in front of what is typed
	typed   string
	known   int // findings of the same kind in the file as it was
}

// phrase is typed again and again, and taken back when it is whole.
const (
	phrase = "torch.cuda.synchronize()"
	code   = "NRN201"
)

func (t *typist) openFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	body := strings.TrimRight(string(text), "\n") + "\n\n\nimport torch\n"
	f := &file{uri: "file://" + filepath.ToSlash(path), version: 1, lines: strings.Count(body, "\n")}
	t.files = append(t.files, f)
	t.client.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": f.uri, "languageId": "python", "version": 1, "text": body},
	})
	shown, err := t.client.await(f.uri, 1)
	f.known = shown.count()
	return err
}

// wants is how many findings of the kind there must be.
func (t *typist) wants(f *file) int { return f.known + t.found[f.typed] }

// found is how many findings of the kind check has in a line.
func found(program, line string) (int, error) {
	check := exec.Command(program, "check", "--isolated", "--no-cache", "--exit-zero", "--format", "concise", "--stdin-filename", "line.py", "-")
	check.Stdin = strings.NewReader("import torch\n" + line)
	out, err := check.Output()
	if err != nil {
		return 0, fmt.Errorf("checking %q: %w", line, err)
	}
	return strings.Count(string(out), code), nil
}

// press sends the next keystroke: a letter of the phrase, or the end of the line if it is
// whole.
func (t *typist) press(f *file) {
	letter, start := "", len(f.typed)
	end := start
	if f.typed == phrase { // takes the line back
		f.typed, start = "", 0
	} else {
		letter = phrase[start : start+1]
		f.typed += letter
	}
	f.version++
	place := func(character int) map[string]int { return map[string]int{"line": f.lines, "character": character} }
	t.client.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": f.uri, "version": f.version},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": place(start), "end": place(end)}, "text": letter}},
	})
}

func (t *typist) typeAll() error {
	next := t.settings.rest
	for n := 1; n <= t.edits; n++ {
		f := t.files[n/len(phrase)%len(t.files)]
		burst := n%t.burst == 0
		for range 4 * btoi(burst) {
			t.press(f)
			n++
		}
		worked := t.client.worked()
		began := time.Now()
		t.press(f)
		shown, err := t.client.await(f.uri, f.version)
		if err != nil {
			return fmt.Errorf("keystroke %d: %w", n, err)
		}
		t.waits = append(t.waits, time.Since(began))
		t.works = append(t.works, t.client.worked()-worked)
		if got := shown.count(); got != t.wants(f) {
			return fmt.Errorf("keystroke %d in %s behind %q: %d findings %s, and not %d", n, f.uri, f.typed, got, code, t.wants(f))
		}
		if n >= next {
			next = n + t.settings.rest
			if err := t.rest(); err != nil {
				return fmt.Errorf("keystroke %d: %w", n, err)
			}
		}
	}
	return t.rest()
}

// rest waits until all files are judged with all texts as they are: only then a request
// for fixes is answered.
func (t *typist) rest() error {
	for _, f := range t.files {
		if err := t.client.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": f.uri}, "context": map[string]any{"diagnostics": []any{}},
			"range": map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 0, "character": 0}},
		}); err != nil {
			return err
		}
		if got := t.client.last(f.uri); got.Version != f.version || got.count() != t.wants(f) {
			return fmt.Errorf("at rest, %s is shown at version %d with %d findings %s, and not at %d with %d",
				f.uri, got.Version, got.count(), code, f.version, t.wants(f))
		}
	}
	held, err := t.client.resident()
	if err != nil {
		return err
	}
	t.memory = append(t.memory, held)
	return nil
}

func (t *typist) report(out io.Writer, first time.Duration) error {
	load, _ := os.ReadFile("/proc/loadavg") // not every system has one
	const mb = 1e6
	quarter := len(t.memory) / 4
	_, err := fmt.Fprintf(out, `project: %d files; typed in %d of at least %d lines; load %s
first findings of all files: %v
keystrokes: %d, waited for %d
until the findings are shown: %s
work of all processors for them: %s
resident memory: at first %.0f MB, most %.0f MB, mean of the second quarter %.0f MB, of the last %.0f MB
no finding was lost
`, t.settings.files, len(t.files), t.lines, strings.TrimSpace(string(load)), first.Round(time.Millisecond), t.edits, len(t.waits), spread(t.waits), spread(t.works),
		float64(t.memory[0])/mb, float64(slices.Max(t.memory))/mb, mean(t.memory[quarter:2*quarter])/mb, mean(t.memory[3*quarter:])/mb)
	return err
}

// spread is a distribution in words.
func spread(list []time.Duration) string {
	sorted := slices.Sorted(slices.Values(list))
	at := func(share float64) time.Duration {
		return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].Round(time.Millisecond / 10)
	}
	return fmt.Sprintf("median %v, 95th percentile %v, 99th %v, longest %v", at(0.5), at(0.95), at(0.99), at(1))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func mean(list []int64) float64 {
	sum := int64(0)
	for _, n := range list {
		sum += n
	}
	return float64(sum) / float64(max(1, len(list)))
}
