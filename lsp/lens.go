package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// Program is what an assessment says of a program: how far it is from running on Neuron.
type Program struct {
	Verdict            string
	Reason             string // the first one; may be empty
	Safe, Unsafe, Hand int    // findings by the way in which they end
}

// title is a program in a few words.
func (p *Program) title() string {
	parts := []string{"Neuron: " + p.Verdict}
	var counts []string
	for _, c := range []struct {
		n    int
		what string
	}{{p.Safe, "by safe fixes"}, {p.Unsafe, "by fixes to review"}, {p.Hand, "by hand"}} {
		if c.n > 0 {
			counts = append(counts, strconv.Itoa(c.n)+" "+c.what)
		}
	}
	if len(counts) > 0 {
		parts = append(parts, strings.Join(counts, ", "))
	}
	if p.Reason != "" && p.Hand > 0 {
		parts = append(parts, p.Reason)
	}
	return strings.Join(parts, " · ")
}

// codeLenses are the place for the verdict of a program: the line where a file asks
// whether it is the main program. The verdict itself is asked for when the line is shown.
func (s *server) codeLenses(p *documentParams) any {
	lenses := []codeLens{}
	d := s.docs.get(p.TextDocument.URI)
	if d == nil || d.notebook != nil || !d.judged() || s.config.Assess == nil || s.owner(d).uri != "" {
		return lenses
	}
	if line, ok := mainLine(d.text); ok {
		start, end := position{Line: line}, position{Line: line, Character: len("if __name__")}
		lenses = append(lenses, codeLens{Range: textRange{start, end}, Data: &lensOrigin{d.uri}})
	}
	return lenses
}

// mainLine is the line of a file that asks whether it is the main program.
func mainLine(text string) (int, bool) {
	n := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "if") {
			switch test := strings.ReplaceAll(strings.Join(strings.Fields(line), ""), "'", `"`); {
			case strings.HasPrefix(test, `if__name__=="__main__"`), strings.HasPrefix(test, `if"__main__"==__name__`),
				strings.HasPrefix(test, `if(__name__=="__main__"`):
				return n, true
			}
		}
		n++
	}
	return 0, false
}

// resolveLens fills in the verdict. A file that is no program has none, and the editor
// shows no lens then.
func (s *server) resolveLens(ctx context.Context, lens *codeLens) (any, error) {
	if lens.Data == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the lens has no data"}
	}
	d := s.docs.get(lens.Data.URI)
	if d == nil {
		return lens, nil
	}
	e := s.owner(d)
	programs, err := e.programs(ctx)
	if err != nil {
		return nil, err
	}
	if p, ok := programs[e.path(d)]; ok {
		lens.Command = &command{Title: p.title()}
	}
	return lens, nil
}

// assessment is one run that judges all programs of a folder as its files lie on disk.
type assessment struct {
	of       int           // number of changes on disk before it began
	done     chan struct{} // closed at its end
	programs map[string]Program
	err      error
}

// programs are those of the folder. They are assessed when somebody asks for the first
// time after a file was saved, beside all else, and not for each keystroke; a request that
// is given up does not end that.
func (e *engine) programs(ctx context.Context) (map[string]Program, error) {
	e.mu.Lock()
	a := e.assessed
	if a == nil || a.of != e.saves && closed(a.done) {
		a = &assessment{of: e.saves, done: make(chan struct{})}
		e.assessed = a
		e.s.work.Go(func() { e.assess(a) })
	}
	e.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-a.done:
		return a.programs, a.err
	}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (e *engine) assess(a *assessment) {
	a.err = errors.New("the assessment failed; the log says more") // unless it comes to its end
	defer func() {
		close(a.done)
		e.mu.Lock()
		old := a.of != e.saves
		e.mu.Unlock()
		if old {
			e.s.refreshLenses()
		}
	}()
	e.s.mu.Lock()
	settings := e.s.settings
	e.s.mu.Unlock()
	e.s.protect("assessing "+e.dir, func() { a.programs, a.err = e.s.config.Assess(e.ctx, e.dir, settings) })
}

// changedOnDisk takes in that files were saved: verdicts are of before.
func (e *engine) changedOnDisk() {
	e.mu.Lock()
	e.saves++
	asked := e.assessed != nil
	e.mu.Unlock()
	if asked {
		e.s.work.Go(e.s.refreshLenses)
	}
}

// refreshLenses has the editor ask for lenses again, if it can.
func (s *server) refreshLenses() {
	if !s.capabilities().Workspace.CodeLens.RefreshSupport {
		return
	}
	if err := s.conn.Call(s.ctx, "workspace/codeLens/refresh", json.RawMessage("null"), nil); err != nil && s.ctx.Err() == nil {
		s.log.Printf("workspace/codeLens/refresh: %v", err)
	}
}
