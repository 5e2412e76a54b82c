package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

func (s *server) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "initialize":
		return s.initialize(req)
	case "shutdown":
		s.mu.Lock()
		defer s.mu.Unlock()
		s.shutdown = true
		return nil, nil
	case "textDocument/codeAction":
		var p codeActionParams
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		return s.codeActions(ctx, &p)
	case "codeAction/resolve":
		var a codeAction
		if err := decode(req, &a); err != nil {
			return nil, err
		}
		return s.resolve(ctx, &a)
	case "textDocument/hover":
		var p positionParams
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		return s.hover(ctx, &p)
	case "textDocument/codeLens":
		var p documentParams
		if err := decode(req, &p); err != nil {
			return nil, err
		}
		return s.codeLenses(&p), nil
	case "codeLens/resolve":
		var l codeLens
		if err := decode(req, &l); err != nil {
			return nil, err
		}
		return s.resolveLens(ctx, &l)
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "no such method: " + req.Method}
}

func (s *server) initialize(req *jsonrpc2.Request) (any, error) {
	var p initializeParams
	if err := decode(req, &p); err != nil {
		return nil, err
	}
	s.docs.units = agreed(p.Capabilities.General.PositionEncodings)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initialized, s.client = true, p.Capabilities
	s.settings = settingsIn(p.InitializationOptions, s.settings)
	for _, f := range p.WorkspaceFolders {
		if name, ok := pathOf(f.URI); ok {
			s.folders = append(s.folders, name)
		}
	}
	if name, ok := pathOf(p.RootURI); ok && len(p.WorkspaceFolders) == 0 {
		s.folders = append(s.folders, name)
	} else if !ok && len(p.WorkspaceFolders) == 0 && filepath.IsAbs(p.RootPath) {
		s.folders = append(s.folders, filepath.Clean(p.RootPath))
	}
	for _, dir := range s.folders {
		s.start(dir, "")
	}
	result := initializeResult{ServerInfo: serverInfo{"neuronlint", s.config.Version}}
	c := &result.Capabilities
	c.PositionEncoding, c.HoverProvider = string(s.docs.units), true
	c.TextDocumentSync = syncOptions{OpenClose: true, Change: syncIncremental, Save: true}
	c.NotebookDocumentSync = notebookSyncOptions{NotebookSelector: []notebookSelector{{"jupyter-notebook"}}, Save: true}
	c.CodeLensProvider.ResolveProvider = true
	c.CodeActionProvider = codeActionOptions{[]string{kindQuickFix, kindOwnAll}, true}
	c.Workspace.WorkspaceFolders = folderOptions{true, true}
	return result, nil
}

func (s *server) notified(req *jsonrpc2.Request) {
	s.mu.Lock()
	initialized := s.initialized
	s.mu.Unlock()
	switch {
	case req.Method == "exit":
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.exited {
			s.exited = true
			close(s.exit)
		}
		return
	case !initialized, strings.HasPrefix(req.Method, "$/") && req.Method != "$/cancelRequest":
		return
	}
	if err := s.take(req); err != nil {
		s.log.Printf("%v", err)
	}
}

// take does what a notification is about.
func (s *server) take(req *jsonrpc2.Request) error {
	switch req.Method {
	case "initialized":
		s.work.Go(s.register)
	case "$/cancelRequest":
		return s.cancelRequest(req)
	case "workspace/didChangeWorkspaceFolders":
		return s.changeFolders(req)
	case "workspace/didChangeWatchedFiles":
		return s.filesChanged(req)
	case "workspace/didChangeConfiguration":
		return s.configurationChanged(req)
	default:
		return s.takeDocument(req)
	}
	return nil
}

// takeDocument does what a notification about a document is about.
func (s *server) takeDocument(req *jsonrpc2.Request) error {
	var open didOpenParams
	var change didChangeParams
	var one documentParams
	var openBook notebookOpenParams
	var changeBook notebookChangeParams
	var oneBook notebookCloseParams
	params := map[string]any{
		"textDocument/didOpen": &open, "textDocument/didChange": &change, "textDocument/didSave": &one, "textDocument/didClose": &one,
		"notebookDocument/didOpen": &openBook, "notebookDocument/didChange": &changeBook, "notebookDocument/didSave": &oneBook, "notebookDocument/didClose": &oneBook,
	}[req.Method]
	if params == nil {
		return nil // what is not known may be passed over
	}
	if err := decode(req, params); err != nil {
		return err
	}
	switch req.Method {
	case "textDocument/didOpen":
		s.changed(s.docs.didOpen(open.TextDocument))
	case "textDocument/didChange":
		s.changed(s.docs.didChange(change))
	case "textDocument/didSave":
		s.saved(one.TextDocument.URI)
	case "textDocument/didClose":
		s.closed(s.docs.didClose(one.TextDocument.URI))
	case "notebookDocument/didOpen":
		s.changed(s.docs.didOpenNotebook(openBook))
	case "notebookDocument/didChange":
		d, gone := s.docs.didChangeNotebook(changeBook)
		s.empty(gone)
		s.changed(d)
	case "notebookDocument/didSave":
		s.saved(oneBook.NotebookDocument.URI)
	case "notebookDocument/didClose":
		s.closed(s.docs.didClose(oneBook.NotebookDocument.URI))
	}
	return nil
}

func (s *server) cancelRequest(req *jsonrpc2.Request) error {
	var p cancelParams
	if err := decode(req, &p); err != nil {
		return err
	}
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return fmt.Errorf("cancelling: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[id]; cancel != nil {
		cancel()
	}
	return nil
}
