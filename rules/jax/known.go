package jax

import (
	"strconv"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/opsdb"
)

// known is the reference to a line of JAX's page of known issues: the line has been the
// same from SDK 2.22 to 2.32, and later versions are inferred.
func known(p *analyzer.Pass, line int) opsdb.Ref {
	ref := opsdb.Ref{
		Evidence: opsdb.Documented, SDK: "2.22-2.32",
		Source: "aws-neuron-sdk@v2.26.1:frameworks/jax/setup/jax-neuronx-known-issues.rst:" + strconv.Itoa(line),
	}
	if !opsdb.SDKInRange(p.Target.SDK, ref.SDK) {
		ref.Evidence, ref.SDK = opsdb.Inferred, "2.33-"
	}
	return ref
}

// Lines of the page of known issues.
const (
	issueThreefry  = 5
	issueInit      = 27
	issueWhile     = 20
	issueVariadic  = 30
	issueBounds    = 31
	issueInteger   = 32
	issueAlgorithm = 33
)

// verb and grade say that something is not supported as strongly as the ground allows.
func verb(ref opsdb.Ref) string {
	if ref.Evidence == opsdb.Documented {
		return "is not supported"
	}
	return "may not be supported"
}

func grade(ref opsdb.Ref) analyzer.Severity {
	if ref.Evidence == opsdb.Documented {
		return analyzer.Error
	}
	return analyzer.Warning
}
