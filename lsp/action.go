package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
)

// outdated is the answer to a request about a text that has changed meanwhile.
func outdated() error {
	return &jsonrpc2.Error{Code: codeContentModified, Message: "the document has changed"}
}

// fresh is the outcome for the document of a request, which may be a cell.
func (s *server) fresh(ctx context.Context, uri string) (*document, *outcome, error) {
	d := s.docs.get(uri)
	if d == nil || !d.judged() {
		return nil, nil, nil
	}
	out, err := s.owner(d).fresh(ctx, d)
	if errors.Is(err, errOld) {
		return nil, nil, outdated()
	}
	return d, out, err
}

// codeActions are what can be done about the findings in a range.
func (s *server) codeActions(ctx context.Context, p *codeActionParams) (any, error) {
	actions := []codeAction{}
	d, out, err := s.fresh(ctx, p.TextDocument.URI)
	if err != nil || out == nil {
		return actions, err
	}
	if wants(p.Context.Only, kindQuickFix) {
		found := out.within(d, p.TextDocument.URI, p.Range)
		actions = append(actions, out.fixes(found)...)
		actions = append(actions, out.silencers(ctx, found)...)
	}
	if !out.mendable(d) || !wants(p.Context.Only, kindOwnAll) {
		return actions, nil
	}
	all := codeAction{Title: "Apply all safe fixes of neuronlint", Kind: kindOwnAll}
	switch resolves := s.capabilities().TextDocument.CodeAction.ResolveSupport; {
	case resolves != nil && slices.Contains(resolves.Properties, "edit"):
		if all.Data, err = json.Marshal(actionData{d.uri}); err != nil {
			return nil, fmt.Errorf("lsp: %w", err)
		}
	case len(p.Context.Only) == 0: // it costs a run that nobody has asked for
		return actions, nil
	default:
		if all.Edit, err = out.fixAll(ctx, d); err != nil {
			return nil, err
		}
	}
	return append(actions, all), nil
}

// wants reports whether a client that asks for some kinds takes one; without any, all.
func wants(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(asked string) bool {
		return asked == "" || kind == asked || strings.HasPrefix(kind, asked+".")
	})
}

// resolve completes the action that mends all.
func (s *server) resolve(ctx context.Context, a *codeAction) (any, error) {
	var data actionData
	if a.Kind != kindOwnAll {
		return a, nil
	}
	if err := json.Unmarshal(a.Data, &data); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the data of the action is not what was sent"}
	}
	d, out, err := s.fresh(ctx, data.URI)
	switch {
	case err != nil:
		return nil, err
	case out == nil:
		return nil, outdated()
	}
	a.Edit, err = out.fixAll(ctx, d)
	return a, err
}

// found is a finding with the form in which the editor knows it.
type found struct {
	*analyzer.Diagnostic

	shown diagnostic
}

// within are the findings of a document, or of one of its cells, that touch a range.
func (o *outcome) within(d *document, uri string, r textRange) []found {
	var list []found
	for _, finding := range o.findings(o.e.path(d)) {
		at, shown := o.diagnostic(finding)
		if at == uri && !before(shown.Range.End, r.Start) && !before(r.End, shown.Range.Start) {
			list = append(list, found{finding, shown})
		}
	}
	return list
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// fixes are the fixes of findings. A group is made as a whole, so it is offered once.
func (o *outcome) fixes(list []found) []codeAction {
	var actions []codeAction
	at := make(map[string]int)
	for _, f := range list {
		for i := range f.Fixes {
			fix := &f.Fixes[i]
			if fix.Safety < analyzer.Unsafe {
				continue
			}
			key := string(fix.Group) + "\x00" + fix.Title
			if fix.Group == "" {
				key = f.Fingerprint + "\x00" + fix.Title
			}
			if n, ok := at[key]; ok {
				actions[n].Diagnostics = append(actions[n].Diagnostics, f.shown)
				continue
			}
			edits := o.edits(fix)
			made, err := o.workspaceEdit(edits)
			if err != nil || len(edits) == 0 {
				continue
			}
			at[key] = len(actions)
			actions = append(actions, codeAction{
				Title: title(fix, edits), Kind: kindQuickFix, Diagnostics: []diagnostic{f.shown},
				IsPreferred: fix.Safety == analyzer.Safe, Edit: made,
			})
		}
	}
	return actions
}

// edits are all that a fix changes: with its group, and with the group that it builds on.
func (o *outcome) edits(fix *analyzer.Fix) []analyzer.Edit {
	edits := slices.Clone(fix.Edits)
	seen := map[analyzer.GroupID]bool{"": true}
	for _, id := range []analyzer.GroupID{fix.Group, fix.Follows} {
		for !seen[id] {
			seen[id] = true
			edits = append(edits, o.result.Edits(id)...)
			id = o.follows(id)
		}
	}
	return edits
}

// follows is the group that another one builds on; empty if it stands alone.
func (o *outcome) follows(id analyzer.GroupID) analyzer.GroupID {
	for i := range o.result.Diagnostics {
		for _, fix := range o.result.Diagnostics[i].Fixes {
			if fix.Group == id && fix.Follows != "" {
				return fix.Follows
			}
		}
	}
	return ""
}

// title says what a fix does, how far it reaches, and whether to look at what it did.
func title(fix *analyzer.Fix, edits []analyzer.Edit) string {
	files, places := make(map[string]bool), make(map[analyzer.Edit]bool)
	for _, e := range edits {
		files[e.Path], places[e] = true, true
	}
	text := strings.ToUpper(fix.Title[:1]) + fix.Title[1:]
	if strings.ContainsAny(fix.Title[:1], "`\"'") || fix.Title == "" {
		text = fix.Title
	}
	switch {
	case len(files) > 1:
		text += fmt.Sprintf(" (%d places in %d files)", len(places), len(files))
	case len(places) > 1:
		text += fmt.Sprintf(" (%d places)", len(places))
	}
	if fix.Safety == analyzer.Unsafe {
		text += ", to be reviewed"
		if fix.Doubt.Text != "" {
			text += ": " + fix.Doubt.Text
		}
	}
	return text
}

// silencers are the comments that silence findings.
func (o *outcome) silencers(ctx context.Context, list []found) []codeAction {
	var actions []codeAction
	for _, f := range list {
		file := o.file(f.Path)
		if file == nil {
			continue
		}
		e, ok := driver.Silence(ctx, file, o.opts.Limits, f.Diagnostic)
		if !ok {
			continue
		}
		made, err := o.workspaceEdit([]analyzer.Edit{e})
		if err != nil {
			continue
		}
		actions = append(actions, codeAction{
			Title: "Silence " + f.Code + " (" + f.Name + ") on this line", Kind: kindQuickFix,
			Diagnostics: []diagnostic{f.shown}, Edit: made,
		})
	}
	return actions
}

// mendable reports whether a document has a safe fix.
func (o *outcome) mendable(d *document) bool {
	return slices.ContainsFunc(o.findings(o.e.path(d)), func(f *analyzer.Diagnostic) bool {
		return slices.ContainsFunc(f.Fixes, func(fix analyzer.Fix) bool { return fix.Safety == analyzer.Safe })
	})
}

// fixAll is what fix would change in a document, with what goes together with it in other
// files.
func (o *outcome) fixAll(ctx context.Context, d *document) (*workspaceEdit, error) {
	opts := o.opts
	opts.Hasty, opts.Unsafe = false, false
	if opts.Cache != nil {
		o.e.running.Lock()
		defer o.e.running.Unlock()
	}
	fixed, err := driver.Fix(ctx, opts)
	if err != nil {
		return nil, fmt.Errorf("lsp: %w", err)
	}
	path, together := o.e.path(d), -1
	for _, c := range fixed.Changes {
		if c.Path == path {
			together = c.Together
		}
	}
	var all []change
	for _, c := range fixed.Changes {
		if c.Together != together {
			continue
		}
		open, file := o.docs[c.Path], o.file(c.Path)
		if file == nil || open != nil && !o.e.s.docs.is(open) {
			return nil, outdated()
		}
		changes, err := o.between(c.Path, open, file, c.New)
		if err != nil {
			return nil, err
		}
		all = append(all, changes...)
	}
	return o.e.s.workspaceEdit(all), nil
}
