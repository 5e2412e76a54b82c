package opsdb

import (
	"errors"
	"io/fs"
	"strconv"
)

// JAXPlatform is a parameter of an API of JAX that names a platform: "gpu",
// "cuda", "neuron".
type JAXPlatform struct {
	API      string
	Position int    // -1 if it is keyword-only
	Keyword  string // its name
	Ref      Ref
}

// JAXSetting is a setting of jax.config that concerns GPUs alone.
type JAXSetting struct {
	Name    string
	Effect  string // its effect, on GPUs
	Instead string // Neuron setting or advice
	Action  Action
	Safety  string
	Ref     Ref
}

// JAXWrapper is a function or class of a library built on JAX that wraps an API of JAX
// itself.
type JAXWrapper struct {
	Name    string
	Reaches string // the API of JAX
	When    string // where the name says little: "in every update"
	Instead string // for calls where the advice for Reaches does not help; may be empty
	Ref     Ref
}

// loadJAXPlatforms reads jax_platforms.tsv.
func loadJAXPlatforms(fsys fs.FS) (map[string]JAXPlatform, error) {
	table := map[string]JAXPlatform{}
	s := &schema{file: "jax_platforms.tsv", keys: 1, columns: []string{"api", "position", "keyword", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		p := JAXPlatform{API: r.get("api"), Position: -1, Keyword: r.must("keyword"), Ref: r.ref()}
		if text := r.get("position"); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				r.fail(err)
			}
			p.Position = n
		}
		table[p.API] = p
	})
	return table, err
}

// loadJAXSettings reads jax_settings.tsv.
func loadJAXSettings(fsys fs.FS) (map[string]JAXSetting, error) {
	table := map[string]JAXSetting{}
	s := &schema{file: "jax_settings.tsv", keys: 1, columns: []string{
		"name", "effect", "instead", "action", "safety", "evidence", "source",
	}}
	err := readTable(fsys, s, func(r *row) {
		setting := JAXSetting{
			Name:    r.get("name"),
			Effect:  r.must("effect"),
			Instead: r.get("instead"),
			Action:  oneOf(r, "action", ActionRemove, ActionManual),
			Safety:  oneOf(r, "safety", "none", "display", "unsafe"),
			Ref:     r.ref(),
		}
		if setting.Action.edits() != (setting.Safety != "none") {
			r.fail(errors.New("an edit needs a safety, and only an edit has one"))
		}
		table[setting.Name] = setting
	})
	return table, err
}

// loadJAXWrappers reads jax_wrappers.tsv.
func loadJAXWrappers(fsys fs.FS) (map[string]JAXWrapper, error) {
	table := map[string]JAXWrapper{}
	s := &schema{file: "jax_wrappers.tsv", keys: 1, columns: []string{"name", "reaches", "when", "instead", "evidence", "source"}}
	err := readTable(fsys, s, func(r *row) {
		w := JAXWrapper{Name: r.get("name"), Reaches: r.must("reaches"), When: r.get("when"), Instead: r.get("instead"), Ref: r.ref()}
		table[w.Name] = w
	})
	return table, err
}

// JAXPlatform returns the parameter of an API that names a platform.
func (db *DB) JAXPlatform(api string) (JAXPlatform, bool) {
	table, _ := db.jaxPlatforms()
	p, ok := table[api]
	return p, ok
}

// JAXSetting returns a setting of jax.config that concerns GPUs alone.
func (db *DB) JAXSetting(name string) (JAXSetting, bool) {
	table, _ := db.jaxSettings()
	s, ok := table[name]
	return s, ok
}

// JAXWrapper returns the row of a wrapper in a library built on JAX.
func (db *DB) JAXWrapper(name string) (JAXWrapper, bool) {
	table, _ := db.jaxWrappers()
	w, ok := table[name]
	return w, ok
}
