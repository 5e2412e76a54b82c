package main

import (
	"github.com/neuronlint/neuronlint/bench/internal/measure"
)

// comparison is a number of interest made of one or two measurements, and its goal.
type comparison struct {
	Name  string          `json:"name"`
	Unit  string          `json:"unit"` // "×" for ratios
	Wall  measure.Spread  `json:"wall"`
	CPU   *measure.Spread `json:"cpu,omitempty"` // the ratio of processor time
	Goal  float64         `json:"goal,omitempty"`
	Least bool            `json:"least"` // the goal is a least, not a most
}

// met says whether the goal is.
func (c *comparison) met() bool {
	if c.Least {
		return c.Wall.Median >= c.Goal
	}
	return c.Wall.Median <= c.Goal
}

// ratio is a goal for the ratio of two measurements. A goal of 0 is none.
type ratio struct {
	name        string
	over, under string
	overThreads int
	threads     int // of the second, and of the first if overThreads is 0
	goal        float64
	least       bool
}

// ratios are those of the run, in the order of the table.
func ratios() []ratio {
	return []ratio{
		{name: "parse, copy and walk / C parse, 1 thread", over: copying, under: cParse, threads: 1, goal: 1.25},
		{name: "parse, copy and walk / C parse, 2 threads", over: copying, under: cParse, threads: 2, goal: 1.25},
		{name: "cold check without prefilter / C parse, 1 thread", over: coldAll, under: cParse, threads: 1, goal: 1.35},
		{name: "cold check without prefilter / C parse, 2 threads", over: coldAll, under: cParse, threads: 2, goal: 1.35},
		{name: "cold check / C parse, 1 thread", over: cold, under: cParse, threads: 1, goal: 0.8},
		{name: "cold check / C parse, 2 threads", over: cold, under: cParse, threads: 2, goal: 0.8},
		{name: "C parse, 1 thread / 2 threads: the machine's own speed-up", over: cParse, overThreads: 1, under: cParse, threads: 2},
		{name: "cold check, 1 thread / 2 threads", over: cold, overThreads: 1, under: cold, threads: 2, goal: 1.8, least: true},
		{name: "warm / cold check, 2 threads", over: warm, under: cold, threads: 2, goal: 0.15},
		{name: "one file changed / cold check, 2 threads", over: touched, under: cold, threads: 2},
		{name: "writing the cache / cold check, 2 threads", over: filling, under: cold, threads: 2},
		{name: "check --diff / cold check, 2 threads", over: diffing, under: cold, threads: 2},
		{name: "ast-grep / check without prefilter, same rules, 1 thread", over: astGrep, under: sameAll, threads: 1, goal: 1.25, least: true},
		{name: "ast-grep / check without prefilter, same rules, 2 threads", over: astGrep, under: sameAll, threads: 2, goal: 1.25, least: true},
		{name: "ast-grep / check, same rules, 1 thread", over: astGrep, under: same, threads: 1, goal: 2, least: true},
		{name: "ast-grep / check, same rules, 2 threads", over: astGrep, under: same, threads: 2, goal: 2, least: true},
		{name: "Python's ast.parse / cold check, 1 thread", over: pythonParse, under: cold, threads: 1},
		{name: "Python's ast.parse and ast.walk / cold check, 1 thread", over: pythonWalk, under: cold, threads: 1},
		{name: "cold check / ripgrep, 2 threads", over: cold, under: ripgrep, threads: 2},
	}
}

// compare makes the comparisons that the measurements allow.
func compare(results []*measure.Result) []comparison {
	byLabel := map[string]*measure.Result{}
	for _, r := range results {
		byLabel[r.Job.Label()] = r
	}
	var all []comparison
	for _, r := range ratios() {
		over := byLabel[(&measure.Job{Name: r.over, Threads: max(r.threads, 1)}).Label()]
		if r.overThreads != 0 {
			over = byLabel[(&measure.Job{Name: r.over, Threads: r.overThreads}).Label()]
		}
		under := byLabel[(&measure.Job{Name: r.under, Threads: r.threads}).Label()]
		if over == nil || under == nil {
			continue
		}
		cpu := measure.Ratio(measure.CPU, over, under)
		all = append(all, comparison{Name: r.name, Unit: "×", Wall: measure.Ratio(measure.Wall, over, under), CPU: &cpu, Goal: r.goal, Least: r.least})
	}
	return append(all, absolute(byLabel)...)
}

// absolute are the goals that stand for themselves.
func absolute(byLabel map[string]*measure.Result) []comparison {
	var all []comparison
	add := func(name, unit, label string, goal float64, least bool, f measure.Figure) {
		if r := byLabel[label]; r != nil {
			all = append(all, comparison{Name: name, Unit: unit, Wall: r.Of(f), Goal: goal, Least: least})
		}
	}
	milliseconds := func(s measure.Sample) float64 { return s.Wall * 1000 }
	add("one file of 5 kB, as a hook, cold", "ms", oneFile, 15, false, milliseconds)
	add("one file of 5 kB, as a hook, warm", "ms", oneFileWarm, 15, false, milliseconds)
	add("start-up", "ms", startUp, 15, false, milliseconds)
	if r := byLabel[plainCold+", threads 1"]; r != nil {
		perSecond := func(s measure.Sample) float64 { return float64(r.Job.Bytes) / megabyte / s.Wall }
		add("tree without ML code, 1 thread", "MB/s", r.Job.Label(), 150, true, perSecond)
	}
	add("peak memory on the large tree", "MB", largeCold+", threads 2", 150, false, measure.Peak)
	add("peak memory on the large tree, no prefilter", "MB", largeAll+", threads 2", 150, false, measure.Peak)
	return all
}
