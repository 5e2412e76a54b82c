package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/neuronlint/neuronlint/review/internal/forge"
	"github.com/neuronlint/neuronlint/review/internal/retry"
)

// The queries ask who wrote a comment by viewerDidAuthor, which holds for tokens of
// workflows and apps too: these may not ask for their own user.
const (
	threadsQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved path line viewerCanResolve
          resolvedBy { login }
          comments(first: 1) {
            nodes { id body viewerDidAuthor viewerCanMinimize isMinimized author { login } }
          }
        }
      }
    }
  }
}`
	commentsQuery = `query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      comments(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { fullDatabaseId body viewerDidAuthor }
      }
    }
  }
}`
	resolveMutation = `mutation($id: ID!) {
  resolveReviewThread(input: {threadId: $id}) { thread { isResolved } }
}`
	hideMutation = `mutation($id: ID!) {
  minimizeComment(input: {subjectId: $id, classifier: RESOLVED}) { minimizedComment { isMinimized } }
}`
)

type page struct {
	HasNextPage bool
	EndCursor   string
}

type login struct{ Login string }

type thread struct {
	ID               string
	IsResolved       bool
	Path             string
	Line             int
	ViewerCanResolve bool
	ResolvedBy       *login
	Comments         struct {
		Nodes []struct {
			ID, Body                                        string
			ViewerDidAuthor, ViewerCanMinimize, IsMinimized bool
			Author                                          *login
		}
	}
}

// Posted are the threads and the summary that we have begun.
func (h *Hub) Posted(ctx context.Context, mark forge.Mark) (*forge.Posted, error) {
	posted := &forge.Posted{}
	err := h.pages(ctx, threadsQuery, func(p *pullRequest) page {
		for i := range p.ReviewThreads.Nodes {
			if t, ok := ours(&p.ReviewThreads.Nodes[i], mark); ok {
				posted.Threads = append(posted.Threads, t)
			}
		}
		return p.ReviewThreads.PageInfo
	})
	if err != nil {
		return nil, h.failed("reading the review threads", "pull-requests: read", err)
	}
	err = h.pages(ctx, commentsQuery, func(p *pullRequest) page {
		for _, c := range p.Comments.Nodes {
			if posted.Summary == nil && c.ViewerDidAuthor && mark.Summary(c.Body) {
				posted.Summary = &forge.Summary{ID: c.FullDatabaseID, Body: c.Body}
			}
		}
		return p.Comments.PageInfo
	})
	if err != nil {
		return nil, h.failed("reading the comments", "pull-requests: read", err)
	}
	return posted, nil
}

// ours is a thread that begins with a comment of ours.
func ours(t *thread, mark forge.Mark) (forge.Thread, bool) {
	if len(t.Comments.Nodes) == 0 || !t.Comments.Nodes[0].ViewerDidAuthor {
		return forge.Thread{}, false
	}
	first := t.Comments.Nodes[0]
	key, suggestion, ok := mark.Comment(first.Body)
	if !ok {
		return forge.Thread{}, false
	}
	// A resolver without a name is an app, as we may be.
	byUs := t.ResolvedBy == nil || first.Author != nil &&
		strings.TrimSuffix(t.ResolvedBy.Login, "[bot]") == strings.TrimSuffix(first.Author.Login, "[bot]")
	return forge.Thread{
		ID: t.ID, CommentID: first.ID, Key: key, Suggestion: suggestion,
		Open:     !t.IsResolved && !first.IsMinimized,
		ByPerson: t.IsResolved && !byUs, CanResolve: t.ViewerCanResolve, CanHide: first.ViewerCanMinimize,
		Place: fmt.Sprintf("%s:%d", t.Path, t.Line),
	}, true
}

type pullRequest struct {
	ReviewThreads struct {
		PageInfo page
		Nodes    []thread
	}
	Comments struct {
		PageInfo page
		Nodes    []struct {
			FullDatabaseID  string
			Body            string
			ViewerDidAuthor bool
		}
	}
}

// pages makes a query for each page; read takes one and says where it ends.
func (h *Hub) pages(ctx context.Context, query string, read func(*pullRequest) page) error {
	var after *string
	for {
		var data struct {
			Repository struct{ PullRequest *pullRequest }
		}
		variables := map[string]any{"owner": h.opts.Owner, "name": h.opts.Repo, "number": h.opts.Number, "after": after}
		if err := h.ask(ctx, query, variables, &data); err != nil {
			return err
		}
		if data.Repository.PullRequest == nil {
			return errors.New("github: there is no such pull request")
		}
		at := read(data.Repository.PullRequest)
		if !at.HasNextPage {
			return nil
		}
		after = &at.EndCursor
	}
}

// Resolve resolves a thread. That takes the right to push, or to have opened the pull
// request; where we have neither, the comment is folded, which its author may do.
func (h *Hub) Resolve(ctx context.Context, t forge.Thread) error {
	var done any
	if t.CanResolve {
		err := h.ask(ctx, resolveMutation, map[string]any{"id": t.ID}, &done)
		if !isForbidden(err) || !t.CanHide {
			return h.failed("resolving a thread", "contents: write", err)
		}
	}
	if !t.CanHide {
		return &forge.DeniedError{Did: "resolving a thread", Needs: "contents: write", Err: errors.New(t.Place)}
	}
	return h.failed("folding a comment", write, h.ask(ctx, hideMutation, map[string]any{"id": t.CommentID}, &done))
}

// graphError is an error of GraphQL, which comes with the status 200.
type graphError struct {
	Type    string
	Message string
}

func (e *graphError) Error() string { return "github: " + e.Message }

// asks is how often a query is made that is refused for its number.
const asks = 3

// ask makes one query or mutation. All of ours may be made twice.
func (h *Hub) ask(ctx context.Context, query string, variables map[string]any, data any) error {
	for attempt := 1; ; attempt++ {
		request, err := h.client.NewRequest(retry.Repeatable(ctx), http.MethodPost, h.opts.GraphQL, map[string]any{"query": query, "variables": variables})
		if err != nil {
			return fmt.Errorf("github: %w", err)
		}
		result := struct {
			Data   any
			Errors []graphError
		}{Data: data}
		answer, err := h.client.Do(request, &result)
		if err != nil {
			return fmt.Errorf("github: %w", err)
		}
		if len(result.Errors) == 0 {
			return nil
		}
		if result.Errors[0].Type != "RATE_LIMITED" || attempt == asks {
			return &result.Errors[0]
		}
		if err := h.retry.Pause(ctx, "GraphQL is limited", h.retry.Until(answer.Header)); err != nil {
			return fmt.Errorf("github: %w", err)
		}
	}
}

func number(id string) (int64, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("github: the comment has the number %q", id)
	}
	return n, nil
}
