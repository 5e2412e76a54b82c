package lsp

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// document is a text, or a notebook, that is open in the editor.
type document struct {
	uri      string
	name     string // absolute name of the file; empty if it was never saved
	language string
	version  int
	text     string
	serial   uint64 // grows with each change of any document
	notebook *notebook
}

// notebook is an open notebook. Its cells are documents of their own.
type notebook struct {
	metadata json.RawMessage
	cells    []*cellDocument
}

// cellDocument is a cell of an open notebook.
type cellDocument struct {
	uri     string
	kind    int
	version int
	text    string
}

// raw is the bytes that saving the document would leave on disk, as far as rules can tell.
func (d *document) raw() []byte {
	if d.notebook == nil {
		return source.Encode(d.path(), d.text)
	}
	type cell struct {
		Type     string         `json:"cell_type"`
		Metadata map[string]any `json:"metadata"`
		Source   string         `json:"source"`
	}
	doc := struct {
		Cells    []cell          `json:"cells"`
		Metadata json.RawMessage `json:"metadata"`
		Major    int             `json:"nbformat"`
		Minor    int             `json:"nbformat_minor"`
	}{Cells: []cell{}, Metadata: d.notebook.pythonMetadata(), Major: 4, Minor: 5}
	for _, c := range d.notebook.cells {
		kind := "markdown"
		if c.kind == cellCode {
			kind = "code"
		}
		doc.Cells = append(doc.Cells, cell{kind, map[string]any{}, c.text})
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil // its metadata was JSON when it came
	}
	return raw
}

// pythonMetadata is the metadata of the notebook as a file has it. Editors wrap it in an
// object of their own, or send none.
func (n *notebook) pythonMetadata() json.RawMessage {
	var wrapped struct {
		Metadata json.RawMessage `json:"metadata"`
	}
	switch {
	case json.Unmarshal(n.metadata, &wrapped) == nil && len(wrapped.Metadata) > 0 && wrapped.Metadata[0] == '{':
		return wrapped.Metadata
	case len(n.metadata) > 0 && n.metadata[0] == '{':
		return n.metadata
	}
	return json.RawMessage("{}")
}

// path is the name by which the kind of the file is told.
func (d *document) path() string {
	if d.name != "" {
		return filepath.ToSlash(d.name)
	}
	base := d.uri[strings.LastIndexAny(d.uri, ":/\\")+1:]
	switch {
	case d.notebook != nil && !source.IsNotebook(base):
		base += ".ipynb"
	case d.language == "python" && !source.NamesPython(base):
		base += ".py"
	}
	return base
}

// judged reports whether findings are to be expected of a document at all.
func (d *document) judged() bool {
	path := d.path()
	return source.NamesPython(path) || source.IsProjectFile(path) || d.language == "python"
}

// documents are those that are open, by URI.
type documents struct {
	mu     sync.Mutex
	open   map[string]*document
	cells  map[string]*document // the notebook that a cell belongs to
	serial uint64
	units  encoding
}

func newDocuments() *documents {
	return &documents{open: make(map[string]*document), cells: make(map[string]*document), units: utf16Units}
}

// touch makes a document newer than all others. Documents are never changed once they are
// here, so that a run can go on with those that it began with: a change makes another.
func (s *documents) touch(d *document) *document {
	s.serial++
	d.serial = s.serial
	s.open[d.uri] = d
	return d
}

func (s *documents) didOpen(item textDocumentItem) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if item.URI == "" || s.cells[item.URI] != nil {
		return nil // no document, or one that the notebook has
	}
	name, _ := pathOf(item.URI)
	return s.touch(&document{uri: item.URI, name: name, language: item.LanguageID, version: item.Version, text: item.Text})
}

// didChange is the document after changes; nil if there is no such document.
func (s *documents) didChange(p didChangeParams) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.open[p.TextDocument.URI]
	if old == nil || old.notebook != nil {
		return nil
	}
	d := *old
	d.version = p.TextDocument.Version
	for _, c := range p.ContentChanges {
		d.text = s.units.changed(d.text, c)
	}
	return s.touch(&d)
}

// didClose forgets a document and returns it; nil if there is no such document.
func (s *documents) didClose(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.open[uri]
	delete(s.open, uri)
	if d != nil && d.notebook != nil {
		for _, c := range d.notebook.cells {
			delete(s.cells, c.uri)
		}
	}
	return d
}

// get is a document, or the notebook with a cell.
func (s *documents) get(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.cells[uri]; d != nil {
		return d
	}
	return s.open[uri]
}

// is reports whether a document is open and has not changed.
func (s *documents) is(d *document) bool {
	now := s.get(d.uri)
	return now != nil && now.serial == d.serial
}

// all are the open documents, by URI.
func (s *documents) all() []*document {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*document, 0, len(s.open))
	for _, d := range s.open {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b *document) int { return strings.Compare(a.uri, b.uri) })
	return list
}

func (s *documents) didOpenNotebook(p notebookOpenParams) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	texts := make(map[string]textDocumentItem, len(p.CellTextDocuments))
	for _, item := range p.CellTextDocuments {
		texts[item.URI] = item
	}
	n := &notebook{metadata: p.NotebookDocument.Metadata}
	for _, c := range p.NotebookDocument.Cells {
		item := texts[c.Document]
		n.cells = append(n.cells, &cellDocument{uri: c.Document, kind: c.Kind, version: item.Version, text: item.Text})
	}
	name, _ := pathOf(p.NotebookDocument.URI)
	return s.own(s.touch(&document{uri: p.NotebookDocument.URI, name: name, language: "python", version: p.NotebookDocument.Version, notebook: n}))
}

// own notes the cells of a notebook.
func (s *documents) own(d *document) *document {
	for _, c := range d.notebook.cells {
		s.cells[c.uri] = d
	}
	return d
}

// didChangeNotebook is the notebook after changes, with the cells that are gone.
func (s *documents) didChangeNotebook(p notebookChangeParams) (d *document, gone []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.open[p.NotebookDocument.URI]
	if old == nil || old.notebook == nil {
		return nil, nil
	}
	next, n := *old, *old.notebook
	n.cells = slices.Clone(n.cells)
	next.notebook, next.version = &n, p.NotebookDocument.Version
	if len(p.Change.Metadata) > 0 {
		n.metadata = p.Change.Metadata
	}
	if c := p.Change.Cells; c != nil {
		if c.Structure != nil {
			texts := make(map[string]textDocumentItem)
			for _, item := range c.Structure.DidOpen {
				texts[item.URI] = item
			}
			a := c.Structure.Array
			gone = n.replace(a.Start, a.DeleteCount, a.Cells, texts)
		}
		for _, data := range c.Data {
			n.change(data.Document, func(cell *cellDocument) { cell.kind = data.Kind })
		}
		for _, text := range c.TextContent {
			n.change(text.Document.URI, func(cell *cellDocument) {
				cell.version = text.Document.Version
				for _, change := range text.Changes {
					cell.text = s.units.changed(cell.text, change)
				}
			})
		}
	}
	for _, uri := range gone {
		delete(s.cells, uri)
	}
	return s.own(s.touch(&next)), gone
}

// change replaces a cell by a changed copy.
func (n *notebook) change(uri string, change func(*cellDocument)) {
	i := slices.IndexFunc(n.cells, func(c *cellDocument) bool { return c.uri == uri })
	if i < 0 {
		return
	}
	c := *n.cells[i]
	change(&c)
	n.cells[i] = &c
}

// replace puts cells in the place of others. Cells that were only moved keep their text.
func (n *notebook) replace(start, count int, cells []notebookCell, texts map[string]textDocumentItem) (gone []string) {
	start = min(max(start, 0), len(n.cells))
	count = min(max(count, 0), len(n.cells)-start)
	before := make(map[string]*cellDocument)
	for _, c := range n.cells {
		before[c.uri] = c
	}
	var added []*cellDocument
	for _, c := range cells {
		next := &cellDocument{uri: c.Document, kind: c.Kind}
		if item, ok := texts[c.Document]; ok {
			next.version, next.text = item.Version, item.Text
		} else if old := before[c.Document]; old != nil {
			next.version, next.text = old.version, old.text
		}
		added = append(added, next)
	}
	n.cells = slices.Replace(n.cells, start, start+count, added...)
	for _, c := range n.cells {
		delete(before, c.uri)
	}
	for uri := range before {
		gone = append(gone, uri)
	}
	slices.Sort(gone)
	return gone
}
