package guard

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// runsUnseen reports whether a function of Python or PyTorch runs code that is not
// written in the project's files: another program, a text, or a compiled library.
func runsUnseen(name string) bool {
	switch name {
	case "subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen",
		"subprocess.getoutput", "subprocess.getstatusoutput",
		"asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "pty.spawn",
		"os.system", "os.popen", "os.posix_spawn", "os.posix_spawnp",
		"builtins.exec", "builtins.eval", "runpy.run_path", "runpy.run_module",
		"ctypes.CDLL", "ctypes.PyDLL", "ctypes.cdll.LoadLibrary",
		"torch.ops.load_library", "torch.classes.load_library":
		return true
	}
	return strings.HasPrefix(name, "os.exec") || strings.HasPrefix(name, "os.spawn")
}

// unseenEnds says where a call of such a function leads: to CUDA if its command says so.
func (m *Control) unseenEnds(call syntax.Node) Ending {
	for a := range m.Tree.Args(call) {
		for _, value := range m.Alternatives(a.Value) {
			if m.SaysCUDA(m.Tree.Bytes(value)) {
				return EndsCUDA
			}
		}
	}
	return EndsUnknown
}

// madeElsewhere reports whether an object may be the result of a function of a package
// that nothing is known about: its methods may be of any kind.
func (m *Control) madeElsewhere(obj syntax.Node) bool {
	for _, value := range m.Alternatives(obj) {
		if m.Tree.Kind(value) != syntax.KindCall {
			continue
		}
		if name, _ := m.CallName(value); name == "" || m.Ref(m.Tree.Callee(value)).Local {
			continue
		} else if _, known := m.nameEnds(name); !known {
			return true
		}
	}
	return false
}
