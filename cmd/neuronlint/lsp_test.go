package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write makes files in a new folder that is a project of its own.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

const cudaLine = "import torch\n\ndevice = torch.device(\"cuda\")\nx = torch.zeros(3, device=device)\n"

func TestLSPWhileTyping(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"train.py": "x = 1\n"})
	e := open(t, false, nil, dir)
	uri := fileURI(filepath.Join(dir, "train.py"))
	e.didOpen(uri, "x = 1\n")
	e.codes(uri, 1)
	e.replace(uri, 2, cudaLine)
	d := e.codes(uri, 2, "NRN101")[0]
	if want := (lspRange{lspPosition{2, 22}, lspPosition{2, 28}}); d.Range != want || d.Severity != 1 || d.Source != "neuronlint" {
		t.Errorf("got %+v", d)
	}
	if !strings.HasSuffix(d.CodeDescription.Href, "/NRN101.md") {
		t.Errorf("link %q", d.CodeDescription.Href)
	}
	// A letter at a time, as people type.
	version := 2
	for _, r := range "# \U0001f600" {
		version++
		e.insert(uri, version, lspRange{lspPosition{0, 0}, lspPosition{0, 0}}, string(r))
	}
	e.codes(uri, version, "NRN001") // "😀 #import torch": not Python any more
	version++
	e.replace(uri, version, "import torch\r\ns = \"\U0001f600\"; d = torch.device(\"cuda\"); torch.zeros(3, device=d)\r\n")
	if d := e.codes(uri, version, "NRN101")[0]; d.Range.Start != (lspPosition{1, 27}) {
		t.Errorf("behind a character of two units: %+v", d.Range)
	}
	e.close(uri)
	e.await("nothing shown of a closed document", func() bool { return len(e.shown[uri].Diagnostics) == 0 })
	if code := e.quit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestLSPCountsInUTF8WhereItMay(t *testing.T) {
	t.Parallel()
	e := open(t, true, nil)
	e.didOpen("untitled:Untitled-1", "import torch\ns = \"é\U0001f600\"; d = torch.device(\"cuda\"); torch.zeros(3, device=d)\n")
	if d := e.codes("untitled:Untitled-1", 1, "NRN101")[0]; d.Range.Start != (lspPosition{1, 31}) {
		t.Errorf("got %+v", d.Range)
	}
}

// The texts of other open documents count, saved or not.
func TestLSPSeesUnsavedTextOfOtherFiles(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"settings.py": "DEVICE = \"cpu\"\n", "train.py": "import torch\nfrom settings import DEVICE\nx = torch.zeros(3, device=DEVICE)\n"})
	e := open(t, false, nil, dir)
	settings, train := fileURI(filepath.Join(dir, "settings.py")), fileURI(filepath.Join(dir, "train.py"))
	e.didOpen(settings, "DEVICE = \"cpu\"\n")
	e.didOpen(train, "import torch\nfrom settings import DEVICE\nx = torch.zeros(3, device=DEVICE)\n")
	e.codes(settings, 1)
	e.replace(settings, 2, "DEVICE = \"cuda\"\n")
	d := e.codes(settings, 2, "NRN101")[0]
	if len(d.RelatedInformation) == 0 || d.RelatedInformation[0].Location.URI != train {
		t.Errorf("the place in the other file is missing: %+v", d.RelatedInformation)
	}
	// What no file has yet, others may import.
	fresh := fileURI(filepath.Join(dir, "fresh.py"))
	e.didOpen(fresh, "DEVICE = \"cuda\"\n")
	e.replace(settings, 3, "DEVICE = \"cpu\"\n")
	e.codes(settings, 3)
	e.replace(train, 2, "import torch\nfrom fresh import DEVICE\nx = torch.zeros(3, device=DEVICE)\n")
	e.codes(fresh, 1, "NRN101")
	e.close(settings)
	e.close(fresh)
	e.await("nothing shown of a closed document", func() bool { return len(e.shown[fresh].Diagnostics) == 0 })
}

func TestLSPFixes(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"settings.py": "DEVICE = \"cuda\"\n",
		"train.py":    "import torch\n\nfrom settings import DEVICE\n\nx = torch.zeros(3, device=DEVICE)\nif DEVICE == \"cuda\":\n    print(x)\n",
	}
	dir := write(t, files)
	e := open(t, false, nil, dir)
	settings, train := fileURI(filepath.Join(dir, "settings.py")), fileURI(filepath.Join(dir, "train.py"))
	e.didOpen(settings, files["settings.py"])
	e.codes(settings, 1, "NRN101")
	var group *lspAction
	list := e.actions(settings, lspRange{lspPosition{0, 10}, lspPosition{0, 10}})
	for i := range list {
		if list[i].Kind == "quickfix" && list[i].IsPreferred {
			group = &list[i]
		}
	}
	if group == nil || group.Edit == nil || len(group.Edit.DocumentChanges) != 2 {
		t.Fatalf("no fix over both files: %+v", list)
	}
	if !strings.Contains(group.Title, "2 places in 2 files") {
		t.Errorf("title %q", group.Title)
	}
	for _, c := range group.Edit.DocumentChanges {
		name, open := "settings.py", c.TextDocument.URI == settings
		if !open {
			name = "train.py"
			if c.TextDocument.URI != train || c.TextDocument.Version != nil {
				t.Errorf("the file that is not open: %+v", c.TextDocument)
			}
		} else if c.TextDocument.Version == nil || *c.TextDocument.Version != 1 {
			t.Errorf("the version of the open document: %v", c.TextDocument.Version)
		}
		want := strings.ReplaceAll(files[name], "\"cuda\"", "\"neuron\"")
		if got := apply(files[name], c.Edits); got != want {
			t.Errorf("%s: got %q", name, got)
		}
	}
	for _, a := range list {
		if a.Kind != "source.fixAll.neuronlint" {
			continue
		}
		if a.Edit != nil {
			t.Error("all fixes are made before anybody asks")
		}
		var done lspAction
		e.call("codeAction/resolve", a, &done)
		if done.Edit == nil || len(done.Edit.DocumentChanges) != 2 {
			t.Fatalf("all fixes: %+v", done)
		}
		for _, c := range done.Edit.DocumentChanges {
			name := "settings.py"
			if c.TextDocument.URI == train {
				name = "train.py"
			}
			if got, want := apply(files[name], c.Edits), strings.ReplaceAll(files[name], "\"cuda\"", "\"neuron\""); got != want {
				t.Errorf("all fixes in %s: got %q", name, got)
			}
		}
		return
	}
	t.Errorf("no action that makes all fixes: %+v", list)
}

func TestLSPSilences(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, want string
		line             int
	}{
		{"on a line without a comment", "import torch\nd = torch.device(\"cuda\")\ntorch.zeros(3, device=d)\n", "import torch\nd = torch.device(\"cuda\")  # neuronlint: ignore[NRN101]\ntorch.zeros(3, device=d)\n", 1},
		{"behind a comment", "import torch\nd = torch.device(\"cuda\")  # GPU\ntorch.zeros(3, device=d)\n", "import torch\nd = torch.device(\"cuda\")  # GPU  # neuronlint: ignore[NRN101]\ntorch.zeros(3, device=d)\n", 1},
		{"in the list of a comment", "import torch\nd = torch.device(\"cuda\")  # neuronlint: ignore[NRN999]\ntorch.zeros(3, device=d)\n", "import torch\nd = torch.device(\"cuda\")  # neuronlint: ignore[NRN999, NRN101]\ntorch.zeros(3, device=d)\n", 1},
		{"at the end of a statement with a backslash", "import torch\nd = torch.device(\"cuda\") \\\n    or None\ntorch.zeros(3, device=d)\n", "import torch\nd = torch.device(\"cuda\") \\\n    or None  # neuronlint: ignore[NRN101]\ntorch.zeros(3, device=d)\n", 1},
		{"with the line ends of the file", "import torch\r\nd = torch.device(\"cuda\")\r\ntorch.zeros(3, device=d)\r\n", "import torch\r\nd = torch.device(\"cuda\")  # neuronlint: ignore[NRN101]\r\ntorch.zeros(3, device=d)\r\n", 1},
	}
	e := open(t, false, nil)
	for i, test := range tests {
		uri := "untitled:Untitled-" + string(rune('a'+i))
		e.didOpen(uri, test.text)
		e.await("findings", func() bool { return len(e.shown[uri].Diagnostics) > 0 })
		done := false
		for _, a := range e.actions(uri, lspRange{lspPosition{test.line, 18}, lspPosition{test.line, 18}}, "quickfix") {
			if !strings.HasPrefix(a.Title, "Silence NRN101") {
				continue
			}
			done = true
			if got := apply(test.text, a.Edit.DocumentChanges[0].Edits); got != test.want {
				t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
			}
			e.replace(uri, 2, test.want)
			e.await("silence", func() bool {
				d := e.shown[uri]
				if d.Version == nil || *d.Version != 2 {
					return false
				}
				for _, one := range d.Diagnostics {
					if one.Code == "NRN101" {
						t.Errorf("%s: the comment does not silence it", test.name)
					}
				}
				return true
			})
		}
		if !done {
			t.Errorf("%s: no such action", test.name)
		}
	}
}

func TestLSPHover(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"train.py": ""})
	e := open(t, false, nil, dir)
	uri := fileURI(filepath.Join(dir, "train.py"))
	e.didOpen(uri, "import torch\n\nx = torch.zeros(3)\ny = torch.linalg.svd(x)\ntorch.cuda.synchronize()\nplain = 1\n")
	at := func(line, character int) string {
		var h struct {
			Contents struct {
				Kind, Value string
			}
		}
		e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": lspPosition{line, character}}, &h)
		return h.Contents.Value
	}
	if text := at(3, 18); !strings.Contains(text, "torch.linalg.svd") || !strings.Contains(text, "aten::") {
		t.Errorf("an operator: %q", text)
	}
	if text := at(4, 14); !strings.Contains(text, "NRN2") || !strings.Contains(text, "synchronize") {
		t.Errorf("a call of CUDA: %q", text)
	}
	if text := at(5, 2); text != "" {
		t.Errorf("nothing is to be said of a number, but: %q", text)
	}
}

func TestLSPNotebook(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"x.py": ""})
	e := open(t, false, nil, dir)
	book := fileURI(filepath.Join(dir, "book.ipynb"))
	if err := os.WriteFile(filepath.Join(dir, "book.ipynb"), []byte(`{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cell := func(n string) string { return "vscode-notebook-cell:" + strings.TrimPrefix(book, "file:") + "#" + n }
	item := func(n, text string) map[string]any {
		return map[string]any{"uri": cell(n), "languageId": "python", "version": 1, "text": text}
	}
	e.notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument":  map[string]any{"uri": book, "notebookType": "jupyter-notebook", "version": 1, "cells": []any{map[string]any{"kind": 1, "document": cell("a")}, map[string]any{"kind": 2, "document": cell("b")}, map[string]any{"kind": 2, "document": cell("c")}}},
		"cellTextDocuments": []any{item("a", "# CUDA"), item("b", "%matplotlib inline\nimport torch"), item("c", "s = \"\U0001f600\"\nd = torch.device(\"cuda\")\ntorch.zeros(3, device=d)")},
	})
	d := e.codes(cell("c"), 1, "NRN101")[0]
	if d.Range.Start != (lspPosition{1, 17}) {
		t.Errorf("got %+v", d.Range)
	}
	for _, a := range e.actions(cell("c"), d.Range) {
		if !a.IsPreferred {
			continue
		}
		c := a.Edit.DocumentChanges[0]
		if got := apply("s = \"\U0001f600\"\nd = torch.device(\"cuda\")\ntorch.zeros(3, device=d)", c.Edits); c.TextDocument.URI != cell("c") || !strings.Contains(got, "torch.device(\"neuron\")\n") {
			t.Errorf("the fix in a cell: %s %q", c.TextDocument.URI, got)
		}
	}
	change := func(version int, cells map[string]any) {
		e.notify("notebookDocument/didChange", map[string]any{"notebookDocument": map[string]any{"uri": book, "version": version}, "change": map[string]any{"cells": cells}})
	}
	change(2, map[string]any{"textContent": []any{map[string]any{
		"document": map[string]any{"uri": cell("c"), "version": 2},
		"changes":  []any{map[string]any{"range": lspRange{lspPosition{1, 18}, lspPosition{1, 22}}, "text": "cpu"}},
	}}})
	e.codes(cell("c"), 2)
	// A cell is added, and the one before is taken out: its import is missing then.
	change(3, map[string]any{"structure": map[string]any{
		"array":   map[string]any{"start": 3, "deleteCount": 0, "cells": []any{map[string]any{"kind": 2, "document": cell("d")}}},
		"didOpen": []any{item("d", "torch.cuda.synchronize()")},
	}})
	e.codes(cell("d"), 1, "NRN201")
	change(4, map[string]any{"structure": map[string]any{
		"array": map[string]any{"start": 1, "deleteCount": 1}, "didClose": []any{map[string]any{"uri": cell("b")}},
	}})
	e.codes(cell("d"), 1)
	e.notify("notebookDocument/didClose", map[string]any{"notebookDocument": map[string]any{"uri": book}, "cellTextDocuments": []any{}})
}
