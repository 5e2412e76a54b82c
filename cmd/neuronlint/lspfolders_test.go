package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLSPReadsSettingsAgain(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"train.py": cudaLine, "neuronlint.toml": "ignore = [\"NRN101\"]\n"})
	e := open(t, false, nil, dir)
	uri, toml := fileURI(filepath.Join(dir, "train.py")), filepath.Join(dir, "neuronlint.toml")
	changed := func(text string) {
		if err := os.WriteFile(toml, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fileURI(toml), "type": 2}}})
	}
	e.didOpen(uri, cudaLine)
	e.codes(uri, 1)
	changed("severity = { NRN101 = \"info\" }\n")
	if d := e.codes(uri, 1, "NRN101")[0]; d.Severity != 3 {
		t.Errorf("severity %d", d.Severity)
	}
	changed("severity = nonsense\n")
	e.await("a word about the mistake", func() bool {
		return len(e.messages) > 0 && strings.Contains(e.messages[0], "neuronlint.toml:1")
	})
	e.replace(uri, 2, cudaLine+"\n")
	e.codes(uri, 2, "NRN101") // the last settings without a mistake hold
	changed("ignore = [\"NRN1\"]\n")
	e.codes(uri, 2)
	other := filepath.Join(dir, "other.toml")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"neuronlint": map[string]any{"configuration": "other.toml"}}})
	e.codes(uri, 2, "NRN101")
}

func TestLSPSeveralFolders(t *testing.T) {
	t.Parallel()
	one := write(t, map[string]string{"a.py": cudaLine})
	two := write(t, map[string]string{"a.py": cudaLine, "pyproject.toml": "[tool.neuronlint]\nignore = [\"NRN101\"]\n"})
	e := open(t, false, map[string]any{"diagnostics": "workspace"}, one)
	first, second := fileURI(filepath.Join(one, "a.py")), fileURI(filepath.Join(two, "a.py"))
	shown := func(uri string, n int) {
		t.Helper()
		e.await(uri, func() bool { d, ok := e.shown[uri]; return ok && len(d.Diagnostics) == n })
	}
	shown(first, 1)
	folder := func(dir string) []any { return []any{map[string]any{"uri": fileURI(dir), "name": "x"}} }
	e.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": folder(two), "removed": []any{}}})
	e.didOpen(second, cudaLine)
	e.codes(second, 1)
	e.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{}, "removed": folder(one)}})
	shown(first, 0)
	// A document outside of all folders is judged by itself.
	e.didOpen(first, cudaLine)
	e.codes(first, 1, "NRN101")
	// Files that are not open are judged when they change on disk.
	extra := filepath.Join(two, "extra.py")
	if err := os.WriteFile(extra, []byte("import torch\ntorch.cuda.synchronize()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fileURI(extra), "type": 1}}})
	shown(fileURI(extra), 1)
	if err := os.Remove(extra); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fileURI(extra), "type": 3}}})
	shown(fileURI(extra), 0)
}

// TestLSPJudgesForTheProjectsMachines checks that the language server takes the target that
// the project asks for, as check does, and looks again when the file that asks changes.
func TestLSPJudgesForTheProjectsMachines(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"train.py": cudaLine, "job.yaml": "instance_type: trn1.32xlarge\n"})
	e := open(t, false, nil, dir)
	uri, job := fileURI(filepath.Join(dir, "train.py")), filepath.Join(dir, "job.yaml")
	advises := func(device string) func() bool {
		return func() bool {
			d := e.shown[uri].Diagnostics
			return len(d) == 1 && d[0].Code == "NRN101" && strings.Contains(d[0].Message, device)
		}
	}
	e.didOpen(uri, cudaLine)
	e.await("torch-xla, for the job on Trn1", advises(`"xla"`))
	if err := os.WriteFile(job, []byte("instance_type: m5.large\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fileURI(job), "type": 2}}})
	e.await("the default", advises(`"neuron"`))
}
