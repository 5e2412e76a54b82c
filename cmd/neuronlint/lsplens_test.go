package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type lspLens struct {
	Range struct {
		Start, End lspPosition
	} `json:"range"`
	Command *struct {
		Title   string `json:"title"`
		Command string `json:"command"`
	} `json:"command"`
	Data any `json:"data"`
}

// lenses are the lenses of a document, resolved.
func (e *editor) lenses(uri string) []lspLens {
	e.t.Helper()
	var list []lspLens
	e.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &list)
	for i, l := range list {
		if l.Command != nil {
			e.t.Error("the verdict was not waited for")
		}
		var asked map[string]any
		data, err := json.Marshal(map[string]any{"range": map[string]any{
			"start": map[string]int{"line": l.Range.Start.Line, "character": l.Range.Start.Character},
			"end":   map[string]int{"line": l.Range.End.Line, "character": l.Range.End.Character},
		}, "data": l.Data})
		if err == nil {
			err = json.Unmarshal(data, &asked)
		}
		if err != nil {
			e.t.Fatal(err)
		}
		e.call("codeLens/resolve", asked, &list[i])
	}
	return list
}

// verdicts are those of assess, by the names of programs.
func verdicts(t *testing.T, dir string) map[string]string {
	t.Helper()
	var out, log bytes.Buffer
	a := newApp(strings.NewReader(""), &out, &log)
	if code := a.run(context.Background(), []string{"assess", "--no-cache", "--format", "json", dir}); code == exitError {
		t.Fatalf("assess: %s", log.String())
	}
	var doc struct {
		Entries []struct{ Name, Verdict string }
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	list := make(map[string]string)
	for _, e := range doc.Entries {
		list[filepath.Base(e.Name)] = e.Verdict
	}
	return list
}

// The lens of a program has the verdict of assess, at the line that asks whether the file
// is the main program, and follows what is saved.
func TestLSPCodeLens(t *testing.T) {
	t.Parallel()
	const main = "if __name__ == \"__main__\":\n    print(1)\n"
	files := map[string]string{
		"ready.py": "import torch\n\n" + main,
		"mends.py": "import torch\n\nx = torch.load(\"x.pt\", map_location=\"cuda\")\nprint(x)\n" + main,
		"block.py": "import torch\nimport helper\n\n" + main,
		"helper.py": "import torch\nfrom torch.utils.cpp_extension import load\n\nkernel = load(name=\"k\", sources=[\"k.cu\"])\n" +
			"x = torch.ones(3, device=\"cuda\")\n",
		"tests/test_x.py": "import torch\n" + main,
	}
	dir := write(t, files)
	want := verdicts(t, dir)
	e := open(t, false, nil, dir)
	for name, line := range map[string]int{"ready.py": 2, "mends.py": 4, "block.py": 3} {
		uri := fileURI(filepath.Join(dir, name))
		e.didOpen(uri, files[name])
		list := e.lenses(uri)
		if len(list) != 1 || list[0].Range.Start.Line != line || list[0].Command == nil ||
			list[0].Command.Title != "Neuron: "+want[name] && !strings.HasPrefix(list[0].Command.Title, "Neuron: "+want[name]+" · ") || want[name] == "" {
			t.Errorf("%s: %+v, want one on line %d with %q", name, list, line, want[name])
		}
	}
	if want["ready.py"] != "ready" || want["ready.py"] == want["mends.py"] || want["mends.py"] == want["block.py"] {
		t.Errorf("the verdicts do not differ: %v", want)
	}
	for _, name := range []string{"helper.py", "tests/test_x.py"} {
		uri := fileURI(filepath.Join(dir, name))
		e.didOpen(uri, files[name])
		for _, l := range e.lenses(uri) {
			if l.Command != nil {
				t.Errorf("%s is no program, but has %+v", name, l.Command)
			}
		}
	}
	// What is typed changes nothing; what is saved does, and the editor is told.
	uri := fileURI(filepath.Join(dir, "mends.py"))
	mended := strings.ReplaceAll(files["mends.py"], `"cuda"`, `"cpu"`)
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": []any{map[string]any{"text": mended}}})
	if title := e.lenses(uri)[0].Command.Title; !strings.HasPrefix(title, "Neuron: "+want["mends.py"]) {
		t.Errorf("before saving: %q", title)
	}
	if err := os.WriteFile(filepath.Join(dir, "mends.py"), []byte(mended), 0o600); err != nil {
		t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
	if title := e.lenses(uri)[0].Command.Title; title != "Neuron: ready" {
		t.Errorf("after saving: %q", title)
	}
	for end := time.Now().Add(patience); !e.wasAsked("workspace/codeLens/refresh"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the editor is not told that verdicts have changed")
		}
	}
}

// wasAsked reports whether the server has made a request.
func (e *editor) wasAsked(method string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.asked {
		if m == method {
			return true
		}
	}
	return false
}

func TestLSPCodeLensAnswersNonsense(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"a.py": ""})
	e := open(t, false, nil, dir)
	if list := e.lenses("file:///nowhere.py"); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	if m := e.ask("codeLens/resolve", map[string]any{"range": map[string]any{}}); m.Error == nil || m.Error.Code != -32602 {
		t.Errorf("a lens without data: %+v", m)
	}
}
