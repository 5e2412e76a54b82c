package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

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
}

// closed takes in that a document is no longer open: the file counts.
func (s *server) closed(d *document) {
	if d == nil {
		return
	}
	s.mu.Lock()
	folder := s.folderOf(d)
	s.stop(d.uri)
	clear := s.settings.Diagnostics != workspaceWide || folder == nil
	for _, e := range s.engines {
		if e.uri == "" && d.name != "" && within(e.dir, d.name) {
			e.poke()
		}
	}
	s.mu.Unlock()
	if !clear {
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

// isConfiguration reports whether a file may hold settings.
func isConfiguration(name string) bool {
	base := filepath.Base(name)
	return base == "neuronlint.toml" || base == "pyproject.toml"
}

// reload has the engines read their settings again that a file may matter to; all, for an
// empty name.
func (s *server) reload(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		if name == "" || e.readsSettings(name) {
			e.reload()
		}
	}
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
			}
		}
		s.mu.Unlock()
	}
	return nil
}

// isSettings reports whether the settings of an engine come from a file.
func (s *server) isSettings(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.engines {
		if e.readsSettings(name) {
			return true
		}
	}
	return false
}

// workspaceWide is the setting that has the findings of all files shown.
const workspaceWide = "workspace"

// settingsIn are the settings in a value that an editor sends; those before, if it holds
// none.
func settingsIn(raw json.RawMessage, before Settings) Settings {
	var wrapped struct {
		Neuronlint json.RawMessage `json:"neuronlint"`
		Settings   json.RawMessage `json:"settings"`
	}
	if json.Unmarshal(raw, &wrapped) != nil {
		return before
	}
	for _, inner := range []json.RawMessage{wrapped.Neuronlint, wrapped.Settings} {
		if len(inner) > 0 {
			raw = inner
		}
	}
	var next Settings
	if json.Unmarshal(raw, &next) != nil {
		return before
	}
	return next
}

func (s *server) configurationChanged(req *jsonrpc2.Request) error {
	var p configurationParams
	if err := decode(req, &p); err != nil {
		return err
	}
	if text := strings.TrimSpace(string(p.Settings)); text != "" && text != "null" {
		s.mu.Lock()
		s.settings = settingsIn(p.Settings, s.settings)
		s.mu.Unlock()
		s.reload("")
		return nil
	}
	s.work.Go(func() {
		s.pullSettings()
		s.reload("")
	})
	return nil
}

// pullSettings asks the client for its settings, if it answers such questions.
func (s *server) pullSettings() {
	s.mu.Lock()
	asks := s.client.Workspace.Configuration
	s.mu.Unlock()
	if !asks {
		return
	}
	var answers []json.RawMessage
	err := s.conn.Call(s.ctx, "workspace/configuration", configurationItems{[]configurationItem{{"neuronlint"}}}, &answers)
	if err != nil || len(answers) != 1 || string(answers[0]) == "null" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings = settingsIn(answers[0], s.settings)
}

// register asks the client to tell of files and settings that change.
func (s *server) register() {
	s.mu.Lock()
	before, client := s.settings, s.client.Workspace
	s.mu.Unlock()
	var list []registration
	if client.DidChangeWatchedFiles.DynamicRegistration {
		var watchers []fileWatcher
		for _, glob := range []string{
			"**/*.{py,pyi,ipynb}", "**/*.{toml,cfg,txt,in,yml,yaml,sh,slurm,sbatch}", "**/{Pipfile,.gitignore}", "**/*{Dockerfile,dockerfile,Containerfile}*",
		} {
			watchers = append(watchers, fileWatcher{glob})
		}
		list = append(list, registration{"files", "workspace/didChangeWatchedFiles", watcherOptions{watchers}})
	}
	if client.DidChangeConfiguration.DynamicRegistration {
		list = append(list, registration{"settings", "workspace/didChangeConfiguration", configurationItem{"neuronlint"}})
	}
	if len(list) > 0 {
		if err := s.conn.Call(s.ctx, "client/registerCapability", registrationParams{list}, nil); err != nil {
			s.log.Printf("client/registerCapability: %v", err)
		}
	}
	s.pullSettings()
	s.mu.Lock()
	same := s.settings == before
	s.mu.Unlock()
	if !same {
		s.reload("")
	}
}
