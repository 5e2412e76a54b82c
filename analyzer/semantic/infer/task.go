package infer

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// task is a function that a call hands over to be run: by a pool of workers, another
// process, the backward pass of a checkpoint.
type task struct {
	fn    syntax.Node // the expression that names it
	first int         // the index of its first argument in the call; 0 if the arguments are in a tuple
	args  syntax.Node // the tuple of its arguments
	shift int         // the number of arguments before those of the tuple
	each  bool        // it runs for each item of the arguments after it
	once  bool        // it is started like a program, and not called for its result
}

// taskOf returns the function that a call hands over to be run; None if there is none.
func (m *Model) taskOf(call syntax.Node) task {
	if fn, shift, position := m.StartedBy(call); fn != syntax.None {
		name, _ := m.CallName(call)
		return task{fn: fn, shift: shift, args: m.Tree.Arg(call, position, "args"), once: !strings.HasPrefix(name, "torch.distributed.rpc.")}
	}
	switch name, _ := m.CallName(call); name {
	case "torch.utils.checkpoint.checkpoint":
		return task{fn: m.Tree.Arg(call, 0, "function"), first: 1}
	case "asyncio.to_thread":
		return task{fn: m.Tree.Arg(call, 0, "func"), first: 1}
	case "builtins.map":
		return task{fn: m.Tree.Arg(call, 0, ""), first: 1, each: true}
	}
	object, method := m.MethodCall(call)
	switch method {
	case "submit", "_gradient_checkpointing_func":
		return task{fn: m.Tree.Arg(call, 0, ""), first: 1}
	case "run_in_executor":
		return task{fn: m.Tree.Arg(call, 1, "func"), first: 2}
	case "then", "add_done_callback":
		if m.ofFuture(object, MaxChoice) {
			return task{fn: m.Tree.Arg(call, 0, "callback"), first: 1}
		}
	case "apply", "apply_async":
		if isPool(m.Tree.Text(object)) {
			return task{fn: m.Tree.Arg(call, 0, "func"), args: m.Tree.Arg(call, 1, "args")}
		}
	case "map", "imap", "imap_unordered", "map_async":
		if isPool(m.Tree.Text(object)) {
			return task{fn: m.Tree.Arg(call, 0, ""), first: 1, each: true}
		}
	}
	return task{}
}

// isPool recognises the names of worker pools, since other objects have methods of the
// same names.
func isPool(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "pool") || strings.HasSuffix(name, "executor")
}

// RunsEach reports whether a call runs its function argument for all items of another
// argument: map(infer, loader).
func (m *Model) RunsEach(call syntax.Node) bool { return m.taskOf(call).each }

// HandedOver returns the function that a call hands over to be run for its result; None if
// there is none.
func (m *Model) HandedOver(call syntax.Node) syntax.Node {
	t := m.taskOf(call)
	if t.once {
		return syntax.None
	}
	return t.fn
}

// taskType types a parameter of a function that is handed over to be run, by the
// arguments that are handed over with it.
func (m *Model) taskType(fn syntax.Node, d Def) Type {
	for _, n := range m.MentionsOf(fn) {
		call := m.TakenBy(n)
		if call == syntax.None {
			continue
		}
		t := m.taskOf(call)
		if t.fn != n {
			continue
		}
		if passed := m.Type(m.taskArgument(call, t, m.positionFor(n, fn, d), m.Tree.Text(d.Node))); passed.Kind != KindUnknown {
			if t.each {
				passed = m.elementOf(passed)
			}
			return passed.atMost(Likely)
		}
	}
	return Type{}
}

// taskArgument returns the argument for a parameter that a call hands over with a
// function; None if the text does not show it.
func (m *Model) taskArgument(call syntax.Node, t task, at int, name string) syntax.Node {
	switch {
	case t.first > 0:
		return m.Tree.Arg(call, t.first+at, name)
	case m.Tree.Kind(t.args) == syntax.KindTuple:
		at -= t.shift
		for item := range m.Tree.Children(t.args) {
			if at == 0 {
				return item
			}
			at--
		}
	}
	return syntax.None
}
