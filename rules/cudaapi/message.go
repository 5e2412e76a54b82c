package cudaapi

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules/internal/usage"
)

// severity follows from the behaviour of the name without CUDA.
func severity(api opsdb.API) analyzer.Severity {
	switch api.Consequence {
	case opsdb.Raises, opsdb.Host:
		return analyzer.Error
	case opsdb.NoOp:
		if analyzer.Category(api.Category) == analyzer.CategoryRNG {
			return analyzer.Warning
		}
		return analyzer.Info
	case opsdb.Harmless:
		return analyzer.Info
	}
	return analyzer.Warning
}

// code sets a piece of code apart from the words around it.
func code(text string) string { return "`" + text + "`" }

func message(api opsdb.API) string {
	if api.Consequence == opsdb.UnknownWhat {
		return code(api.Name) + " may not work on Neuron: it " + api.Reason
	}
	return code(api.Name) + " " + api.Reason
}

// helpHere is the help for one use, which may say more than the name alone.
func helpHere(p *analyzer.Pass, u usage.Use, api opsdb.API, row opsdb.Replacement, known bool) string {
	if known && waitedFor(p, u).Node != syntax.None {
		return "use " + code(generalWait) + ": waits for the given device"
	}
	if p.Model.AskedFor(u.Call) {
		return "nothing to do for Neuron: this runs only where CUDA is chosen by name"
	}
	if _, args := numbersDDP(p, u); len(args) > 0 {
		return "drop `device_ids` and `output_device` where the code no longer runs on CUDA"
	}
	return help(p, api, row, known)
}

// help gives the replacement, and the reason for it or the care it needs.
func help(p *analyzer.Pass, api opsdb.API, row opsdb.Replacement, known bool) string {
	if !known {
		return helpWithout(p, api)
	}
	note := row.Clause()
	switch row.Action {
	case opsdb.ActionRename, opsdb.ActionRewrite:
		return "use " + code(row.Text) + ": " + note
	case opsdb.ActionRemove:
		return "remove it: " + note
	case opsdb.ActionKeep:
		return "leave it: " + note
	}
	if row.Text != "" {
		return "see " + code(row.Text) + ": " + note
	}
	return note
}

// helpWithout is the help where the tables have no counterpart.
func helpWithout(p *analyzer.Pass, api opsdb.API) string {
	if name := exceptionAlias(p, api.Name); name != "" {
		return code(name) + " is the same class"
	}
	if i := strings.LastIndexByte(api.Name, '.'); api.Kind == "method" && i > 0 {
		if row, ok := p.DB.Replacement(api.Name[:i], p.Target.Rewrite); ok && row.Text != "" {
			return help(p, api, row, true) // that of the class
		}
	}
	switch api.Consequence {
	case opsdb.Harmless, opsdb.NoOp:
		return "keep it, or remove it where CUDA is no longer used"
	}
	return "no counterpart on Neuron is known; run it only where CUDA is in use"
}
