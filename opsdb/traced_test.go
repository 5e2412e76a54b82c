package opsdb

import (
	"slices"
	"strings"
	"testing"
)

// TestConditionsTraced checks conditions that were traced by hand to the code
// which decides: that they reach the APIs, and cite that code.
func TestConditionsTraced(t *testing.T) {
	t.Parallel()
	tests := []struct{ api, condition, source string }{
		// torch-xla raises to the power 1/p, also where p is infinite.
		{"torch.norm", "arg p in {inf,-inf}", "ops.cpp:489"},
		{"torch.dist", "arg p in {inf,-inf}", "ops.cpp:489"},
		{"torch.nn.TripletMarginLoss", "arg p in {inf,-inf}", "Distance.cpp:48"},
		{"torch.nn.functional.normalize", "arg p in {inf,-inf}", "ops.cpp:489"},
		{"torch.nn.functional.pdist", "arg p in {0,inf}", "ops.cpp:515"},
		{"torch.linalg.norm", "arg ord = 0", "ops.cpp:570"},
		// The gradient counts by a scatter of integers.
		{"torch.nn.Embedding", "backward and arg scale_grad_by_freq = True", "tensor_ops.cpp:220"},
		{"torch.nn.functional.embedding", "backward and arg scale_grad_by_freq = True", "derivatives.yaml:2024"},
		{"torch.nn.functional.embedding", "backward and arg sparse = True", "Embedding.cpp:59"},
	}
	db := New()
	for _, test := range tests {
		findings := db.Judge(test.api, lazyXLA()).Findings
		if !slices.ContainsFunc(findings, func(f Finding) bool {
			return strings.HasPrefix(f.Condition, test.condition) && strings.Contains(f.Verdict.Ref.Source, test.source)
		}) {
			t.Errorf("%s: nothing where %q by %s among %v", test.api, test.condition, test.source, findings)
		}
	}
}
