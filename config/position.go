package config

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// position is a place in a configuration file: line and column from 1, columns
// in bytes.
type position struct{ line, column int }

// positions finds where the keys of a valid TOML document stand, by their
// dotted names. The decoder itself tells positions only of what it refuses,
// and we refuse more than it does. Of a key inside an inline table the
// position of the table is known.
func positions(document []byte) map[string]position {
	out := make(map[string]position)
	var parser unstable.Parser
	parser.Reset(document)
	prefix := ""
	for parser.NextExpression() {
		node := parser.Expression()
		name, at := keyOf(&parser, node)
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			prefix = name + "."
		default:
			name = prefix + name
		}
		// A dotted key makes tables that no line of their own announces.
		for part := name; ; {
			if _, known := out[part]; !known {
				out[part] = at
			}
			dot := strings.LastIndexByte(part, '.')
			if dot < 0 {
				break
			}
			part = part[:dot]
		}
	}
	return out
}

// keyOf is the dotted key of an expression and where it begins.
func keyOf(parser *unstable.Parser, node *unstable.Node) (string, position) {
	var parts []string
	var at position
	for it := node.Key(); it.Next(); {
		part := it.Node()
		if len(parts) == 0 {
			start := parser.Shape(part.Raw).Start
			at = position{start.Line, start.Column}
		}
		parts = append(parts, string(part.Data))
	}
	return strings.Join(parts, "."), at
}
