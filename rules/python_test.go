package rules_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"testing"
)

// pythonParses is a program that says of each text, a JSON string a line,
// whether Python's own parser takes it.
const pythonParses = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
sys.setrecursionlimit(10000)
for line in sys.stdin:
    try:
        ast.parse(json.loads(line).encode("utf-8", "surrogatepass"))
        print("ok", flush=True)
    except BaseException as e:
        print(json.dumps(str(e)), flush=True)
`

// python asks Python's parser. A nil one takes everything.
type python struct {
	in  io.Writer
	out *bufio.Scanner
}

// newPython starts one Python, or none where there is none.
func newPython(t testing.TB, name string) *python {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Logf("no %s: only our own parser is asked", name)
		return nil
	}
	cmd := exec.CommandContext(t.Context(), path, "-c", pythonParses)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &python{in, bufio.NewScanner(out)}
}

// refuses is what Python says against a text; empty if it takes it.
func (p *python) refuses(t testing.TB, text []byte) string {
	t.Helper()
	if p == nil {
		return ""
	}
	line, err := json.Marshal(string(text))
	if err == nil {
		_, err = p.in.Write(append(line, '\n'))
	}
	if err != nil || !p.out.Scan() {
		t.Fatalf("python3 gave up: %v, %v", err, p.out.Err())
	}
	if answer := p.out.Text(); answer != "ok" {
		return answer
	}
	return ""
}
