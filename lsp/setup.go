package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// settings are the options of the folder, which are read if need be.
func (e *engine) settings() *setup {
	e.mu.Lock()
	set := e.setup
	e.mu.Unlock()
	if set != nil {
		return set
	}
	e.s.mu.Lock()
	settings := e.s.settings
	e.s.mu.Unlock()
	dir := e.dir
	if dir == "" {
		dir, _ = os.Getwd() // none: then there are no files either
	}
	set = &setup{}
	set.options, set.files, set.err = e.s.config.Load(dir, settings)
	e.complain(set.err)
	e.mu.Lock()
	defer e.mu.Unlock()
	if set.err == nil {
		e.good = set
	} else if e.good != nil { // while somebody types in the file
		set.options, set.err = e.good.options, nil
	}
	e.setup = set
	return set
}

// owns reports whether the engine shows the findings of a document.
func (e *engine) owns(d *document) bool {
	e.s.mu.Lock()
	defer e.s.mu.Unlock()
	folder := e.s.folderOf(d)
	return folder == e || folder == nil && e.uri == d.uri
}

// complain shows a problem with the settings or with a run, once; nil tells that there is
// none any more.
func (e *engine) complain(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	e.mu.Lock()
	known := text == e.told
	e.told = text
	e.mu.Unlock()
	if text != "" && !known {
		e.s.notify("window/showMessage", messageParams{messageError, "neuronlint: " + text})
	}
}

// progress tells that the first run is on its way. What it returns tells its end.
func (e *engine) progress() (end func()) {
	e.s.mu.Lock()
	shows := e.s.client.Window.WorkDoneProgress
	e.s.tokens++
	token := fmt.Sprintf("neuronlint-%d", e.s.tokens)
	e.s.mu.Unlock()
	if !shows {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(e.ctx, 5*time.Second)
	defer cancel()
	if e.s.conn.Call(ctx, "window/workDoneProgress/create", progressCreate{token}, nil) != nil {
		return func() {}
	}
	e.s.notify("$/progress", progressParams{token, progressValue{Kind: "begin", Title: "neuronlint", Message: "reading " + filepath.Base(e.dir)}})
	return func() { e.s.notify("$/progress", progressParams{token, progressValue{Kind: "end"}}) }
}

// setup is the options of a folder with the files that they come from.
type setup struct {
	options driver.Options
	files   []string
	err     error
}

// reload has the settings read again.
func (e *engine) reload() {
	e.mu.Lock()
	e.setup, e.warm = nil, false
	e.mu.Unlock()
	e.poke()
}

// readsSettings reports whether the settings come from a file, or might if it is new.
func (e *engine) readsSettings(name string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.setup == nil || slices.Contains(e.setup.files, name) {
		return true
	}
	return isConfiguration(name) && (within(filepath.Dir(name), e.dir) || filepath.Dir(name) == e.dir)
}
