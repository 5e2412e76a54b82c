package assess

import (
	"fmt"
	"slices"
)

// maxNamed is how many programs a step names.
const maxNamed = 3

// waves are the names of the programs by the time when they can move: now, after work by
// hand, or once their blockers are gone.
type waves struct{ now, later, stay []string }

// plan are the phases of a move, with the project's own names.
func plan(a *Assessment) []Phase {
	var w waves
	for i := range a.Entries {
		switch e := &a.Entries[i]; {
		case e.Kind == Suite || e.Kind == Build || len(e.Uses) == 0:
		case e.Verdict == Blocked:
			add(&w.stay, e.Name)
		case e.Verdict == Work:
			add(&w.later, e.Name)
		default:
			add(&w.now, e.Name)
		}
	}
	return []Phase{w.assess(a), w.pilot(a), w.production(a)}
}

// assess is the phase on the machines that are there.
func (w *waves) assess(a *Assessment) Phase {
	p := Phase{Name: "assess", Steps: []string{}}
	if n := a.Machine.Code.Safe + a.Machine.Tests.Safe; n > 0 {
		p.Steps = append(p.Steps, fmt.Sprintf("apply the safe fixes (%s), which --patches writes for git am, and run the tests on the CPU", plural(n, "finding")))
	}
	if n := a.Machine.Code.Unsafe + a.Machine.Tests.Unsafe; n > 0 {
		p.Steps = append(p.Steps, fmt.Sprintf("review the fixes that need a reader (%s)", plural(n, "finding")))
	}
	if len(w.stay) > 0 {
		p.Steps = append(p.Steps, "keep on GPUs until their blockers are gone: "+names(w.stay))
	}
	return p
}

// pilot is the phase with the first program on Neuron.
func (w *waves) pilot(a *Assessment) Phase {
	p := Phase{Name: "pilot", Steps: []string{}}
	switch {
	case len(w.now) > 0:
		p.Steps = append(p.Steps, "move first: "+names(w.now))
	case len(w.later) > 0: // the last one has the least work
		p.Steps = append(p.Steps, "move first, after its work by hand: "+w.later[len(w.later)-1])
	case len(w.stay) > 0:
		p.Steps = append(p.Steps, "choose one blocked program and decide about its first blocker: "+w.stay[len(w.stay)-1])
	}
	for i := range a.Causes {
		if c := &a.Causes[i]; len(p.Steps) <= maxNamed && rank(c.Verdict) >= rank(Work) && c.Counts.Total() > 0 {
			p.Steps = append(p.Steps, "settle "+c.Title+" ("+c.Rule+")")
		}
	}
	if list := onHost(a); len(list) > 0 {
		p.Steps = append(p.Steps, "replace these operators, or accept that they run on the host: "+names(list))
	}
	p.Steps = append(p.Steps, "compare loss or outputs with the GPU on a fixed seed, then measure the time of a step after compilation")
	return p
}

// hostRule is the code of the rule about operators that fall back to the host.
const hostRule = "NRN502"

// onHost are the operators outside of tests that fall back to the host.
func onHost(a *Assessment) (list []string) {
	for i := range a.Causes {
		if c := &a.Causes[i]; c.Rule == hostRule && c.Counts.Total() > 0 && c.Subject != "" {
			add(&list, c.Subject)
		}
	}
	return list
}

// production is the phase in which programs stay on Neuron.
func (w *waves) production(a *Assessment) Phase {
	p := Phase{Name: "production", Steps: []string{}}
	for i := range a.Instances {
		if in := &a.Instances[i]; len(in.Candidates) > 0 {
			p.Steps = append(p.Steps, "replace "+in.Name+", with "+in.Candidates[0].Name+" as the first to try")
		}
	}
	if rest := slices.Concat(w.later, w.stay); len(w.now) > 0 && len(rest) > 0 {
		p.Steps = append(p.Steps, fmt.Sprintf("run both: %s on Neuron, %s on GPUs", names(w.now), names(rest)))
	}
	p.Steps = append(p.Steps, "watch NeuronCores with neuron-monitor, and run neuronlint on every change")
	return p
}

// add adds a name that a list lacks: a command and its library may have the same.
func add(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}

// names lists the first of some programs.
func names(list []string) string {
	text := ""
	for i, name := range list {
		switch {
		case i == maxNamed:
			return fmt.Sprintf("%s and %d more", text, len(list)-maxNamed)
		case i > 0:
			text += ", "
		}
		text += name
	}
	return text
}
