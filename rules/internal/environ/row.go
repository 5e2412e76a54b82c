package environ

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// Concerns looks up a variable; ok is false if it means the same on Neuron, or if it is
// torch-xla's and the code is for the native backend.
func Concerns(db *opsdb.DB, target opsdb.Target, name string) (opsdb.EnvVar, bool) {
	row, ok := db.EnvVar(name)
	if !ok || row.Action == opsdb.ActionKeep {
		return row, false
	}
	torchXLA := strings.HasPrefix(name, "XLA_") && !strings.HasPrefix(name, "XLA_PYTHON_CLIENT_") && !strings.HasPrefix(name, "XLA_CLIENT_")
	return row, !torchXLA || target.Rewrite.Stack() == "xla"
}

// Effect words the effect of a row as strongly as its evidence allows.
func Effect(row opsdb.EnvVar) string {
	if why, ok := strings.CutPrefix(row.Effect, "ignored: "); ok {
		if row.Ref.Evidence == opsdb.Inferred {
			return "may have no effect on Neuron: " + why
		}
		return "has no effect on Neuron: " + why
	}
	if why, ok := strings.CutPrefix(row.Effect, "not known: "); ok {
		return "may have no effect on Neuron: " + why
	}
	return "is " + row.Effect
}

// Help is the advice for a variable.
func Help(row opsdb.EnvVar) string {
	switch {
	case row.Action == opsdb.ActionRename:
		return "use `" + row.Instead + "`"
	case row.Instead != "":
		return row.Instead
	case row.Action == opsdb.ActionRemove:
		return "remove it, or keep it where the code still runs on CUDA"
	}
	return "keep it where the code still runs on CUDA"
}

// NotSet says why a variable that selects GPUs is not made one of Neuron where it is set:
// what it holds has no counterpart that can be computed.
func NotSet(row opsdb.EnvVar, set bool) []analyzer.Fix {
	if !set || row.Action != opsdb.ActionManual || !strings.HasSuffix(row.Name, "CUDA_VISIBLE_DEVICES") {
		return nil
	}
	return analyzer.NotMade("use NEURON_RT_VISIBLE_CORES", "its numbers are those of GPUs, and NeuronCores are numbered differently")
}
