package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// sameRules are ast-grep and neuronlint with the rules that both have.
func (p *plan) sameRules(codes []string) {
	t := p.trees.main
	selected := "--select=" + strings.Join(codes, ",")
	eachThreads(func(threads int) {
		if p.astGrep != "" {
			p.add(&measure.Job{
				Name: astGrep, Threads: threads, Dir: t.dir, Bytes: t.Bytes, Findings: lines,
				Command: []string{
					p.astGrep, "scan", "--config", filepath.Join(p.root, "bench", "peers", "sgconfig.yml"), "--json=stream",
					"--no-ignore", "hidden", "--no-ignore", "vcs", "--threads", fmt.Sprint(threads), ".",
				},
			})
		}
		if p.noPrefilter {
			p.check(sameAll, t, threads, p.uncached("--no-prefilter", selected)...)
		}
		p.check(same, t, threads, p.uncached(selected)...)
	})
}

// rules are the codes that ast-grep has rules for.
func (p *plan) rules() ([]string, error) {
	files, err := filepath.Glob(filepath.Join(p.root, "bench", "peers", "rules", "*.yml"))
	if err != nil {
		return nil, err
	}
	var codes []string
	id := regexp.MustCompile(`(?m)^id: (NRN\d+)$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, match := range id.FindAllSubmatch(text, -1) {
			codes = append(codes, string(match[1]))
		}
	}
	if len(codes) == 0 {
		return nil, errors.New("bench/peers/rules: no rules of ast-grep")
	}
	return codes, nil
}

// others are the peers that look for less than we do.
func (p *plan) others() {
	t := p.trees.main
	if p.ripgrep != "" {
		eachThreads(func(threads int) {
			p.add(&measure.Job{
				Name: ripgrep, Threads: threads, Dir: t.dir, Bytes: t.Bytes, Status: []int{1}, Findings: lines,
				Command: []string{
					p.ripgrep, "--no-config", "-uu", "-F", "-j", fmt.Sprint(threads), "-f",
					filepath.Join(p.root, "bench", "peers", "words.txt"), ".",
				},
			})
		})
	}
	if p.python == "" {
		return
	}
	script := filepath.Join(p.root, "bench", "peers", "parse.py")
	p.add(&measure.Job{Name: pythonParse, Threads: 1, Command: []string{p.python, script}, Input: t.list, Bytes: t.Bytes})
	p.add(&measure.Job{Name: pythonWalk, Threads: 1, Command: []string{p.python, script, "walk"}, Input: t.list, Bytes: t.Bytes})
}
