// Package gitlab reviews merge requests on GitLab.
package gitlab

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	gitlab "gitlab.com/gitlab-org/api/client-go/v2"

	"github.com/neuronlint/neuronlint/review/internal/forge"
	"github.com/neuronlint/neuronlint/review/internal/retry"
)

// perPage is the largest number of things on a page.
const perPage = 100

// Options say which merge request it is, and who asks.
type Options struct {
	API     string // address of the REST interface, ending in /api/v4
	Project string // number or path
	Number  int64  // of the merge request within the project
	Token   string
}

// Lab is a merge request on GitLab.
type Lab struct {
	opts   Options
	client *gitlab.Client
}

// unlimited leaves waiting to the transport.
type unlimited struct{}

func (unlimited) Wait(context.Context) error { return nil }

// New makes a client of GitLab.
func New(opts Options, transport *retry.Transport) (*Lab, error) {
	client, err := gitlab.NewClient(opts.Token, gitlab.WithBaseURL(opts.API), gitlab.WithoutRetries(),
		gitlab.WithCustomLimiter(unlimited{}), gitlab.WithHTTPClient(&http.Client{Transport: transport}), gitlab.WithUserAgent("neuronlint-review"))
	if err != nil {
		return nil, fmt.Errorf("gitlab: %w", err)
	}
	return &Lab{opts, client}, nil
}

// Features are those of GitLab. A suggestion says how many lines above and below the line
// of its comment it replaces, at most a hundred of each.
func (l *Lab) Features() forge.Features {
	return forge.Features{
		Name: "GitLab", What: "merge request", Limit: 1_000_000, MaxLines: 100,
		Suggestion: func(lines int) string { return fmt.Sprintf("suggestion:-%d+0", lines-1) },
	}
}

// Change is the merge request with its files.
func (l *Lab) Change(ctx context.Context) (*forge.Change, error) {
	mr, _, err := l.client.MergeRequests.GetMergeRequest(l.opts.Project, l.opts.Number, nil, gitlab.WithContext(ctx))
	if err != nil {
		return nil, l.failed("reading the merge request", err)
	}
	refs := mr.DiffRefs
	if refs.HeadSha == "" || refs.BaseSha == "" {
		return nil, errors.New("gitlab: the merge request has no difference yet")
	}
	change := &forge.Change{Head: refs.HeadSha, Base: refs.BaseSha, Start: refs.StartSha, Files: make(map[string]*forge.File)}
	web, _, _ := strings.Cut(mr.WebURL, "/-/merge_requests/")
	change.Link = func(path string, line int) string {
		return fmt.Sprintf("%s/-/blob/%s/%s#L%d", web, change.Head, (&url.URL{Path: path}).EscapedPath(), line)
	}
	opts := &gitlab.ListMergeRequestDiffsOptions{ListOptions: gitlab.ListOptions{Page: 1, PerPage: perPage}}
	for opts.Page != 0 {
		diffs, answer, err := l.client.MergeRequests.ListMergeRequestDiffs(l.opts.Project, l.opts.Number, opts, gitlab.WithContext(ctx))
		if err != nil {
			return nil, l.failed("reading the differences of the merge request", err)
		}
		for _, d := range diffs {
			hunks, err := forge.Hunks(d.Diff)
			if err != nil {
				return nil, fmt.Errorf("gitlab: %s: %w", d.NewPath, err)
			}
			change.Files[d.NewPath] = &forge.File{OldPath: d.OldPath, Hunks: hunks}
		}
		opts.Page = answer.NextPage
	}
	return change, nil
}

// Posted are the threads and the summary that we have begun.
func (l *Lab) Posted(ctx context.Context, mark forge.Mark) (*forge.Posted, error) {
	me, _, err := l.client.Users.CurrentUser(gitlab.WithContext(ctx))
	if err != nil {
		return nil, l.failed("asking who we are", err)
	}
	posted := &forge.Posted{}
	opts := &gitlab.ListMergeRequestDiscussionsOptions{ListOptions: gitlab.ListOptions{Page: 1, PerPage: perPage}}
	for opts.Page != 0 {
		list, answer, err := l.client.Discussions.ListMergeRequestDiscussions(l.opts.Project, l.opts.Number, opts, gitlab.WithContext(ctx))
		if err != nil {
			return nil, l.failed("reading the discussions", err)
		}
		for _, d := range list {
			if len(d.Notes) > 0 && d.Notes[0].Author.ID == me.ID {
				note(posted, d.ID, d.Notes[0], mark)
			}
		}
		opts.Page = answer.NextPage
	}
	return posted, nil
}

// note adds a first note of ours to what is posted.
func note(posted *forge.Posted, discussion string, first *gitlab.Note, mark forge.Mark) {
	if key, suggestion, ok := mark.Comment(first.Body); ok {
		t := forge.Thread{
			ID: discussion, Key: key, Suggestion: suggestion, Open: !first.Resolved,
			ByPerson: first.Resolved && first.ResolvedBy.ID != first.Author.ID, CanResolve: true,
		}
		if p := first.Position; p != nil {
			t.Place = fmt.Sprintf("%s:%d", p.NewPath, p.NewLine)
		}
		posted.Threads = append(posted.Threads, t)
	}
	if posted.Summary == nil && mark.Summary(first.Body) {
		posted.Summary = &forge.Summary{ID: strconv.FormatInt(first.ID, 10), Body: first.Body}
	}
}

// Review begins a discussion for each comment: GitLab has no reviews of several in one
// request.
func (l *Lab) Review(ctx context.Context, change *forge.Change, _ string, comments []forge.Comment) ([]forge.Comment, error) {
	var refused []forge.Comment
	for i := range comments {
		c := &comments[i]
		_, _, err := l.client.Discussions.CreateMergeRequestDiscussion(l.opts.Project, l.opts.Number,
			&gitlab.CreateMergeRequestDiscussionOptions{Body: &c.Body, Position: position(change, c)}, gitlab.WithContext(ctx))
		switch {
		case isPlace(err):
			refused = append(refused, *c)
		case err != nil:
			return refused, l.failed("posting a comment", err)
		}
	}
	return refused, nil
}

// position names a line as GitLab does: one that was added by its new number, one that was
// there by both.
func position(change *forge.Change, c *forge.Comment) *gitlab.PositionOptions {
	kind, old, line := "text", c.OldPath, int64(c.Last)
	if old == "" {
		old = c.Path
	}
	p := &gitlab.PositionOptions{
		BaseSHA: &change.Base, StartSHA: &change.Start, HeadSHA: &change.Head,
		PositionType: &kind, NewPath: &c.Path, OldPath: &old, NewLine: &line,
	}
	if c.OldLine > 0 {
		was := int64(c.OldLine)
		p.OldLine = &was
	}
	return p
}

// isPlace reports whether a comment was refused because of its line.
func isPlace(err error) bool {
	var answer *gitlab.ErrorResponse
	return errors.As(err, &answer) && answer.StatusCode == http.StatusBadRequest &&
		(strings.Contains(answer.Message, "line_code") || strings.Contains(answer.Message, "position"))
}

// Resolve resolves a discussion.
func (l *Lab) Resolve(ctx context.Context, t forge.Thread) error {
	yes := true
	_, _, err := l.client.Discussions.ResolveMergeRequestDiscussion(l.opts.Project, l.opts.Number, t.ID,
		&gitlab.ResolveMergeRequestDiscussionOptions{Resolved: &yes}, gitlab.WithContext(ctx))
	return l.failed("resolving a discussion", err)
}

// Summarize writes the summary as a note.
func (l *Lab) Summarize(ctx context.Context, old *forge.Summary, body string) error {
	if old == nil {
		_, _, err := l.client.Notes.CreateMergeRequestNote(l.opts.Project, l.opts.Number,
			&gitlab.CreateMergeRequestNoteOptions{Body: &body}, gitlab.WithContext(ctx))
		return l.failed("writing the summary", err)
	}
	id, err := strconv.ParseInt(old.ID, 10, 64)
	if err != nil {
		return fmt.Errorf("gitlab: the note has the number %q", old.ID)
	}
	_, _, err = l.client.Notes.UpdateMergeRequestNote(l.opts.Project, l.opts.Number, id,
		&gitlab.UpdateMergeRequestNoteOptions{Body: &body}, gitlab.WithContext(ctx))
	return l.failed("updating the summary", err)
}

// failed explains an error.
func (l *Lab) failed(did string, err error) error {
	if err == nil {
		return nil
	}
	denied := func(needs string) error { return &forge.DeniedError{Did: did, Needs: needs, Err: err} }
	var answer *gitlab.ErrorResponse
	status := 0
	if errors.As(err, &answer) {
		status = answer.StatusCode
	}
	if errors.Is(err, gitlab.ErrNotFound) {
		status = http.StatusNotFound
	}
	switch {
	case status == http.StatusUnauthorized:
		return denied("GitLab does not know the token. The token of a job (CI_JOB_TOKEN) may not write comments: it takes one of a project, a group or a person, with the scope \"api\"")
	case status == http.StatusForbidden && strings.Contains(answer.Message, "insufficient_scope"):
		return denied("the token needs the scope \"api\"")
	case status == http.StatusForbidden:
		return denied("the token needs the scope \"api\" and a role in the project that may comment and resolve threads")
	case status == http.StatusNotFound:
		return denied(fmt.Sprintf("GitLab has no merge request %d in the project %s for this token", l.opts.Number, l.opts.Project))
	}
	return fmt.Errorf("%s: %w", did, err)
}
