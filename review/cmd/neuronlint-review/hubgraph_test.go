package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

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
