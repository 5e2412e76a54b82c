// Package rules is the catalogue: every rule of every family, and the pages
// that document them. Only the command and the programs beside this file
// import it; everything below takes the rules it runs as a value.
package rules

import (
	"slices"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/rules/analysis"
	"github.com/neuronlint/neuronlint/rules/checkpoint"
	"github.com/neuronlint/neuronlint/rules/cluster"
	"github.com/neuronlint/neuronlint/rules/compile"
	"github.com/neuronlint/neuronlint/rules/container"
	"github.com/neuronlint/neuronlint/rules/cudaapi"
	"github.com/neuronlint/neuronlint/rules/dataloading"
	"github.com/neuronlint/neuronlint/rules/dependency"
	"github.com/neuronlint/neuronlint/rules/device"
	"github.com/neuronlint/neuronlint/rules/distributed"
	"github.com/neuronlint/neuronlint/rules/framework"
	"github.com/neuronlint/neuronlint/rules/graph"
	"github.com/neuronlint/neuronlint/rules/jax"
	"github.com/neuronlint/neuronlint/rules/launch"
	"github.com/neuronlint/neuronlint/rules/library"
	"github.com/neuronlint/neuronlint/rules/operators"
	"github.com/neuronlint/neuronlint/rules/precision"
	"github.com/neuronlint/neuronlint/rules/setting"
)

//go:generate go -C .. run rules/gen.go

// All returns the rules of all families, sorted by code, in a slice that the
// caller may keep and change.
func All() []*analyzer.Rule {
	all := slices.Concat(
		analysis.Rules(),
		device.Rules(),
		cudaapi.Rules(),
		precision.Rules(),
		distributed.Rules(),
		library.Rules(),
		framework.Rules(),
		jax.Rules(),
		operators.Rules(),
		graph.Rules(),
		compile.Rules(),
		dataloading.Rules(),
		checkpoint.Rules(),
		dependency.Rules(),
		container.Rules(),
		cluster.Rules(),
		launch.Rules(),
		setting.Rules(),
	)
	slices.SortFunc(all, func(a, b *analyzer.Rule) int { return strings.Compare(a.Code, b.Code) })
	return all
}
