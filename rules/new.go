//go:build ignore

// Program new starts a rule: its file in a family and its archive of cases. It
// runs in the root of the repository:
//
//	go run rules/new.go -family device -code NRN199 -name my-pattern
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/neuronlint/neuronlint/rules"
)

// rule holds the values of the templates.
type rule struct {
	Family, Code, Name, Category, Var, Run string
}

func main() {
	var r rule
	flag.StringVar(&r.Family, "family", "", "package under rules, such as device")
	flag.StringVar(&r.Code, "code", "", "free code, such as NRN199")
	flag.StringVar(&r.Name, "name", "", "name of the pattern, such as my-pattern")
	flag.StringVar(&r.Category, "category", "", "constant of package analyzer without its prefix, such as Device")
	flag.Parse()
	if err := start(r); err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
}

func start(r rule) error {
	if err := check(r); err != nil {
		return err
	}
	r.Var = camel(r.Name)
	r.Run = "run" + strings.ToUpper(r.Var[:1]) + r.Var[1:]
	if r.Category == "" {
		r.Category = categories[r.Family]
	}
	file := filepath.Join("rules", r.Family, strings.ReplaceAll(r.Name, "-", "")+".go")
	cases := filepath.Join("testdata", "rules", r.Code+".txtar")
	if err := errors.Join(write(file, code, r), write(cases, archive, r)); err != nil {
		return err
	}
	fmt.Printf("wrote %s and %s\n", file, cases)
	fmt.Printf("next: write the cases, add %s to Rules in rules/%s, then go run rules/gen.go\n", r.Var, r.Family)
	return nil
}

// categories are the categories that most rules of a family have.
var categories = map[string]string{
	"analysis": "Analysis", "device": "Device", "cudaapi": "CUDAAPI", "precision": "Precision",
	"distributed": "Distributed", "library": "Library", "compile": "Compile", "dataloading": "DataLoading",
	"checkpoint": "Checkpoint",
}

// check refuses rules that could not be added to the catalogue.
func check(r rule) error {
	if !regexp.MustCompile(`^NRN\d{3}$`).MatchString(r.Code) {
		return fmt.Errorf("code %q is not NRN and three digits", r.Code)
	}
	if !regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`).MatchString(r.Name) {
		return fmt.Errorf("name %q is not in lower case with hyphens", r.Name)
	}
	if info, err := os.Stat(filepath.Join("rules", r.Family)); r.Family == "" || err != nil || !info.IsDir() {
		return fmt.Errorf("there is no family %q under rules", r.Family)
	}
	if r.Category == "" && categories[r.Family] == "" {
		return fmt.Errorf("say with -category what rules of %s are about", r.Family)
	}
	for _, other := range rules.All() {
		if other.Code == r.Code || other.Name == r.Name {
			return fmt.Errorf("%s %s is there already", other.Code, other.Name)
		}
	}
	return nil
}

// camel turns my-pattern into myPattern.
func camel(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// write fills a template into a file that must not exist.
func write(path, text string, r rule) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("creating the file: %w", err)
	}
	err = template.Must(template.New(path).Parse(text)).Execute(f, r)
	return errors.Join(err, f.Close())
}

const code = `package {{.Family}}

import (
	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/rules/internal/words"
)

var {{.Var}} = &analyzer.Rule{
	Code:     "{{.Code}}",
	Name:     "{{.Name}}",
	Category: analyzer.Category{{.Category}},
	Since:    "0.1.0",
	Doc: ` + "`" + `One sentence that names the pattern.

## What breaks

What happens on Neuron when the line is reached.

## Example

    the_pattern()

## Use instead

    what_to_write()

## Source

The document, with its version, that says so.
` + "`" + `,
	Words: words.Torch,
	Run:   {{.Run}},
}

func {{.Run}}(p *analyzer.Pass) error {
	for call := range p.Model.CallsOf("torch.the_pattern") {
		if p.Model.GuardedForNeuron(call) {
			continue
		}
		api, confidence := p.Model.CallName(call)
		p.Report(analyzer.Diagnostic{
			Span:       p.Tree.Span(call),
			Message:    "what is wrong here",
			Help:       "what to do",
			Severity:   analyzer.Error,
			Confidence: confidence,
			API:        api,
		})
	}
	return nil
}
`

const archive = `One sentence that says what is found and what is not.

-- found.py --
import torch

torch.the_pattern()  # want {{.Code}}
-- silent.py --
import torch


class Model:
    def the_pattern(self):
        pass


Model().the_pattern()
text = "torch.the_pattern()"
`
