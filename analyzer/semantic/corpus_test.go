// The corpus of testdata/resolve says what a reader of Python knows about
// names, values and kinds, and this test asks the model the same. The grammar of
// its expectations is described in testdata/resolve/README.md: a comment
//
//	F.relu(x)  #? F.relu name torch.nn.functional.relu #? x kind tensor
//
// points at expressions of its line. What the model does not know yet stands in
// known_failures.txt, which can only shrink: a line of it that passes fails the
// test until it is taken out.
package semantic_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/opsdb"
)

const corpus = "../../testdata/resolve/"

// database is the built-in one, read once for all cases.
var database = sync.OnceValue(opsdb.New)

// program is one case: the files of a small project.
type program struct {
	name  string            // archive and case, "imports/star"
	files []*source.File    // the Python files
	texts map[string][]byte // all files
}

// expectation is one #? comment.
type expectation struct {
	line int
	code source.Span // what stands on the line before the first comment
	text string      // the expression it points at, or "line"
	nth  int         // which occurrence of text on the line, from 1
	verb string
	want []string
}

func (e expectation) String() string {
	return e.text + " " + e.verb + " " + strings.Join(e.want, " ")
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	known, programs := knownFailures(t), programs(t)
	stated := make(map[string]bool)
	for _, p := range programs {
		for _, f := range p.files {
			for _, e := range expectations(t, p, f) {
				stated[key(p, f, e.line)] = true
			}
		}
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.run(t, known)
		})
	}
	for place := range known {
		if !stated[place] {
			t.Errorf("known_failures.txt: nothing is expected at %s", place)
		}
	}
}

// run checks every line of a case. A line fails if one of its expectations does.
func (p program) run(t *testing.T, known map[string]bool) {
	t.Helper()
	answers := p.ask(t)
	for _, f := range p.files {
		failed := make(map[int][]string)
		var lines []int
		for _, e := range expectations(t, p, f) {
			if !slices.Contains(lines, e.line) {
				lines = append(lines, e.line)
			}
			if complaint := answers.check(answers.models[f.Path], e); complaint != "" {
				failed[e.line] = append(failed[e.line], complaint)
			}
		}
		for _, line := range lines {
			switch place := key(p, f, line); {
			case len(failed[line]) > 0 && !known[place]:
				t.Errorf("%s %s", place, strings.Join(failed[line], "; "))
			case len(failed[line]) == 0 && known[place]:
				t.Errorf("%s passes: take it out of known_failures.txt", place)
			}
		}
	}
}

// programs reads all archives. The first directory of a file's name is its
// case; a file without one is a case of its own.
func programs(t *testing.T) []program {
	t.Helper()
	paths, err := filepath.Glob(corpus + "*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives found (%v)", err)
	}
	var all []program
	for _, name := range paths {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		topic := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range archive.Files {
			dir, inner, nested := strings.Cut(f.Name, "/")
			if !nested {
				dir, inner = strings.TrimSuffix(f.Name, path.Ext(f.Name)), f.Name
			}
			at := slices.IndexFunc(all, func(p program) bool { return p.name == topic+"/"+dir })
			if at < 0 {
				at = len(all)
				all = append(all, program{name: topic + "/" + dir, texts: make(map[string][]byte)})
			}
			all[at].texts[inner] = f.Data
			if !source.IsPython(inner) {
				continue
			}
			file, err := source.New(inner, f.Data)
			if err != nil {
				t.Fatal(err)
			}
			all[at].files = append(all[at].files, file)
		}
	}
	return all
}

// key names a line as known_failures.txt does.
func key(p program, f *source.File, line int) string {
	return fmt.Sprintf("%s %s:%d", p.name, f.Path, line)
}

// knownFailures reads the list: case, file:line, and the reason.
func knownFailures(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(corpus + "known_failures.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if len(words) < 3 {
			t.Fatalf("known_failures.txt: %q gives no reason", line)
		}
		known[words[0]+" "+words[1]] = true
	}
	return known
}

// expectations reads the comments of a file.
func expectations(t *testing.T, p program, f *source.File) []expectation {
	t.Helper()
	var all []expectation
	number, start := 0, 0
	for line := range strings.Lines(string(f.Text)) {
		number++
		code, comments, _ := strings.Cut(line, "#?")
		for _, comment := range strings.Split(comments, "#?") {
			if comment == "" {
				continue
			}
			e, ok := parseExpectation(comment)
			if !ok {
				t.Fatalf("%s: %q is no expectation", key(p, f, number), comment)
			}
			e.line, e.code = number, source.Span{Start: start, End: start + len(code)}
			all = append(all, e)
		}
		start += len(line)
	}
	return all
}

// parseExpectation reads EXPRESSION[@N] VERB VALUE [CONFIDENCE]. An expression
// can have words that are verbs, so the last one that fits is taken.
func parseExpectation(comment string) (expectation, bool) {
	words := strings.Fields(comment)
	for i := len(words) - 2; i >= max(1, len(words)-3); i-- {
		if _, ok := verb(words[i]); !ok {
			continue
		}
		e := expectation{text: strings.Join(words[:i], " "), nth: 1, verb: words[i], want: words[i+1:]}
		if text, nth, ok := strings.Cut(e.text, "@"); ok {
			if n, err := strconv.Atoi(nth); err == nil {
				e.text, e.nth = text, n
			}
		}
		return e, true
	}
	return expectation{}, false
}
