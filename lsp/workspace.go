package lsp

import (
	"path/filepath"
	"slices"

	"github.com/sourcegraph/jsonrpc2"
)

// start makes the engine of a folder, or of a document outside of all folders. The caller
// holds the lock.
func (s *server) start(dir, uri string) *engine {
	key := dir
	if uri != "" {
		key = uri
	}
	if e := s.engines[key]; e != nil {
		return e
	}
	e := newEngine(s, dir, uri)
	s.engines[key] = e
	s.work.Go(e.loop)
	return e
}

// stop ends an engine. The caller holds the lock.
func (s *server) stop(key string) {
	if e := s.engines[key]; e != nil {
		delete(s.engines, key)
		e.end()
	}
}

// folderOf is the engine of the deepest folder around a document, which shows its findings;
// nil if there is none. The caller holds the lock.
func (s *server) folderOf(d *document) *engine {
	deepest := ""
	for _, dir := range s.folders {
		if d.name != "" && within(dir, d.name) && len(dir) > len(deepest) {
			deepest = dir
		}
	}
	return s.engines[deepest]
}

// owner is the engine that shows the findings of a document.
func (s *server) owner(d *document) *engine {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ownerLocked(d)
}

// ownerLocked is owner for callers that hold the lock.
func (s *server) ownerLocked(d *document) *engine {
	if e := s.folderOf(d); e != nil {
		return e
	}
	dir := filepath.Dir(d.name)
	if d.name == "" {
		dir = ""
		if len(s.folders) > 0 {
			dir = s.folders[0]
		}
	}
	return s.start(dir, d.uri)
}

// within reports whether a file lies below a directory.
func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// changed has the engines judge a document anew, those of all folders around it.
func (s *server) changed(d *document) {
	if d == nil || !d.judged() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	owner := s.ownerLocked(d)
	for _, e := range s.engines {
		if e == owner || e.uri == "" && d.name != "" && within(e.dir, d.name) {
			e.poke()
		}
	}
}

// saved takes in that a document is on disk now.
func (s *server) saved(uri string) {
	d := s.docs.get(uri)
	if d == nil {
		return
	}
	if isConfiguration(d.name) {
		s.reload(d.name)
	}
	s.changed(d)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		if e.uri == "" && d.name != "" && within(e.dir, d.name) {
			e.changedOnDisk()
		}
	}
}

// closed takes in that a document is no longer open: the file counts.
func (s *server) closed(d *document) {
	if d == nil {
		return
	}
	s.mu.Lock()
	folder := s.folderOf(d)
	s.stop(d.uri)
	hide := s.settings.Diagnostics != workspaceWide || folder == nil
	for _, e := range s.engines {
		if e.uri == "" && d.name != "" && within(e.dir, d.name) {
			e.poke()
		}
	}
	s.mu.Unlock()
	if !hide {
		return
	}
	s.empty(d.uris())
}

// empty takes the findings of documents out of the editor.
func (s *server) empty(uris []string) {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	for _, uri := range uris {
		s.notify("textDocument/publishDiagnostics", publishParams{URI: uri, Diagnostics: []diagnostic{}})
	}
}

// uris are those that findings of a document are published under.
func (d *document) uris() []string {
	if d.notebook == nil {
		return []string{d.uri}
	}
	var list []string
	for _, c := range d.notebook.cells {
		list = append(list, c.uri)
	}
	return list
}

func (s *server) changeFolders(req *jsonrpc2.Request) error {
	var p foldersParams
	if err := decode(req, &p); err != nil {
		return err
	}
	s.mu.Lock()
	var emptied []string
	for _, f := range p.Event.Removed {
		if dir, ok := pathOf(f.URI); ok {
			if e := s.engines[dir]; e != nil {
				emptied = append(emptied, e.takeShown()...)
			}
			s.folders = slices.DeleteFunc(s.folders, func(other string) bool { return other == dir })
			s.stop(dir)
		}
	}
	for _, f := range p.Event.Added {
		if dir, ok := pathOf(f.URI); ok && !slices.Contains(s.folders, dir) {
			s.folders = append(s.folders, dir)
			s.start(dir, "")
		}
	}
	s.mu.Unlock()
	s.empty(emptied)
	for _, d := range s.docs.all() {
		s.changed(d) // it may have another owner now
	}
	s.dropStrays()
	return nil
}

// dropStrays ends the engines of documents that a folder has now.
func (s *server) dropStrays() {
	docs := s.docs.all()
	s.mu.Lock()
	defer s.mu.Unlock()
	needed := make(map[string]bool)
	for _, d := range docs {
		if d.judged() {
			needed[s.ownerLocked(d).uri] = true
		}
	}
	for key, e := range s.engines {
		if e.uri != "" && !needed[e.uri] {
			s.stop(key)
		}
	}
}

// filesChanged takes in that files have changed on disk.
func (s *server) filesChanged(req *jsonrpc2.Request) error {
	var p watchedFilesParams
	if err := decode(req, &p); err != nil {
		return err
	}
	for _, change := range p.Changes {
		name, ok := pathOf(change.URI)
		if !ok {
			continue
		}
		if isConfiguration(name) || s.isSettings(name) {
			s.reload(name)
		}
		s.mu.Lock()
		for _, e := range s.engines {
			if e.uri != "" || within(e.dir, name) {
				e.poke()
				e.changedOnDisk()
			}
		}
		s.mu.Unlock()
	}
	return nil
}
