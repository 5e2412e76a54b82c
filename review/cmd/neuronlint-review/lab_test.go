package main

import (
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
)

// lab is as much of GitLab as a review takes. No registry has GitLab's description of its
// interfaces, so that it holds requests against what docs.gitlab.com says of them, in the
// tables below: no parameter is taken that is not there.
type lab struct {
	t       *testing.T
	repo    *repo
	url     string
	perPage int

	mu          sync.Mutex
	deny        func(r *http.Request) (status int, body string)
	intercept   func(w http.ResponseWriter, r *http.Request, after func()) bool
	discussions []*discussion
	writes      []string
}

type discussion struct {
	id, noteID       int
	author, resolver int
	body             string
	individual       bool
	position         map[string]any
	resolved         bool
}

// us is the number of the token's user.
const us = 42

// labOperations are the operations of a review with their parameters, required ones with
// a star, from docs.gitlab.com/api: users, merge_requests, discussions and notes.
var labOperations = map[string][]string{
	`GET /api/v4/user`: {},
	`GET /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+`: {
		"render_html", "include_diverged_commits_count", "include_rebase_in_progress",
	},
	`GET /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/diffs`:       {"page", "per_page", "unidiff"},
	`GET /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/discussions`: {"page", "per_page"},
	`POST /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/discussions`: {
		"body*", "commit_id", "created_at", "position", "position.base_sha*", "position.head_sha*", "position.start_sha*",
		"position.new_path*", "position.old_path*", "position.position_type*", "position.new_line", "position.old_line",
	},
	`PUT /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/discussions/[0-9a-f]+`: {"resolved*"},
	`POST /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/notes`: {
		"body*", "created_at", "internal", "merge_request_diff_head_sha",
	},
	`PUT /api/v4/projects/(?:5|o%2Fr)/merge_requests/\d+/notes/\d+`: {"body*"},
}

func newLab(t *testing.T, repo *repo) *lab {
	t.Helper()
	l := &lab{t: t, repo: repo, perPage: 2}
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	l.url = server.URL
	return l
}

func (l *lab) variables() map[string]string {
	return map[string]string{
		"GITLAB_CI": "true", "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "1",
		"CI_API_V4_URL": l.url + "/api/v4", "GITLAB_TOKEN": "secret",
	}
}

func (l *lab) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.intercept != nil && l.intercept(w, r, func() { l.serve(httptest.NewRecorder(), r) }) {
		return
	}
	l.serve(w, r)
}

func (l *lab) serve(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Private-Token") != "secret" {
		answer(w, http.StatusUnauthorized, map[string]any{"message": "401 Unauthorized"})
		return
	}
	if l.deny != nil {
		if status, body := l.deny(r); status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
			return
		}
	}
	params, err := l.parameters(r)
	if err != nil {
		l.t.Errorf("%s %s: %v", r.Method, r.URL, err)
		answer(w, http.StatusBadRequest, map[string]any{"error": err.Error()})
		return
	}
	if body, _ := params["body"].(string); len(body) > 1_000_000 {
		answer(w, http.StatusBadRequest, map[string]any{"message": "400 Bad request - Note {:note=>[\"is too long\"]}"})
		return
	}
	if r.Method != http.MethodGet {
		l.writes = append(l.writes, r.Method+" "+r.URL.Path)
	}
	l.route(w, r, params)
}

// parameters are those of the query and of the body, each permitted, and all there that
// have to be.
func (l *lab) parameters(r *http.Request) (map[string]any, error) {
	for pattern, names := range labOperations {
		if !regexp.MustCompile("^" + pattern + "$").MatchString(r.Method + " " + r.URL.EscapedPath()) {
			continue
		}
		params := make(map[string]any)
		for name, values := range r.URL.Query() {
			params[name] = values[0]
		}
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if len(data) > 0 {
			if kind := r.Header.Get("Content-Type"); kind != "application/json" {
				return nil, errorf("content type %q", kind)
			}
			if err := json.Unmarshal(data, &params); err != nil {
				return nil, err
			}
		}
		return params, permitted(params, "", names)
	}
	return nil, errorf("there is no such operation")
}

func permitted(params map[string]any, prefix string, names []string) error {
	for name, value := range params {
		if !slices.Contains(names, prefix+name) && !slices.Contains(names, prefix+name+"*") {
			return errorf("the parameter %s%s is not known", prefix, name)
		}
		if inner, ok := value.(map[string]any); ok {
			if err := permitted(inner, prefix+name+".", names); err != nil {
				return err
			}
		}
	}
	for _, name := range names {
		if rest, ok := strings.CutPrefix(strings.TrimSuffix(name, "*"), prefix); ok && strings.HasSuffix(name, "*") && !strings.Contains(rest, ".") {
			if params[rest] == nil || params[rest] == "" {
				return errorf("the parameter %s is missing", name)
			}
		}
	}
	return nil
}

func (l *lab) route(w http.ResponseWriter, r *http.Request, params map[string]any) {
	path := r.URL.Path
	last := path[strings.LastIndex(path, "/")+1:]
	switch r.Method + " " + strings.TrimPrefix(path, "/api/v4/projects/5/merge_requests/1") {
	case "GET /api/v4/user":
		answer(w, 200, map[string]any{"id": us, "username": "us"})
		return
	case "GET ":
		answer(w, 200, map[string]any{
			"iid": 1, "web_url": "https://gitlab.com/o/r/-/merge_requests/1",
			"diff_refs": map[string]any{"base_sha": l.repo.base, "start_sha": l.repo.base, "head_sha": l.repo.head()},
		})
		return
	case "GET /diffs":
		var list []any
		for _, name := range l.repo.changed() {
			list = append(list, map[string]any{"old_path": name, "new_path": name, "diff": l.repo.patch(name) + "\n"})
		}
		l.page(w, r, list)
		return
	case "GET /discussions":
		var list []any
		for _, d := range l.discussions {
			list = append(list, d.value())
		}
		l.page(w, r, list)
		return
	case "POST /discussions":
		position, _ := params["position"].(map[string]any)
		if why := l.position(position); why != "" {
			answer(w, http.StatusBadRequest, map[string]any{"message": "400 Bad request - Note {:line_code=>[\"can't be blank\", \"" + why + "\"]}"})
			return
		}
		l.add(w, params, position, false)
		return
	case "POST /notes":
		l.add(w, params, nil, true)
		return
	}
	for _, d := range l.discussions {
		switch {
		case strings.Contains(path, "/discussions/") && last == fmt.Sprintf("%040x", d.id):
			d.resolved, d.resolver = fmt.Sprint(params["resolved"]) == "true", us
		case strings.Contains(path, "/notes/") && last == strconv.Itoa(d.noteID) && d.author == us:
			d.body = params["body"].(string)
			answer(w, 200, d.note())
			return
		default:
			continue
		}
		answer(w, 200, d.value())
		return
	}
	answer(w, http.StatusNotFound, map[string]any{"message": "404 Not found"})
}

// page is a page of fewer things than are asked for, as a server may have them.
func (l *lab) page(w http.ResponseWriter, r *http.Request, list []any) {
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	start, end := min((max(page, 1)-1)*l.perPage, len(list)), min(max(page, 1)*l.perPage, len(list))
	if end < len(list) {
		w.Header().Set("X-Next-Page", strconv.Itoa(page+1))
	}
	answer(w, 200, append([]any{}, list[start:end]...))
}

func (l *lab) add(w http.ResponseWriter, params, position map[string]any, individual bool) {
	n := len(l.discussions) + 1
	d := &discussion{id: n, noteID: 100 + n, author: us, body: params["body"].(string), individual: individual, position: position}
	l.discussions = append(l.discussions, d)
	if individual {
		answer(w, 201, d.note())
		return
	}
	answer(w, 201, d.value())
}

// position says why a place is none: an added line goes by its new number alone, an
// unchanged one by both.
func (l *lab) position(p map[string]any) string {
	if p["base_sha"] != l.repo.base || p["start_sha"] != l.repo.base || p["head_sha"] != l.repo.head() || p["position_type"] != "text" {
		return "is of another version"
	}
	name, _ := p["new_path"].(string)
	line, _ := p["new_line"].(float64)
	want, ok := l.repo.oldLine(name, int(line))
	old, _ := p["old_line"].(float64)
	if !ok || int(old) != want {
		return fmt.Sprintf("old line %v, want %d", p["old_line"], want)
	}
	return ""
}

func (d *discussion) note() map[string]any {
	note := map[string]any{
		"id": d.noteID, "body": d.body, "author": map[string]any{"id": d.author}, "resolvable": !d.individual, "resolved": d.resolved,
		"position": d.position,
	}
	if d.resolved {
		note["resolved_by"] = map[string]any{"id": d.resolver}
	}
	return note
}

func (d *discussion) value() map[string]any {
	return map[string]any{"id": fmt.Sprintf("%040x", d.id), "individual_note": d.individual, "notes": []any{d.note()}}
}

// TestLabIsStrict holds the server itself against bad requests.
func TestLabIsStrict(t *testing.T) {
	for body, ok := range map[string]bool{
		`{"body": "b"}`:                 true,
		`{}`:                            false,
		`{"body": "b", "text": "t"}`:    false,
		`{"body": "b", "position": {}}`: false,
	} {
		r := httptest.NewRequest("POST", "/api/v4/projects/5/merge_requests/1/discussions", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if _, err := (&lab{}).parameters(r); (err == nil) != ok {
			t.Errorf("%s: %v", body, err)
		}
	}
}
