package main

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// hook is the entry for pre-commit. The released program comes as a wheel, which pre-commit
// installs; one that was built by hand is expected in PATH.
func (p *project) hook() (step, error) {
	s := step{path: hookFile}
	if !p.git {
		s.note = "not written, since this is no git repository"
		return s, nil
	}
	old, err := p.read(hookFile)
	if err != nil {
		return s, err
	}
	if old == nil {
		s.text = []byte("repos:\n" + p.hookEntry("") + "\n")
		return s, nil
	}
	before, err := parseHooks(old)
	if err != nil {
		return s, err
	}
	if before.has() {
		s.note = "has a hook of neuronlint already"
		return s, nil
	}
	if text := p.withHook(old, len(before.Repos)); text != nil {
		s.old, s.text = old, text
		return s, nil
	}
	s.note = "not changed, since its repos are written in another way than usual; add to them:"
	s.hand = p.hookEntry("") + "\n"
	return s, nil
}

// hookConfig is what init has to know of the configuration of pre-commit.
type hookConfig struct {
	Repos []struct {
		Repo  string
		Hooks []struct{ ID, Entry string }
	}
}

func parseHooks(text []byte) (*hookConfig, error) {
	c := new(hookConfig)
	if err := yaml.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", hookFile, err)
	}
	return c, nil
}

func (c *hookConfig) has() bool {
	for _, repo := range c.Repos {
		for _, hook := range repo.Hooks {
			if strings.HasPrefix(hook.ID, "neuronlint") || strings.Contains(hook.Entry, "neuronlint") {
				return true
			}
		}
	}
	return false
}

// withHook is a configuration with one more entry, which comes first: there nothing has to
// be known of the others. It is nil if that would be no configuration with the same
// entries and one more.
func (p *project) withHook(old []byte, entries int) []byte {
	key := regexp.MustCompile(`(?m)^repos:[ \t]*(#.*)?\r?\n`).FindIndex(old)
	item := regexp.MustCompile(`(?m)^([ \t]*)-`)
	if key == nil {
		return nil
	}
	first := item.FindSubmatch(old[key[1]:])
	if first == nil {
		return nil
	}
	entry := p.hookEntry(string(first[1])) + "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		entry = strings.ReplaceAll(entry, "\n", "\r\n")
	}
	text := bytes.Join([][]byte{old[:key[1]], []byte(entry), old[key[1]:]}, nil)
	if !extends(old, text, entries) {
		return nil
	}
	return text
}

// extends reports whether a configuration has the entries of another behind a new one,
// and all else as it was.
func extends(old, text []byte, entries int) bool {
	var before, after map[string]any
	if yaml.Unmarshal(old, &before) != nil || yaml.Unmarshal(text, &after) != nil {
		return false
	}
	list, ok := after["repos"].([]any)
	if !ok || len(list) != entries+1 {
		return false
	}
	after["repos"] = list[1:]
	return reflect.DeepEqual(before, after)
}

// hookEntry is the entry of the list of repositories, without the end of its last line.
func (p *project) hookEntry(indent string) string {
	args := []string{"--since", "HEAD"}
	if p.config != "" {
		args = append(args, "--config", p.config)
	}
	words := make([]string, 0, len(args))
	for _, arg := range args {
		words = append(words, yamlWord(arg))
	}
	given := "    args: [" + strings.Join(words, ", ") + "]"
	lines := []string{
		"- repo: local", "  hooks:", "  - id: neuronlint", "    name: neuronlint",
		"    entry: neuronlint check --force-exclude", given, "    language: system",
		"    types_or: [python, pyi, jupyter]", "    require_serial: true",
	}
	if release := p.release(); release != "" {
		lines = []string{
			"- repo: https://github.com/neuronlint/neuronlint", "  rev: " + release, "  hooks:",
			"  - id: neuronlint-python", given,
		}
	}
	if p.at != "." {
		lines = append(lines, "    files: "+yamlText("^"+regexp.QuoteMeta(p.at)+"/"))
	}
	return indent + strings.Join(lines, "\n"+indent)
}

// yamlWord is a text as an entry of a list in YAML.
func yamlWord(text string) string {
	if regexp.MustCompile(`^[A-Za-z-][A-Za-z0-9._/-]*$`).MatchString(text) {
		return text
	}
	return yamlText(text)
}

// yamlText is a text as YAML takes it wherever a value may stand.
func yamlText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
