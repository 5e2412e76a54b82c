package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
)

func errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

// hub is as much of GitHub as a review takes. It holds every request against GitHub's
// own description of its interfaces.
type hub struct {
	t        *testing.T
	contract *contract
	repo     *repo
	url      string
	perPage  int

	mu        sync.Mutex
	token     string         // that is accepted
	readOnly  string         // message for all that writes
	canPush   bool           // and so may resolve threads
	app       *rsa.PublicKey // accepted in place of a token for the two requests of an app
	threads   []*hubThread
	comments  []*hubComment // of the conversation
	reviews   int
	requests  int
	writes    []string
	intercept func(w http.ResponseWriter, r *http.Request, after func()) bool
	refuse    func(path string, line int) bool // of lines of the difference, as GitHub may
}

type hubComment struct {
	id   int
	body string
	ours bool
}

type hubThread struct {
	hubComment
	path             string
	first, last      int
	resolved, folded bool
	resolvedBy       string
	side, startSide  string
}

func newHub(t *testing.T, repo *repo) *hub {
	t.Helper()
	h := &hub{t: t, contract: theContract(t), repo: repo, token: "secret", canPush: true, perPage: 2}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	h.url = server.URL
	return h
}

// variables are those of a workflow's job.
func (h *hub) variables() map[string]string {
	return map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "o/r", "GITHUB_REF": "refs/pull/1/merge",
		"GITHUB_API_URL": h.url, "GITHUB_TOKEN": "secret",
	}
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests++
	if h.intercept != nil && h.intercept(w, r, func() { h.serve(httptest.NewRecorder(), r) }) {
		return
	}
	h.serve(w, r)
}

func (h *hub) serve(w http.ResponseWriter, r *http.Request) {
	if !h.authorized(r) {
		answer(w, http.StatusUnauthorized, map[string]any{"message": "Bad credentials"})
		return
	}
	if r.URL.Path == "/graphql" {
		h.graphql(w, r)
		return
	}
	if err := h.contract.request(r); err != nil {
		h.t.Errorf("GitHub's description refuses %s %s: %v", r.Method, r.URL, err)
		answer(w, http.StatusBadRequest, map[string]any{"message": err.Error()})
		return
	}
	if r.Method != http.MethodGet && !strings.HasPrefix(r.URL.Path, "/app/") {
		if h.readOnly != "" {
			answer(w, http.StatusForbidden, map[string]any{"message": h.readOnly})
			return
		}
		h.writes = append(h.writes, r.Method+" "+r.URL.Path)
	}
	h.rest(w, r)
}

func (h *hub) authorized(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		token, _ = strings.CutPrefix(r.Header.Get("Authorization"), "token ")
	}
	if h.app != nil && (strings.HasPrefix(r.URL.Path, "/app/") || strings.HasSuffix(r.URL.Path, "/installation")) {
		return signed(token, h.app)
	}
	return token == h.token
}

// signed verifies a JSON web token.
func signed(token string, key *rsa.PublicKey) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return false
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	return err == nil && rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func (h *hub) rest(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Body     string
		CommitID string `json:"commit_id"`
		Comments []json.RawMessage
	}
	data, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(data, &body)
	if len(body.Body) > 65536 {
		answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "body is too long (maximum is 65536 characters)"})
		return
	}
	switch path := r.Method + " " + r.URL.Path; {
	case path == "GET /repos/o/r/pulls/1":
		answer(w, 200, map[string]any{
			"number": 1, "html_url": "https://github.com/o/r/pull/1",
			"head": map[string]any{"sha": h.repo.head()}, "base": map[string]any{"sha": h.repo.base},
		})
	case path == "GET /repos/o/r/pulls/1/files":
		h.files(w, r)
	case path == "POST /repos/o/r/pulls/1/reviews":
		if body.Body == "" {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "a comment needs a body"})
			return
		}
		h.post(w, body.CommitID, body.Comments...)
		h.reviews++
	case path == "POST /repos/o/r/pulls/1/comments":
		h.post(w, body.CommitID, data)
	case path == "POST /repos/o/r/issues/1/comments":
		h.comments = append(h.comments, &hubComment{len(h.comments) + 1000, body.Body, true})
		answer(w, 201, map[string]any{"id": len(h.comments) + 999})
	case strings.HasPrefix(path, "PATCH /repos/o/r/issues/comments/"):
		id, _ := strconv.Atoi(path[strings.LastIndex(path, "/")+1:])
		at := slices.IndexFunc(h.comments, func(c *hubComment) bool { return c.id == id })
		if at < 0 || !h.comments[at].ours {
			answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
			return
		}
		h.comments[at].body = body.Body
		answer(w, 200, map[string]any{"id": id})
	case path == "GET /repos/o/r/installation":
		answer(w, 200, map[string]any{"id": 7})
	case path == "POST /app/installations/7/access_tokens":
		answer(w, 201, map[string]any{"token": h.token, "expires_at": "2099-01-01T00:00:00Z"})
	default:
		answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
	}
}

// files are pages of fewer files than are asked for, as a server may have them.
func (h *hub) files(w http.ResponseWriter, r *http.Request) {
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	page = max(page, 1)
	var list []map[string]any
	for _, name := range h.repo.changed() {
		list = append(list, map[string]any{"filename": name, "status": "modified", "patch": h.repo.patch(name)})
	}
	start, end := min((page-1)*h.perPage, len(list)), min(page*h.perPage, len(list))
	if end < len(list) {
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?page=%d>; rel="next"`, h.url, r.URL.Path, page+1))
	}
	answer(w, 200, list[start:end])
}

// post takes all comments or none, as GitHub does: those on lines of the difference.
func (h *hub) post(w http.ResponseWriter, commit string, comments ...json.RawMessage) {
	var added []*hubThread
	for _, raw := range comments {
		var c struct {
			Path, Body, Side string
			Line             int
			StartLine        int    `json:"start_line"`
			StartSide        string `json:"start_side"`
		}
		_ = json.Unmarshal(raw, &c)
		first := c.Line
		if c.StartLine != 0 {
			first = c.StartLine
		}
		if commit != h.repo.head() || c.Side != "RIGHT" || first > c.Line || c.StartLine == c.Line ||
			!h.repo.inOneHunk(c.Path, first, c.Line) || h.refuse != nil && h.refuse(c.Path, c.Line) {
			answer(w, http.StatusUnprocessableEntity, map[string]any{
				"message": "Unprocessable Entity", "errors": []string{"Pull request review thread line must be part of the diff"},
			})
			return
		}
		if len(c.Body) > 65536 {
			answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "body is too long"})
			return
		}
		added = append(added, &hubThread{hubComment: hubComment{len(h.threads) + len(added) + 1, c.Body, true}, path: c.Path, first: first, last: c.Line})
	}
	h.threads = append(h.threads, added...)
	answer(w, 200, map[string]any{"id": 1})
}

// graphql answers a query with the fields that it asks for.
func (h *hub) graphql(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	op, variables, err := h.contract.query(data)
	if err != nil {
		h.t.Errorf("GitHub's schema refuses %s: %v", data, err)
		answer(w, 200, map[string]any{"errors": []any{map[string]any{"message": err.Error()}}})
		return
	}
	var root map[string]any
	if op.Operation == ast.Mutation {
		field := op.SelectionSet[0].(*ast.Field)
		if denied := h.mutate(field.Name, variables["id"].(string)); denied != "" {
			answer(w, 200, map[string]any{"data": map[string]any{field.Name: nil}, "errors": []any{map[string]any{"type": "FORBIDDEN", "message": denied}}})
			return
		}
		root = map[string]any{
			"resolveReviewThread": map[string]any{"thread": map[string]any{"isResolved": true}},
			"minimizeComment":     map[string]any{"minimizedComment": map[string]any{"isMinimized": true}},
		}
	} else {
		root = map[string]any{"repository": map[string]any{"pullRequest": h.pullRequest(variables)}}
	}
	answer(w, 200, map[string]any{"data": project(op.SelectionSet, root)})
}

func (h *hub) mutate(name, id string) (denied string) {
	if h.readOnly != "" {
		return h.readOnly
	}
	for _, t := range h.threads {
		switch {
		case name == "resolveReviewThread" && id == fmt.Sprint("T", t.id):
			if !h.canPush {
				return "Resource not accessible by integration"
			}
			t.resolved, t.resolvedBy = true, "us"
		case name == "minimizeComment" && id == fmt.Sprint("C", t.id):
			t.folded = true
		default:
			continue
		}
		h.writes = append(h.writes, name)
		return ""
	}
	return "no node " + id
}

func (h *hub) pullRequest(variables map[string]any) map[string]any {
	var threads, comments []any
	for _, t := range h.threads {
		login := map[bool]string{true: "us", false: "them"}[t.ours]
		var by any
		if t.resolved {
			by = map[string]any{"login": t.resolvedBy}
		}
		threads = append(threads, map[string]any{
			"id": fmt.Sprint("T", t.id), "isResolved": t.resolved, "path": t.path, "line": t.last, "viewerCanResolve": h.canPush, "resolvedBy": by,
			"comments": map[string]any{"nodes": []any{map[string]any{
				"id": fmt.Sprint("C", t.id), "body": t.body, "viewerDidAuthor": t.ours, "viewerCanMinimize": t.ours,
				"isMinimized": t.folded, "author": map[string]any{"login": login},
			}}},
		})
	}
	for _, c := range h.comments {
		comments = append(comments, map[string]any{"fullDatabaseId": strconv.Itoa(c.id), "body": c.body, "viewerDidAuthor": c.ours})
	}
	return map[string]any{"reviewThreads": h.connection(threads, variables), "comments": h.connection(comments, variables)}
}

func (h *hub) connection(nodes []any, variables map[string]any) map[string]any {
	start := 0
	if after, _ := variables["after"].(string); after != "" {
		start, _ = strconv.Atoi(after)
	}
	start = min(start, len(nodes)) // the cursor may be that of the other list
	end := min(start+h.perPage, len(nodes))
	return map[string]any{"nodes": nodes[start:end], "pageInfo": map[string]any{"hasNextPage": end < len(nodes), "endCursor": strconv.Itoa(end)}}
}

// project leaves of a value what a query asks for.
func project(set ast.SelectionSet, value any) any {
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, item := range v {
			list = append(list, project(set, item))
		}
		return list
	case map[string]any:
		if v == nil {
			return nil
		}
		out := make(map[string]any)
		for _, s := range set {
			field := s.(*ast.Field)
			if len(field.SelectionSet) == 0 {
				out[field.Alias] = v[field.Name]
			} else {
				out[field.Alias] = project(field.SelectionSet, v[field.Name])
			}
		}
		return out
	}
	return value
}

// suggestion is the block of a comment that a reviewer takes, by the rules of CommonMark
// for fences; -1 lines if there is none.
func suggestion(body string) (info, text string, ok bool) {
	m := regexp.MustCompile("(?m)^(`{3,})(suggestion[^\n]*)\n").FindStringSubmatchIndex(body)
	if m == nil {
		return "", "", false
	}
	fence, rest := body[m[2]:m[3]], body[m[1]:]
	end := regexp.MustCompile("(?m)^" + fence + "`*[ \t\r]*$").FindStringIndex(rest)
	if end == nil {
		return "", "", false
	}
	return body[m[4]:m[5]], rest[:end[0]], true
}
