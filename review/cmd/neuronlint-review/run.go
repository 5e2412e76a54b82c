package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/neuronlint/neuronlint/review/internal/check"
	"github.com/neuronlint/neuronlint/review/internal/checkout"
	"github.com/neuronlint/neuronlint/review/internal/forge"
	"github.com/neuronlint/neuronlint/review/internal/github"
	"github.com/neuronlint/neuronlint/review/internal/gitlab"
	"github.com/neuronlint/neuronlint/review/internal/plan"
	"github.com/neuronlint/neuronlint/review/internal/retry"
	"github.com/neuronlint/neuronlint/review/internal/say"
)

const (
	failed  = 2 // exit status of an error
	rounds  = 3 // attempts to bring a review up to date, where answers are lost
	answers = 30 * time.Second
)

// run is the program; it returns its exit status.
func run(ctx context.Context, args []string, env environment) int {
	s, err := parse(args, env)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return 0
	case err == nil && s.version:
		env.print("neuronlint-review %s\n", version())
		return 0
	}
	r := &reviewer{settings: s, env: env}
	status := failed
	if err == nil {
		status, err = r.review(ctx)
	}
	if err != nil {
		r.say("%v", err)
		return failed
	}
	return status
}

// reviewer is one run.
type reviewer struct {
	*settings
	env     environment
	place   forge.Forge
	change  *forge.Change
	tree    *checkout.Tree
	report  *check.Report
	refused map[string]bool
}

func (r *reviewer) say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.env.log, "neuronlint-review: "+format+"\n", args...) // there is nowhere else to say it
}

// review checks the change and brings its review up to date.
func (r *reviewer) review(ctx context.Context) (status int, err error) {
	if r.place, err = r.connect(ctx); err != nil {
		return 0, err
	}
	if r.change, err = r.place.Change(ctx); err != nil {
		return 0, err //nolint:wrapcheck // a sentence for the user
	}
	if r.tree, err = checkout.Open(ctx, "."); err != nil {
		return 0, fmt.Errorf("the working directory is no checkout: %w", err)
	}
	if !r.tree.Has(ctx, r.change.Head) {
		r.say("this checkout lacks the commit %s that is reviewed now: the %s has moved on, and the run for that commit reviews it", r.change.Head, r.place.Features().What)
		return 0, nil
	}
	if status, err = r.check(ctx); err != nil {
		return 0, err
	}
	r.report.Below(r.tree.Prefix)
	return status, r.update(ctx)
}

func (r *reviewer) connect(ctx context.Context) (forge.Forge, error) {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.ResponseHeaderTimeout = answers
	transport := retry.New(base, r.wait, func(line string) { r.say("%s", line) })
	if r.forge == "gitlab" {
		lab, err := gitlab.New(gitlab.Options{API: r.api, Project: r.repository, Number: int64(r.number), Token: r.token}, transport)
		return lab, err //nolint:wrapcheck // a sentence for the user
	}
	owner, name, _ := strings.Cut(r.repository, "/")
	opts := github.Options{API: r.api, GraphQL: r.graphQL, Owner: owner, Repo: name, Number: r.number, Token: r.token}
	if r.appID != 0 {
		key, err := r.key(r.env)
		if err != nil {
			return nil, err
		}
		opts.App = &github.App{ID: r.appID, Key: key}
	}
	hub, err := github.New(ctx, opts, transport)
	return hub, err //nolint:wrapcheck // a sentence for the user
}

// check runs neuronlint, or reads what it has written.
func (r *reviewer) check(ctx context.Context) (status int, err error) {
	if r.settings.report != "" {
		file, err := os.Open(r.settings.report)
		if err != nil {
			return 0, fmt.Errorf("--report: %w", err)
		}
		defer file.Close() //nolint:errcheck // it was read
		r.report, err = check.Read(file)
		return 0, err //nolint:wrapcheck // a sentence for the user
	}
	r.report, status, err = check.Run(ctx, r.program, either(r.since, r.change.Base), r.settings.check, r.paths)
	return status, err //nolint:wrapcheck // a sentence for the user
}

// update posts, resolves and summarizes. Where it is not sure what was written, it looks
// again; nothing is written twice.
func (r *reviewer) update(ctx context.Context) error {
	r.refused = make(map[string]bool)
	for round := 1; ; round++ {
		posted, err := r.place.Posted(ctx, r.mark)
		p := r.plan(ctx, posted)
		if err == nil && r.dry {
			r.print(p, posted)
			return nil
		}
		if err == nil {
			err = r.apply(ctx, p, posted)
		}
		var denied *forge.DeniedError
		switch {
		case err == nil:
			return nil
		case errors.Is(err, forge.ErrUnsure) && round < rounds:
			r.say("%v; looking at what is there", err)
		case errors.As(err, &denied), errors.Is(err, forge.ErrLimited):
			r.fall(ctx, err)
			return nil
		default:
			return err
		}
	}
}

func (r *reviewer) plan(ctx context.Context, posted *forge.Posted) *plan.Plan {
	if posted == nil {
		posted = &forge.Posted{}
	}
	same := make(map[string]bool)
	return plan.Make(&plan.Input{
		Report: r.report, Change: r.change, Posted: posted, Features: r.place.Features(), Mark: r.mark,
		Most: r.most, Least: r.least, Refused: r.refused,
		Same: func(path string) bool {
			is, known := same[path]
			if !known {
				is = r.tree.Same(ctx, r.change.Head, path)
				same[path] = is
			}
			return is
		},
	})
}

// apply does what is planned.
func (r *reviewer) apply(ctx context.Context, p *plan.Plan, posted *forge.Posted) error {
	if len(p.New) > 0 {
		refused, err := r.place.Review(ctx, r.change, say.Review(len(p.New), p.Suggestions()), p.Comments())
		if err != nil {
			return err //nolint:wrapcheck // a sentence for the user
		}
		if n := p.Refuse(refused, r.refused); n > 0 {
			return fmt.Errorf("%w: %s refuses %d comments for their lines, and the summary gets them", forge.ErrUnsure, r.place.Features().Name, n)
		}
	}
	resolved, err := r.resolve(ctx, p.Gone)
	if err != nil {
		return err
	}
	summary, err := r.summarize(ctx, p, posted)
	if err != nil {
		return err
	}
	r.say("%d comments posted, %d there already, %d resolved; summary %s", len(p.New), p.Kept, resolved, summary)
	return nil
}

// resolve resolves threads. What is not permitted is said and left: the comments hold.
func (r *reviewer) resolve(ctx context.Context, gone []forge.Thread) (resolved int, err error) {
	var denied *forge.DeniedError
	for _, t := range gone {
		err := r.place.Resolve(ctx, t)
		switch {
		case errors.As(err, &denied):
			r.say("%s: %v", t.Place, err)
		case err != nil:
			return resolved, err //nolint:wrapcheck // a sentence for the user
		default:
			resolved++
		}
	}
	return resolved, nil
}

// summarize writes the summary if there is something new in it. Where nothing was ever
// found there is none.
func (r *reviewer) summarize(ctx context.Context, p *plan.Plan, posted *forge.Posted) (what string, err error) {
	body := r.mark.SummaryText(&p.Summary, r.place.Features())
	old := posted.Summary
	switch {
	case old == nil && len(p.Summary.Found) == 0:
		return "not needed", nil
	case old != nil && same(old.Body, body):
		return "unchanged", nil
	}
	if err := r.place.Summarize(ctx, old, body); err != nil {
		return "", err //nolint:wrapcheck // a sentence for the user
	}
	if old == nil {
		return "written", nil
	}
	return "updated", nil
}

// same compares texts as servers keep them, which may change line ends and trim.
func same(a, b string) bool {
	return strings.TrimSpace(strings.ReplaceAll(a, "\r\n", "\n")) == strings.TrimSpace(b)
}

// fall says what kept the review from being written, and puts its summary into the log.
func (r *reviewer) fall(ctx context.Context, why error) {
	r.say("%v", why)
	p := r.plan(ctx, nil)
	p.Summary.Comments, p.Summary.Suggest = 0, 0
	p.Summary.Parts = []say.Part{{Title: "Found", Findings: p.Summary.Found}}
	text := p.Summary.Plain(r.place.Features())
	r.env.print("%s\n", text)
	if name := r.env.getenv("GITHUB_STEP_SUMMARY"); name != "" {
		if err := add(name, text); err != nil {
			r.say("%v", err)
		}
	}
}

func add(name, text string) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("summary of the step: %w", err)
	}
	_, err = file.WriteString(text + "\n")
	return errors.Join(err, file.Close())
}

// print says what would be written.
func (r *reviewer) print(p *plan.Plan, posted *forge.Posted) {
	for _, n := range p.New {
		c := n.Comment
		r.env.print("-- would comment on %s:%d-%d\n%s\n", c.Path, c.First, c.Last, c.Body)
	}
	for _, t := range p.Gone {
		r.env.print("-- would resolve %s\n", t.Place)
	}
	if body := r.mark.SummaryText(&p.Summary, r.place.Features()); len(p.Summary.Found) > 0 || posted.Summary != nil {
		r.env.print("-- summary\n%s", body)
	}
	r.say("nothing was written: %d comments would be new, %d are there, %d would be resolved", len(p.New), p.Kept, len(p.Gone))
}
