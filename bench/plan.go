package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// The names of the measurements; the goals refer to them.
const (
	cParse      = "C tree-sitter parse"
	copying     = "parse, copy and walk"
	coldAll     = "check, cold, no prefilter"
	cold        = "check, cold"
	filling     = "check, cold, writing the cache"
	warm        = "check, warm"
	touched     = "check, warm, one file changed"
	diffing     = "check --diff, cold"
	sameAll     = "check, rules of ast-grep, no prefilter"
	same        = "check, rules of ast-grep"
	astGrep     = "ast-grep"
	ripgrep     = "ripgrep"
	pythonParse = "Python ast.parse"
	pythonWalk  = "Python ast.parse and ast.walk"
	oneFile     = "check of one file, cold"
	oneFileWarm = "check of one file, warm"
	startUp     = "version"
	plainCold   = "check of plain Python, cold"
	largeCold   = "check of the large tree, cold"
	largeAll    = "check of the large tree, cold, no prefilter"
)

// manyRuns is how often a job of milliseconds runs in one round.
const manyRuns = 10

// plan makes the jobs of a run.
type plan struct {
	settings
	*tools
	trees   trees
	scratch string
	jobs    []*measure.Job
}

// measure runs all jobs in rounds, and those too large for that once.
func (p *plan) measure(ctx context.Context, r *report, progress func(string)) error {
	rules, err := p.rules()
	if err != nil {
		return err
	}
	p.parsers()
	p.checks()
	p.sameRules(rules)
	p.others()
	p.short()
	if r.results, err = measure.Rounds(ctx, p.jobs, p.rounds, p.scratch, progress); err != nil {
		return err
	}
	p.jobs = nil
	p.largeTree()
	for _, job := range p.jobs {
		progress("once: " + job.Label())
		result, err := measure.Once(ctx, job, p.scratch)
		if err != nil {
			return err
		}
		r.results = append(r.results, result)
	}
	return nil
}

func (p *plan) add(job *measure.Job) *measure.Job {
	p.jobs = append(p.jobs, job)
	return job
}

// eachThreads calls with one and with two threads.
func eachThreads(f func(threads int)) {
	for _, threads := range []int{1, 2} {
		f(threads)
	}
}

// parsers are the programs that only parse.
func (p *plan) parsers() {
	t := p.trees.main
	eachThreads(func(threads int) {
		if p.parse != "" {
			p.add(&measure.Job{Name: cParse, Threads: threads, Command: []string{p.parse, fmt.Sprint(threads)}, Input: t.list, Bytes: t.Bytes})
		}
		p.add(&measure.Job{
			Name: copying, Threads: threads, Command: []string{p.self, parseCommand, fmt.Sprint(threads)},
			Env: []string{goThreads(threads)}, Input: t.list, Bytes: t.Bytes,
		})
	})
}

// goThreads tells a Go program how many processors it may use.
func goThreads(threads int) string { return fmt.Sprintf("GOMAXPROCS=%d", threads) }

// check is a run of neuronlint over a tree.
func (p *plan) check(name string, t *tree, threads int, args ...string) *measure.Job {
	command := []string{p.neuronlint, "check", "--isolated", "--no-gitignore", "--format", "jsonl", "--jobs", fmt.Sprint(threads)}
	return p.add(&measure.Job{
		Name: name, Threads: threads, Dir: t.dir, Bytes: t.Bytes,
		Command: append(command, args...),
		Env:     append(p.cacheAt("unused"), goThreads(threads)),
		Status:  []int{1}, Findings: lines,
	})
}

// cacheAt names the folder of the cache to programs that do not take it as a
// flag, so that nobody's own cache is read or written.
func (p *plan) cacheAt(name string) []string {
	return []string{"XDG_CACHE_HOME=" + filepath.Join(p.scratch, "cache-"+name)}
}

// cached makes of a check one that reads and writes a cache.
func (p *plan) cached(job *measure.Job, name string) *measure.Job {
	job.Env = append(job.Env, p.cacheAt(name)...)
	if p.cacheDir {
		job.Command = append(job.Command, "--cache-dir", filepath.Join(p.scratch, "cache-"+name))
	}
	return job
}

// uncached are the flags that keep the cache out.
func (p *plan) uncached(more ...string) []string {
	if p.noCache {
		more = append(more, "--no-cache")
	}
	return more
}

func (p *plan) checks() {
	t := p.trees.main
	eachThreads(func(threads int) {
		if p.noPrefilter {
			p.check(coldAll, t, threads, p.uncached("--no-prefilter")...)
		}
		p.check(cold, t, threads, p.uncached()...)
		if p.noCache {
			p.cached(p.check(warm, t, threads), "warm")
		}
	})
	if p.noCache {
		job := p.cached(p.check(filling, t, 2), "filled")
		job.Prepare = func() error { return os.RemoveAll(filepath.Join(p.scratch, "cache-filled")) }
		p.changed()
	}
	diff := p.check(diffing, t, 2, p.uncached("--diff")...)
	diff.Command = slices.DeleteFunc(diff.Command, func(word string) bool { return word == "--format" || word == "jsonl" })
	diff.Findings = nil
	p.check(plainCold, p.trees.plain, 1, p.uncached()...).Prepare = p.trees.plain.fetch
}

// changed is a warm run after one file in the middle of the tree has got
// another comment at its end. The tree is its own, so that the others do not
// see the change.
func (p *plan) changed() {
	own := *p.trees.main
	own.dir += "-changed"
	job := p.cached(p.check(touched, &own, 2), "changed")
	n := 0
	job.Prepare = func() error {
		if n == 0 {
			if err := os.CopyFS(own.dir, os.DirFS(p.trees.main.dir)); err != nil {
				return err
			}
		}
		n++
		rel := own.paths[len(own.paths)/2]
		text, err := os.ReadFile(filepath.Join(p.trees.main.dir, rel))
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(own.dir, rel), fmt.Appendf(text, "\n# %d\n", n), 0o644)
	}
}

// short are the runs that take milliseconds. Nothing is kept from the program:
// the file is checked as a hook checks it, with all processors.
func (p *plan) short() {
	hook := []string{"check", "--isolated", "--force-exclude", p.trees.small}
	file := &measure.Job{
		Name: oneFile, Dir: p.trees.main.dir, Repeat: manyRuns, Status: []int{1},
		Command: append([]string{p.neuronlint}, append(hook, p.uncached()...)...),
		Env:     p.cacheAt("unused"),
	}
	p.add(file)
	if p.noCache {
		again := *file
		again.Name = oneFileWarm
		again.Command = append([]string{p.neuronlint}, hook...)
		p.add(p.cached(&again, "hook"))
	}
	p.add(&measure.Job{Name: startUp, Repeat: manyRuns, Command: []string{p.neuronlint, "version"}})
}

func (p *plan) largeTree() {
	t := p.trees.large
	if t == nil {
		return
	}
	p.check(largeCold, t, 2, p.uncached()...)
	if p.noPrefilter {
		p.check(largeAll, t, 2, p.uncached("--no-prefilter")...)
	}
}

// checkFiles is the number of files that neuronlint reads; it must be the number that
// the other programs read.
func (p *plan) checkFiles(ctx context.Context) (int, error) {
	report := filepath.Join(p.scratch, "report.json")
	args := []string{p.neuronlint, "check", "--isolated", "--no-gitignore", "--exit-zero", "--select", "NRN001", "--format", "json=" + report, "--format", "concise"}
	if _, err := output(ctx, p.trees.main.dir, p.uncached(args...)...); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return 0, err
	}
	var said struct{ Summary struct{ Files int } }
	if err := json.Unmarshal(text, &said); err != nil {
		return 0, err
	}
	return said.Summary.Files, nil
}

// lines counts findings where each is a line.
func lines(output string) int { return strings.Count(output, "\n") }
