package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// client is the editor's end of a language server.
type client struct {
	process *exec.Cmd
	in      io.WriteCloser

	mu      sync.Mutex
	id      int
	answers map[int]bool // of requests that were answered
	shown   map[string]diagnostics
	news    chan struct{}
	err     error
}

// diagnostics are the findings that are shown of a document.
type diagnostics struct {
	URI         string `json:"uri"`
	Version     int    `json:"version"`
	Diagnostics []struct {
		Code string `json:"code"`
	} `json:"diagnostics"`
}

// count is how many of them are of the kind that is typed.
func (d diagnostics) count() int {
	n := 0
	for _, one := range d.Diagnostics {
		if one.Code == code {
			n++
		}
	}
	return n
}

// patience is how long an answer may take.
const patience = 2 * time.Minute

var errSilent = errors.New("the server does not answer")

// start runs a server on a folder.
func start(program, dir string) (*client, error) {
	c := &client{
		process: exec.Command(program, "lsp", "--no-cache", "--log"),
		answers: make(map[int]bool), shown: make(map[string]diagnostics), news: make(chan struct{}),
	}
	c.process.Stderr = os.Stderr
	var err error
	if c.in, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		return nil, err
	}
	go c.listen(bufio.NewReader(out))
	if err := c.call("initialize", map[string]any{
		"workspaceFolders": []any{map[string]any{"uri": "file://" + dir, "name": "project"}},
		"capabilities":     map[string]any{"textDocument": map[string]any{"publishDiagnostics": map[string]any{"versionSupport": true, "relatedInformation": true}}},
	}); err != nil {
		return nil, errors.Join(err, c.kill())
	}
	c.notify("initialized", map[string]any{})
	return c, nil
}

func (c *client) listen(r *bufio.Reader) {
	for {
		body, err := message(r)
		if err == nil {
			err = c.take(body)
		}
		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			c.tell()
			return
		}
		c.tell()
	}
}

// message reads one message.
func message(r *bufio.Reader) ([]byte, error) {
	length := 0
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if value, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			if length, err = strconv.Atoi(value); err != nil {
				return nil, err
			}
		}
	}
	body := make([]byte, length)
	_, err := io.ReadFull(r, body)
	return body, err
}

func (c *client) take(body []byte) error {
	var m struct {
		ID     *int            `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case m.Error != nil:
		return errors.New(m.Error.Message)
	case m.Method == "textDocument/publishDiagnostics":
		var d diagnostics
		if err := json.Unmarshal(m.Params, &d); err != nil {
			return err
		}
		c.shown[d.URI] = d
	case m.Method == "" && m.ID != nil:
		c.answers[*m.ID] = true
	}
	return nil
}

// tell wakes whoever waits for a message.
func (c *client) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.news)
	c.news = make(chan struct{})
}

func (c *client) send(v any) {
	body, err := json.Marshal(v)
	if err == nil {
		_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		c.mu.Lock()
		c.err = err
		c.mu.Unlock()
	}
}

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// call sends a request and waits for the answer.
func (c *client) call(method string, params any) error {
	c.mu.Lock()
	c.id++
	id := c.id
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return c.until(func() bool {
		done := c.answers[id]
		delete(c.answers, id)
		return done
	})
}

// await waits for the findings of a version of a document.
func (c *client) await(uri string, version int) (diagnostics, error) {
	var d diagnostics
	err := c.until(func() bool {
		d = c.shown[uri]
		return d.Version == version
	})
	return d, err
}

// last is what is shown of a document.
func (c *client) last(uri string) diagnostics {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown[uri]
}

// until waits until a condition holds, which is asked after each message.
func (c *client) until(holds func() bool) error {
	end := time.NewTimer(patience)
	defer end.Stop()
	for {
		c.mu.Lock()
		ok, err, news := holds(), c.err, c.news
		c.mu.Unlock()
		if ok || err != nil {
			return err
		}
		select {
		case <-news:
		case <-end.C:
			return errSilent
		}
	}
}

// resident is the memory that the server holds, in bytes.
func (c *client) resident() (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return kb * 1024, err
		}
	}
	return 0, errors.New("the system does not say how much memory a process holds")
}

// worked is the time that processors have worked for the server, by Linux's scheduler. On a
// busy machine it tells more than a clock; it is no more than that of a machine with one
// idle processor.
func (c *client) worked() time.Duration {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", c.process.Process.Pid))
	total := int64(0)
	for _, name := range threads {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		if first, _, ok := strings.Cut(string(text), " "); ok {
			if ns, err := strconv.ParseInt(first, 10, 64); err == nil {
				total += ns
			}
		}
	}
	return time.Duration(total)
}

// quit ends the server as the protocol has it.
func (c *client) quit() error {
	if err := c.call("shutdown", nil); err != nil {
		return errors.Join(err, c.kill())
	}
	c.notify("exit", nil)
	return c.process.Wait()
}

func (c *client) kill() error { return c.process.Process.Kill() }
