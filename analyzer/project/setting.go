package project

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/source"
)

// Setting is an entry of a configuration: a key with a value.
type Setting struct {
	Key   string // with those around it: "trainer.accelerator"
	Value string // as written, without quotes; "{}" for a table, unless it is disabled
	Span  source.Span
	// ValueSpan is the place of the value without quotes; empty for a table.
	ValueSpan source.Span
}

// Enabled is the value of a table of settings, as a Setting has it.
const Enabled = "{}"

// maxKeys is how many keys around a setting its own name contains.
const maxKeys = 3

// under is a key below others.
func below(parent, key string) string {
	if parent == "" {
		return key
	}
	if parts := strings.Split(parent, "."); len(parts) >= maxKeys {
		parent = strings.Join(parts[len(parts)-maxKeys+1:], ".")
	}
	return parent + "." + key
}
