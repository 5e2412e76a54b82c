package assess

// fact is what a file adds to each program that reaches it. There is one for each module:
// a program may reach all of them, and many do, so nothing is worked out twice.
type fact struct {
	next   []int // modules that it brings in
	counts Counts
	worst  Verdict
	uses   []string
	causes map[*cause]Verdict // that are left after safe fixes, each with its worst finding
}

// findFacts works out the facts of all modules.
func (b *builder) findFacts() {
	b.facts = make([]fact, len(b.in.Modules))
	b.seen = make([]int, len(b.in.Modules))
	for i := range b.facts {
		m, f := &b.in.Modules[i], &b.facts[i]
		f.worst, f.causes = Ready, make(map[*cause]Verdict)
		for _, list := range [][]string{m.Imports, m.Named} {
			for _, file := range list {
				if to, ok := b.index[file]; ok {
					f.next = append(f.next, to)
				}
			}
		}
		for _, name := range m.Packages {
			if used := b.used(name); used != "" {
				f.uses = append(f.uses, used)
			}
		}
		for _, d := range b.byPath[m.Path] {
			f.counts.add(d)
			f.worst = worse(f.worst, d.verdict)
			if d.verdict != Ready {
				f.causes[d.cause] = worse(f.causes[d.cause], d.verdict)
			}
		}
	}
}

// reach lists the modules that an entry brings in, its own among them, in any order. Files
// for building bring in nothing: they stand for themselves.
func (b *builder) reach(e *entry) []int {
	b.round++
	var list, queue []int
	add := func(i int) {
		if b.seen[i] != b.round {
			b.seen[i] = b.round
			queue = append(queue, i)
		}
	}
	for _, file := range e.from {
		if i, ok := b.index[file]; ok {
			add(i)
		}
	}
	if e.kind == Build {
		return queue
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		list = append(list, i)
		for _, to := range b.facts[i].next {
			add(to)
		}
	}
	return list
}
