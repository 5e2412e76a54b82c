// Package container holds the rules about images and the settings of containers.
package container

import "github.com/neuronlint/neuronlint/analyzer"

// Rules returns the rules of this family.
func Rules() []*analyzer.Rule {
	return []*analyzer.Rule{gpuImage, cudaSystemPackage, gpuContainer}
}
