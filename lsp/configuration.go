package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

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
			"**/*.{py,pyi,ipynb}", "**/*.{toml,cfg,txt,in,yml,yaml,sh,slurm,sbatch,cmake}", "**/{Pipfile,.gitignore}", "**/*{Dockerfile,dockerfile,Containerfile}*",
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
