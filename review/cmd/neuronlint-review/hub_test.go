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
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
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
