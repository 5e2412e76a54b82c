package syntax

import (
	"bytes"
	"context"
)

// rereadAliases mends what the grammar misreads without an error: a statement
// such as type(x).attr = v becomes a type alias, and the call is lost. A real
// alias has a name behind the keyword. Where there is a bracket instead, the
// text is parsed again with type respelt as an ordinary name of the same
// length, and the tree of that text stands for the original.
func (t *Tree) rereadAliases(ctx context.Context, lim Limits) (*Tree, error) {
	misread := t.misreadAliases()
	if len(misread) == 0 {
		return t, nil
	}
	text := bytes.Clone(t.src)
	for _, alias := range misread {
		copy(text[t.Start(alias):], "typE")
	}
	again, err := parseAndCopy(ctx, text, lim)
	if err != nil {
		return nil, err
	}
	again.src = t.src
	return again, nil
}

// misreadAliases lists the type aliases that are assignments.
func (t *Tree) misreadAliases() []Node {
	var found []Node
	for i, k := range t.kind {
		if k != KindTypeAlias {
			continue
		}
		name := t.First(Node(i))
		if text := t.Bytes(name); len(text) > 0 && (text[0] == '(' || text[0] == '[') {
			found = append(found, Node(i))
		}
	}
	return found
}
