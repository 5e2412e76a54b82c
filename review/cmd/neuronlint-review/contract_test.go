package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator"
)

// operations are the paths of GitHub's REST interface that a review takes. The whole
// description has eight hundred.
var operations = []string{
	"/repos/{owner}/{repo}/pulls/{pull_number}",
	"/repos/{owner}/{repo}/pulls/{pull_number}/files",
	"/repos/{owner}/{repo}/pulls/{pull_number}/reviews",
	"/repos/{owner}/{repo}/pulls/{pull_number}/comments",
	"/repos/{owner}/{repo}/issues/{issue_number}/comments",
	"/repos/{owner}/{repo}/issues/comments/{comment_id}",
	"/repos/{owner}/{repo}/installation",
	"/app/installations/{installation_id}/access_tokens",
}

// contract is what GitHub says of its interfaces: its OpenAPI description and its GraphQL
// schema, as @octokit/openapi and @octokit/graphql-schema have them.
type contract struct {
	rest  *openapi3.T
	graph *ast.Schema
}

var readContract = sync.OnceValues(func() (*contract, error) {
	folder := os.Getenv("NEURONLINT_OCTOKIT")
	data, err := os.ReadFile(filepath.Join(folder, "openapi/generated/api.github.com.json"))
	if err != nil {
		return nil, err
	}
	if data, err = pruned(data); err != nil {
		return nil, err
	}
	rest, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return nil, err
	}
	for _, item := range rest.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody != nil {
				strict(op.RequestBody.Value.Content.Get("application/json").Schema.Value)
			}
		}
	}
	schema, err := os.ReadFile(filepath.Join(folder, "graphql-schema/schema.graphql"))
	if err != nil {
		return nil, err
	}
	graph, err := graphSchema(string(schema))
	if err != nil {
		return nil, err
	}
	return &contract{rest, graph}, nil
})

// graphSchema reads the schema. GitHub's has a field twice in some types.
func graphSchema(text string) (*ast.Schema, error) {
	doc, err := parser.ParseSchemas(validator.Prelude, &ast.Source{Name: "schema.graphql", Input: text})
	if err != nil {
		return nil, err
	}
	for _, d := range doc.Definitions {
		seen := make(map[string]bool)
		d.Fields = slices.DeleteFunc(d.Fields, func(f *ast.FieldDefinition) bool {
			twice := seen[f.Name]
			seen[f.Name] = true
			return twice
		})
	}
	return validator.ValidateSchemaDocument(doc)
}

// pruned leaves the operations above.
func pruned(data []byte) ([]byte, error) {
	var doc, paths map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(doc["paths"], &paths); err != nil {
		return nil, err
	}
	keep := make(map[string]json.RawMessage)
	for _, path := range operations {
		keep[path] = paths[path]
	}
	var err error
	if doc["paths"], err = json.Marshal(keep); err != nil {
		return nil, err
	}
	delete(doc, "x-webhooks")
	return json.Marshal(doc)
}

// strict lets objects have the properties that are described, and no others.
func strict(s *openapi3.Schema) {
	no := false
	if len(s.Properties) > 0 {
		s.AdditionalProperties = openapi3.BoolSchema{Has: &no}
	}
	for _, p := range s.Properties {
		strict(p.Value)
	}
	if s.Items != nil {
		strict(s.Items.Value)
	}
}

// theContract is GitHub's description of its interfaces. It is 13 MB and no part of this
// repository; .ci/reviews downloads it, and fails where tests were skipped for it.
func theContract(t *testing.T) *contract {
	t.Helper()
	if os.Getenv("NEURONLINT_OCTOKIT") == "" {
		t.Skip("GitHub's description of its interfaces is not here: bash .ci/reviews downloads it and runs this test")
	}
	c, err := readContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// request checks a request against the description. It returns what is wrong with it.
func (c *contract) request(r *http.Request) error {
	for _, path := range operations {
		params, ok := matches(path, r.URL.Path)
		item := c.rest.Paths.Value(path)
		if !ok || item.GetOperation(r.Method) == nil {
			continue
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		err = openapi3filter.ValidateRequest(context.Background(), &openapi3filter.RequestValidationInput{
			Request: r, PathParams: params,
			Route:   &routers.Route{Spec: c.rest, Path: path, PathItem: item, Method: r.Method, Operation: item.GetOperation(r.Method)},
			Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, MultiError: true},
		})
		r.Body = io.NopCloser(bytes.NewReader(body))
		return err
	}
	return errorf("the description has no %s %s", r.Method, r.URL.Path)
}

// matches takes the parameters out of a path.
func matches(template, path string) (map[string]string, bool) {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	params := make(map[string]string)
	for i := range want {
		if strings.HasPrefix(want[i], "{") {
			params[strings.Trim(want[i], "{}")] = got[i]
		} else if want[i] != got[i] {
			return nil, false
		}
	}
	return params, true
}

// query checks a query against the schema and returns its operation with its variables.
func (c *contract) query(body []byte) (*ast.OperationDefinition, map[string]any, error) {
	var asked struct {
		Query     string
		Variables map[string]any
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&asked); err != nil {
		return nil, nil, err
	}
	doc, err := parser.ParseQuery(&ast.Source{Input: asked.Query})
	if err != nil {
		return nil, nil, err
	}
	if errs := validator.ValidateWithRules(c.graph, doc, nil); len(errs) > 0 {
		return nil, nil, errs
	}
	op := doc.Operations[0]
	variables, err := validator.VariableValues(c.graph, op, asked.Variables)
	return op, variables, err
}

// The contract itself refuses what GitHub would.
func TestContract(t *testing.T) {
	c := theContract(t)
	for _, tt := range []struct {
		method, path, body string
		ok                 bool
	}{
		{"POST", "/repos/o/r/pulls/1/reviews", `{"event": "COMMENT", "body": "b", "comments": [{"path": "a", "body": "b", "line": 1, "side": "RIGHT"}]}`, true},
		{"POST", "/repos/o/r/pulls/1/reviews", `{"event": "NOTE"}`, false},
		{"POST", "/repos/o/r/pulls/1/reviews", `{"event": "COMMENT", "comments": [{"path": "a", "body": "b", "lines": 1}]}`, false},
		{"POST", "/repos/o/r/pulls/1/reviews", `{"event": "COMMENT", "comments": [{"body": "b"}]}`, false},
		{"POST", "/repos/o/r/issues/1/comments", `{}`, false},
		{"POST", "/repos/o/r/issues/comments/1", `{"body": "b"}`, false},
		{"GET", "/repos/o/r/pulls/one/files", ``, false},
	} {
		r, err := http.NewRequest(tt.method, "http://localhost"+tt.path, strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		if err := c.request(r); (err == nil) != tt.ok {
			t.Errorf("%s %s %s: %v", tt.method, tt.path, tt.body, err)
		}
	}
	for body, ok := range map[string]bool{
		`{"query": "query($o: String!) { repository(owner: $o, name: \"n\") { id } }", "variables": {"o": "x"}}`: true,
		`{"query": "query($o: String!) { repository(owner: $o, name: \"n\") { id } }", "variables": {}}`:         false,
		`{"query": "{ repository(owner: \"o\", name: \"n\") { identity } }"}`:                                    false,
	} {
		if _, _, err := c.query([]byte(body)); (err == nil) != ok {
			t.Errorf("%s: %v", body, err)
		}
	}
}
