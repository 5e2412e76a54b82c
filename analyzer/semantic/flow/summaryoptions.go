package flow

import (
	"slices"

	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/semantic/value"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// options holds the command-line options that the file declares.
type options struct {
	parsers map[*infer.Symbol][]string // by the variable of a parser
	others  []string                   // for a group, or a parser that is no variable of the file
	all     []string
}

// optionsOf returns the options that a parser may yield: its own, and those not known to
// be declared for another parser.
func (b *summariser) optionsOf(parser syntax.Node) []string {
	if b.options == nil {
		b.options = b.findOptions()
	}
	if own, known := b.options.parsers[b.m.Symbol(parser)]; known {
		return slices.Concat(b.options.others, own)
	}
	return b.options.all
}

func (b *summariser) findOptions() *options {
	o := &options{parsers: make(map[*infer.Symbol][]string)}
	for _, call := range b.m.Calls() {
		if parser, method := b.m.MethodCall(call); value.YieldsOptions(method) && b.m.Symbol(parser) != nil {
			o.parsers[b.m.Symbol(parser)] = nil
		}
	}
	for _, call := range b.m.Calls() {
		parser, method := b.m.MethodCall(call)
		if method != "add_argument" {
			continue
		}
		dest := b.m.OptionDest(call)
		if dest == "" {
			continue
		}
		o.all = append(o.all, dest)
		sym := b.m.Symbol(parser)
		if _, parses := o.parsers[sym]; sym != nil && parses {
			o.parsers[sym] = append(o.parsers[sym], dest)
		} else {
			o.others = append(o.others, dest)
		}
	}
	return o
}
