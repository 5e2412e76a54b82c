package config

import (
	"bytes"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// position is a place in a configuration file: line and column from 1, columns
// in bytes.
type position struct{ line, column int }

// positions finds where the keys of a valid TOML document stand, by their dotted names.
// The decoder itself gives positions only of values that it refuses, and we refuse more
// than it does. Of a key inside an inline table the position of the table is known.
func positions(document []byte) map[string]position {
	out := make(map[string]position)
	var parser unstable.Parser
	parser.Reset(document)
	prefix, lines := "", places{text: document}
	for parser.NextExpression() {
		node := parser.Expression()
		name, begin := keyOf(node)
		at := lines.of(begin)
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

// keyOf is the dotted key of an expression and the offset where it begins.
func keyOf(node *unstable.Node) (string, int) {
	var parts []string
	begin := 0
	for it := node.Key(); it.Next(); {
		part := it.Node()
		if len(parts) == 0 {
			begin = int(part.Raw.Offset)
		}
		parts = append(parts, string(part.Data))
	}
	return strings.Join(parts, "."), begin
}

// places turns offsets, which come in order, into lines and columns. The parser does so
// as well, but counts from the beginning of the document for each.
type places struct {
	text        []byte
	line, start int // lines before the last offset, and where that line begins
}

func (p *places) of(offset int) position {
	if offset < p.start {
		p.line, p.start = 0, 0
	}
	for {
		end := bytes.IndexByte(p.text[p.start:offset], '\n')
		if end < 0 {
			return position{p.line + 1, offset - p.start + 1}
		}
		p.line++
		p.start += end + 1
	}
}
