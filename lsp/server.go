package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// Config is what a server is made of.
type Config struct {
	Version string // of the tool
	// Load gives the options for a directory, as check has them there, with the absolute
	// names of the files that they come from. The settings are those of the editor.
	Load func(dir string, s Settings) (driver.Options, []string, error)
	Log  io.Writer // for people who look for a defect
	// Assess judges the programs of a directory, as assess does, by path from there. There
	// are no verdicts without it.
	Assess func(ctx context.Context, dir string, s Settings) (map[string]Program, error)

	// Delay is how long the server waits after a keystroke for the next one, and Settle
	// how long before it judges other files anew that rest on the text. Zero means what
	// suits people.
	Delay, Settle time.Duration
}

// Settings are those that an editor sends.
type Settings struct {
	Configuration string `json:"configuration"` // a configuration file in place of the nearest one
	Diagnostics   string `json:"diagnostics"`   // "open": of open documents; "workspace": of all files
}

const (
	defaultDelay  = 3 * time.Millisecond
	defaultSettle = 400 * time.Millisecond
)

// Serve speaks the protocol until the client ends it. It reports whether the client did
// so in the proper way: with shutdown before exit.
func Serve(ctx context.Context, in io.Reader, out io.Writer, c Config) (proper bool, err error) {
	if c.Delay == 0 {
		c.Delay = defaultDelay
	}
	if c.Settle == 0 {
		c.Settle = defaultSettle
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		config: c, docs: newDocuments(), engines: make(map[string]*engine), ctx: ctx,
		requests: make(map[jsonrpc2.ID]context.CancelFunc), exit: make(chan struct{}), ready: make(chan struct{}), log: log.New(c.Log, "neuronlint: ", log.LstdFlags),
	}
	closing := func() error {
		if closer, ok := in.(io.Closer); ok {
			return closer.Close()
		}
		return nil
	}
	s.conn = jsonrpc2.NewConn(ctx, newStream(in, out, closing), s, jsonrpc2.SetLogger(s.log))
	close(s.ready)
	select {
	case <-s.exit:
	case <-s.conn.DisconnectNotify():
	case <-ctx.Done():
	}
	cancel()
	s.wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shutdown && s.exited, nil
}

// server is one connection.
type server struct {
	config Config
	conn   *jsonrpc2.Conn
	ready  chan struct{}   // closed when conn is set: it reads before it is returned
	ctx    context.Context // of the connection, for work that no request waits for
	docs   *documents
	log    *log.Logger
	work   sync.WaitGroup

	publishing sync.Mutex // held while findings are sent, so that none follow the end of a document

	mu          sync.Mutex
	client      clientCapabilities
	initialized bool
	shutdown    bool
	exited      bool
	exit        chan struct{}
	settings    Settings
	folders     []string           // absolute names
	engines     map[string]*engine // by folder, or by the URI of a document outside of all
	requests    map[jsonrpc2.ID]context.CancelFunc
	tokens      int // of progress, so far
}

// wait waits until nothing is done any more, but no longer than a client would.
func (s *server) wait() {
	done := make(chan struct{})
	go func() { s.work.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
}

// Handle takes one message. Notifications are done with before the next message is read,
// since each is about the state that those before it have made. Requests are answered
// when the answer is there.
func (s *server) Handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	if req.Notif {
		s.protect(req.Method, func() { s.notified(req) })
		return
	}
	if refusal := s.refusal(req.Method); refusal != nil {
		s.answer(req.ID, nil, refusal)
		return
	}
	if req.Method == "initialize" || req.Method == "shutdown" { // what follows rests on these
		s.respond(s.ctx, req)
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	s.requests[req.ID] = cancel
	s.mu.Unlock()
	s.work.Go(func() {
		defer func() {
			s.mu.Lock()
			delete(s.requests, req.ID)
			s.mu.Unlock()
			cancel()
		}()
		s.respond(ctx, req)
	})
}

// refusal is why a request is not taken in the state that the connection is in.
func (s *server) refusal(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.shutdown:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was shut down"}
	case !s.initialized && method != "initialize":
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "the server was not initialized"}
	case s.initialized && method == "initialize":
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was initialized before"}
	}
	return nil
}

// protect keeps a defect from ending the server.
func (s *server) protect(what string, work func()) {
	defer func() {
		if caught := recover(); caught != nil {
			s.log.Printf("%s: %v\n%s", what, caught, debug.Stack())
		}
	}()
	work()
}

func (s *server) respond(ctx context.Context, req *jsonrpc2.Request) {
	var result any
	err := error(&jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: "a defect of neuronlint; its log says more"})
	s.protect(req.Method, func() { result, err = s.request(ctx, req) })
	if err != nil && ctx.Err() != nil {
		err = &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	}
	s.answer(req.ID, result, err)
}

// answer sends the response to a request.
func (s *server) answer(id jsonrpc2.ID, result any, err error) {
	resp := &jsonrpc2.Response{ID: id}
	if err == nil {
		err = resp.SetResult(result)
	}
	if err != nil {
		resp.Result = nil
		if !errors.As(err, &resp.Error) {
			resp.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		}
	}
	if err := s.conn.SendResponse(s.ctx, resp); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.log.Printf("answering: %v", err)
	}
}

// notify sends a notification.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.log.Printf("%s: %v", method, err)
	}
}

// decode reads the parameters of a message.
func decode(req *jsonrpc2.Request, params any) error {
	if req.Params == nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: req.Method + " has no parameters"}
	}
	if err := json.Unmarshal(*req.Params, params); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("%s: %v", req.Method, err)}
	}
	return nil
}

// capabilities are those of the client.
func (s *server) capabilities() *clientCapabilities {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &s.client
}
