// Package github reviews pull requests on GitHub: by its REST interface, and by GraphQL
// for what only that has, the state of threads and whose comments are ours.
package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/go-github/v93/github"

	"github.com/neuronlint/neuronlint/review/internal/forge"
	"github.com/neuronlint/neuronlint/review/internal/retry"
)

// perPage is the largest number of things on a page.
const perPage = 100

// Options say which pull request it is, and who asks.
type Options struct {
	API     string // address of the REST interface, with / at its end
	GraphQL string // address of GraphQL
	Owner   string
	Repo    string
	Number  int
	Token   string
	App     *App // in place of a token
}

// Hub is a pull request on GitHub.
type Hub struct {
	opts   Options
	client *github.Client
	retry  *retry.Transport
}

// New makes a client of GitHub.
func New(ctx context.Context, opts Options, transport *retry.Transport) (*Hub, error) {
	if opts.App != nil {
		var err error
		if opts.Token, err = opts.App.installed(ctx, &opts, transport); err != nil {
			return nil, err
		}
	}
	client, err := newClient(opts.API, transport, github.WithAuthToken(opts.Token))
	if err != nil {
		return nil, err
	}
	return &Hub{opts, client, transport}, nil
}

// newClient leaves waiting to the transport.
func newClient(api string, transport http.RoundTripper, more ...github.ClientOptionsFunc) (*github.Client, error) {
	client, err := github.NewClient(append(more,
		github.WithHTTPClient(&http.Client{Transport: transport}), github.WithURLs(&api, &api),
		github.WithDisableRateLimitCheck(), github.WithUserAgent("neuronlint-review"))...)
	if err != nil {
		return nil, fmt.Errorf("github: %w", err)
	}
	return client, nil
}

// Features are those of GitHub. A suggestion replaces the lines of its comment.
func (h *Hub) Features() forge.Features {
	return forge.Features{
		Name: "GitHub", What: "pull request", Limit: 65_536,
		Suggestion: func(int) string { return "suggestion" },
	}
}

// Change is the pull request with its files.
func (h *Hub) Change(ctx context.Context) (*forge.Change, error) {
	pr, _, err := h.client.PullRequests.Get(ctx, h.opts.Owner, h.opts.Repo, h.opts.Number)
	if err != nil {
		return nil, h.failed("reading the pull request", "pull-requests: read", err)
	}
	change := &forge.Change{Head: pr.GetHead().GetSHA(), Base: pr.GetBase().GetSHA(), Files: make(map[string]*forge.File)}
	if change.Head == "" || change.Base == "" {
		return nil, errors.New("github: the pull request names no commits")
	}
	web := strings.TrimSuffix(pr.GetHTMLURL(), fmt.Sprintf("/pull/%d", h.opts.Number))
	change.Link = func(path string, line int) string {
		return fmt.Sprintf("%s/blob/%s/%s#L%d", web, change.Head, (&url.URL{Path: path}).EscapedPath(), line)
	}
	for page := 1; page != 0; {
		files, answer, err := h.client.PullRequests.ListFiles(ctx, h.opts.Owner, h.opts.Repo, h.opts.Number, &github.ListOptions{Page: page, PerPage: perPage})
		if err != nil {
			return nil, h.failed("reading the files of the pull request", "pull-requests: read", err)
		}
		for _, f := range files {
			hunks, err := forge.Hunks(f.GetPatch())
			if err != nil {
				return nil, fmt.Errorf("github: %s: %w", f.GetFilename(), err)
			}
			change.Files[f.GetFilename()] = &forge.File{OldPath: f.GetPreviousFilename(), Hunks: hunks}
		}
		page = answer.NextPage
	}
	return change, nil
}

// Review posts one review. GitHub refuses a review as a whole if it does not like the
// place of one comment, without naming it; then each comment is posted alone.
func (h *Hub) Review(ctx context.Context, change *forge.Change, body string, comments []forge.Comment) ([]forge.Comment, error) {
	event := "COMMENT"
	request := &github.PullRequestReviewRequest{CommitID: &change.Head, Body: &body, Event: &event}
	for i := range comments {
		request.Comments = append(request.Comments, draft(&comments[i]))
	}
	_, _, err := h.client.PullRequests.CreateReview(ctx, h.opts.Owner, h.opts.Repo, h.opts.Number, request)
	if !isStatus(err, http.StatusUnprocessableEntity) {
		return nil, h.failed("posting a review", write, err)
	}
	var refused []forge.Comment
	for _, c := range comments {
		d := draft(&c)
		_, _, err := h.client.PullRequests.CreateComment(ctx, h.opts.Owner, h.opts.Repo, h.opts.Number, github.CreatePullRequestCommentRequest{
			CommitID: change.Head, Path: c.Path, Body: c.Body,
			Side: d.Side, Line: d.Line, StartSide: d.StartSide, StartLine: d.StartLine,
		})
		switch {
		case isStatus(err, http.StatusUnprocessableEntity):
			refused = append(refused, c)
		case err != nil:
			return refused, h.failed("posting a comment", write, err)
		}
	}
	return refused, nil
}

// write is the permission to write reviews and comments.
const write = "pull-requests: write"

func draft(c *forge.Comment) *github.DraftReviewComment {
	side := "RIGHT"
	d := &github.DraftReviewComment{Path: &c.Path, Body: &c.Body, Side: &side, Line: &c.Last}
	if c.First < c.Last {
		d.StartLine, d.StartSide = &c.First, &side
	}
	return d
}

// Summarize writes the summary as a comment of the conversation.
func (h *Hub) Summarize(ctx context.Context, old *forge.Summary, body string) error {
	if old == nil {
		_, _, err := h.client.Issues.CreateComment(ctx, h.opts.Owner, h.opts.Repo, h.opts.Number, github.IssueCommentRequest{Body: body})
		return h.failed("writing the summary", write, err)
	}
	id, err := number(old.ID)
	if err != nil {
		return err
	}
	_, _, err = h.client.Issues.UpdateComment(ctx, h.opts.Owner, h.opts.Repo, id, github.IssueCommentRequest{Body: body})
	return h.failed("updating the summary", write, err)
}
