package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a client sends, the server answers and goes on.
func TestLSPBadInput(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"train.py": cudaLine})
	e := newEditor(t, "--no-cache")
	if m := e.ask("textDocument/hover", map[string]any{}); m.Error == nil || m.Error.Code != -32002 {
		t.Errorf("before the greeting: %+v", m)
	}
	e.greet(false, dir)
	for _, text := range []string{
		"Content-Length: 3\r\n\r\n{{{", "nonsense\r\n\r\nContent-Length: 2\r\n\r\n[]", "Content-Length: -1\r\n\r\n", "Content-Length: 0\r\n\r\n",
		"Content-Length: 36\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":1}", strings.Repeat("x", 100_000) + "\r\n",
		"Content-Length: 52\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\"}    ",
		"Content-Length: 73\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"x\":[1,2]}}  ",
	} {
		e.raw(text)
	}
	if m := e.ask("no/such", nil); m.Error == nil || m.Error.Code != -32601 {
		t.Errorf("an unknown method: %+v", m)
	}
	for _, method := range []string{"textDocument/hover", "textDocument/codeAction", "codeAction/resolve"} {
		if m := e.ask(method, []int{1}); m.Error == nil || m.Error.Code != -32602 {
			t.Errorf("%s with a list: %+v", method, m)
		}
	}
	nowhere := map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere.py"}, "position": lspPosition{-1, 1 << 30}, "range": lspRange{}, "context": map[string]any{}}
	e.call("textDocument/hover", nowhere, nil)
	e.call("textDocument/codeAction", nowhere, nil)
	uri := fileURI(filepath.Join(dir, "train.py"))
	e.didOpen(uri, cudaLine)
	e.codes(uri, 1, "NRN101")
	e.insert(uri, 2, lspRange{lspPosition{1 << 30, 5}, lspPosition{-3, 9}}, "x")
	e.insert(uri, 3, lspRange{lspPosition{0, 1 << 30}, lspPosition{0, 0}}, "(")
	e.replace(uri, 4, "\x00")
	e.codes(uri, 4, "NRN001")
	e.replace(uri, 5, "import torch\n"+strings.Repeat("(", 100_000))
	e.codes(uri, 5, "NRN001")
	e.replace(uri, 6, strings.Repeat("import torch\n", 1<<19))
	e.codes(uri, 6, "NRN001") // it is larger than --max-file-size
	e.replace(uri, 7, cudaLine)
	e.codes(uri, 7, "NRN101")
	for _, odd := range []string{"untitled:Untitled-1", "git:/train.py?x", "file://host/x.py", "::", "file:relative.py"} {
		e.didOpen(odd, cudaLine)
		e.codes(odd, 1, "NRN101")
		e.close(odd)
	}
	e.notify("$/cancelRequest", map[string]any{"id": 12345})
	e.notify("$/unknown", map[string]any{})
	if code := e.quit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.orphans) != 4 {
		t.Errorf("answers to messages that are none: %+v", e.orphans)
	}
}

func TestLSPExitCodes(t *testing.T) {
	t.Parallel()
	e := open(t, false, nil)
	e.notify("exit", nil)
	if code := <-e.ended; code != 1 {
		t.Errorf("exit without shutdown: %d", code)
	}
	e = open(t, false, nil)
	_ = e.in.Close()
	if code := <-e.ended; code != 1 {
		t.Errorf("end of input: %d", code)
	}
	e = open(t, false, nil)
	e.call("shutdown", nil, nil)
	if m := e.ask("textDocument/hover", map[string]any{}); m.Error == nil || m.Error.Code != -32600 {
		t.Errorf("after shutdown: %+v", m)
	}
	e.notify("exit", nil)
	if code := <-e.ended; code != 0 {
		t.Errorf("exit after shutdown: %d", code)
	}
}
