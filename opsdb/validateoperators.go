package opsdb

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/opsdb/cond"
)

// checkOperators reads the tables that lookups only search in, and checks their form
// and content.
func checkOperators(fsys fs.FS) error {
	operators, err := validOperators(fsys)
	if err != nil {
		return err
	}
	return errors.Join(validDeclarations(fsys, operators), validPublicAPIs(fsys, operators))
}

// validDeclarations checks the table of declarations against that of operators.
func validDeclarations(fsys fs.FS, operators map[string]bool) error {
	return readTable(fsys, declarationSchema(), func(r *row) {
		r.must("overloads")
		r.flag("every")
		if r.err != nil {
			return
		}
		d := declarationOf(r.cells)
		if d.every && len(d.parts) != 1 {
			r.fail(fmt.Errorf("every call takes one part, of %d", len(d.parts)))
		}
		for _, name := range append(d.parts, d.operator) {
			if !operators[name] {
				r.fail(fmt.Errorf("unknown operator %s", name))
			}
		}
	})
}

// validOperators checks the table of operators and returns their names.
func validOperators(fsys fs.FS) (map[string]bool, error) {
	names := map[string]bool{}
	err := readTable(fsys, operatorSchema(), func(r *row) {
		names[r.get("name")] = true
		oneOf(r, "stack", "native", "xla", "both")
		oneOf(r, "status", Supported, Limited, Fallback, Unsupported, CUDAOnly, Unknown)
		r.ref()
		if r.err != nil {
			return
		}
		v := verdictOf(r.cells)
		if err := errors.Join(checkSDKRange(v.Ref.SDK), checkCondition(v.Condition), v.check()); err != nil {
			r.fail(err)
		}
	})
	return names, err
}

// check refuses a verdict that says too little or rests on ground that does not
// carry it.
func (v Verdict) check() error {
	marker := foreignGround(v.Ref)
	switch {
	case v.Status.Restricts() && v.Reason == "":
		return fmt.Errorf("%s without a reason", v.Status)
	case !v.Status.Restricts() && v.Alternative != "":
		return fmt.Errorf("%s with an alternative", v.Status)
	case (v.Condition != "" || v.Sometimes) && !v.Status.Restricts():
		return fmt.Errorf("%s under a condition", v.Status)
	case v.Condition != "" && v.Status != Limited && v.Overload == "":
		return fmt.Errorf("%s under a condition, and no overload that it tells", v.Status)
	case v.Status == Unsupported && v.Ref.Evidence == Unofficial:
		return errors.New("unsupported on unofficial evidence")
	case marker != "":
		return fmt.Errorf("a row for the %s stack rests on %s", v.Ref.Stack, marker)
	}
	return nil
}

// checkCondition refuses text that is not in the language of conditions.
func checkCondition(text string) error {
	if text == "" {
		return nil
	}
	if _, err := cond.Parse(text); err != nil {
		return fmt.Errorf("condition %q: %w", text, err)
	}
	return nil
}

// validPublicAPIs checks the table of public APIs against that of operators.
func validPublicAPIs(fsys fs.FS, operators map[string]bool) error {
	names := map[string]bool{}
	aliases := map[string]string{}
	err := readTable(fsys, operatorAPISchema(), func(r *row) {
		oneOf(r, "kind", "function", "method", "class", "module", "attribute")
		oneOf(r, "deprecated", "no", "yes", "removed")
		if r.err != nil {
			return
		}
		api := operatorAPIOf(r.cells)
		names[api.Name] = true
		switch api.Reach {
		case ReachUnread, ReachNone, ReachCallee, ReachCollective:
		default:
			r.fail(fmt.Errorf("operators: unknown value %q", api.Reach))
		}
		for _, alias := range api.Aliases {
			if other, taken := aliases[alias]; taken {
				r.fail(fmt.Errorf("alias %s belongs to %s already", alias, other))
			}
			aliases[alias] = api.Name
		}
		if err := checkPaths(api, operators); err != nil {
			r.fail(err)
		}
	})
	if err != nil {
		return err
	}
	for alias, name := range aliases {
		if names[alias] {
			return fmt.Errorf("opsdb: apis.tsv: %s is a name and an alias of %s", alias, name)
		}
	}
	return nil
}

// checkPaths wants the operators of an API to exist, each named once, and their
// conditions to be ones.
func checkPaths(api OperatorAPI, operators map[string]bool) error {
	paths := slices.Clone(api.Sometimes)
	for _, operator := range api.Operators {
		paths = append(paths, Path{Operator: operator})
	}
	var seen []string
	for _, path := range paths {
		operator, _ := splitOverload(path.Operator)
		switch {
		case strings.HasSuffix(operator, "::") || !operators[operator]:
			return fmt.Errorf("unknown operator %s", path.Operator)
		case slices.Contains(seen, path.Operator):
			return fmt.Errorf("operator %s twice", path.Operator)
		}
		seen = append(seen, path.Operator)
		if err := checkCondition(path.Condition); err != nil {
			return err
		}
	}
	return nil
}
