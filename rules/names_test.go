package rules_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// bindingForms are programs in which STMT is run, or EXPR evaluated, where names that
// fixes like to use mean something else: all of them stand as NAME.
var bindingForms = map[string]string{
	"nothing":               "IMPORT\nSTMT\n",
	"in a function":         "IMPORT\ndef f():\n    STMT\nf()\n",
	"parameter":             "IMPORT\ndef f(NAME):\n    STMT\nf(1)\n",
	"keyword parameter":     "IMPORT\ndef f(*, NAME=1):\n    STMT\nf()\n",
	"star parameters":       "IMPORT\ndef f(*NAME):\n    STMT\nf()\n",
	"double star":           "IMPORT\ndef f(**NAME):\n    STMT\nf()\n",
	"outer parameter":       "IMPORT\ndef f(NAME):\n    def g():\n        STMT\n    g()\nf(1)\n",
	"lambda parameter":      "IMPORT\n(lambda NAME: EXPR)(1)\n",
	"lambda":                "IMPORT\ndef f(NAME):\n    return (lambda: EXPR)()\nf(1)\n",
	"default of a lambda":   "IMPORT\ndef f(NAME):\n    return lambda x=EXPR: x\nf(1)\n",
	"default of parameter":  "IMPORT\nNAME = 1\ndef f(x=EXPR):\n    return x\nf()\n",
	"decorator argument":    "IMPORT\ndef d(x):\n    return lambda f: f\ndef g(NAME):\n    @d(EXPR)\n    def f(): pass\ng(1)\n",
	"loop variable":         "IMPORT\nfor NAME in [1]:\n    STMT\n",
	"loop variable before":  "IMPORT\nfor NAME in [1]:\n    pass\nSTMT\n",
	"loop variable inside":  "IMPORT\ndef f():\n    for x, NAME in [(1, 2)]:\n        STMT\nf()\n",
	"assignment":            "IMPORT\nNAME = 1\nSTMT\n",
	"tuple assignment":      "IMPORT\nx, (NAME, *y) = 1, (2, 3)\nSTMT\n",
	"annotated":             "IMPORT\nNAME: int = 1\nSTMT\n",
	"only annotated":        "IMPORT\ndef f():\n    NAME: int\n    STMT\nf()\n",
	"augmented":             "IMPORT\nNAME = 1\nNAME += 1\nSTMT\n",
	"local":                 "IMPORT\ndef f():\n    NAME = 1\n    STMT\nf()\n",
	"bound later in it":     "IMPORT\ndef f():\n    STMT\n    NAME = 1\nf()\n",
	"global":                "IMPORT\ndef f():\n    global NAME\n    NAME = 1\n    STMT\nf()\n",
	"global elsewhere":      "IMPORT\ndef g():\n    global NAME\n    NAME = 1\ng()\ndef f():\n    STMT\nf()\n",
	"nonlocal":              "IMPORT\ndef f():\n    NAME = 1\n    def g():\n        nonlocal NAME\n        NAME = 2\n        STMT\n    g()\nf()\n",
	"class attribute":       "IMPORT\nclass C:\n    NAME = 1\n    STMT\n",
	"class attribute later": "IMPORT\nclass C:\n    STMT\n    NAME = 1\n",
	"method":                "IMPORT\nclass C:\n    NAME = 1\n    def f(self):\n        STMT\nC().f()\n",
	"class":                 "IMPORT\nclass NAME:\n    pass\nSTMT\n",
	"function":              "IMPORT\ndef NAME():\n    STMT\nNAME()\n",
	"nested function":       "IMPORT\ndef f():\n    def NAME():\n        STMT\n    NAME()\nf()\n",
	"list comprehension":    "IMPORT\n[EXPR for NAME in [1]]\n",
	"set comprehension":     "IMPORT\n{str(EXPR) for NAME in [1]}\n",
	"dict comprehension":    "IMPORT\n{NAME: EXPR for NAME in [1]}\n",
	"generator":             "IMPORT\nlist(EXPR for NAME in [1])\n",
	"filter":                "IMPORT\n[1 for NAME in [1] if EXPR]\n",
	"inner iterable":        "IMPORT\n[1 for NAME in [1] for x in [EXPR]]\n",
	"walrus":                "IMPORT\n(NAME := 1)\nSTMT\n",
	"walrus inside":         "IMPORT\ndef f():\n    [(NAME := x) for x in [1]]\n    STMT\nf()\n",
	"match":                 "IMPORT\nmatch 1:\n    case NAME:\n        STMT\n",
	"match as":              "IMPORT\nx = [1]\nmatch x:\n    case [int() as NAME]:\n        STMT\n",
	"match star":            "IMPORT\nx = [1]\nmatch x:\n    case [*NAME]:\n        STMT\n",
	"match rest":            "IMPORT\nx = {}\nmatch x:\n    case {**NAME}:\n        STMT\n",
	"except":                "IMPORT\ntry:\n    1 / 0\nexcept ZeroDivisionError as NAME:\n    STMT\n",
	"behind except":         "IMPORT\nNAME = 1\ntry:\n    1 / 0\nexcept ZeroDivisionError as NAME:\n    pass\nSTMT\n",
	"with":                  "IMPORT\nimport contextlib\nwith contextlib.nullcontext(1) as NAME:\n    STMT\n",
	"with several":          "IMPORT\nimport contextlib\nwith contextlib.nullcontext((1, 2)) as (x, NAME):\n    STMT\n",
	"deleted":               "IMPORT\nimport NAME\ndel NAME\nSTMT\n",
	"deleted in a function": "IMPORT\ndef f():\n    import NAME\n    del NAME\n    STMT\nf()\n",
	"deleted later":         "IMPORT\nimport NAME\ndef f():\n    STMT\ndel NAME\nf()\n",
	"imported later":        "IMPORT\nSTMT\nimport NAME\n",
	"imported later in it":  "IMPORT\ndef f():\n    STMT\n    import NAME\nf()\n",
	"imported around it":    "IMPORT\nimport NAME\ndef f():\n    STMT\n    import NAME\nf()\n",
	"imported elsewhere":    "IMPORT\ndef g():\n    import NAME\ndef f():\n    STMT\nf()\n",
	"imported in a branch":  "IMPORT\nif not IMPORT_IT:\n    import NAME\nSTMT\n",
	"branch of a function":  "IMPORT\ndef f(x):\n    if x:\n        import NAME\n    STMT\nf(False)\n",
	"for types":             "IMPORT\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import NAME\nSTMT\n",
	"for types, function":   "IMPORT\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import NAME\ndef f():\n    STMT\nf()\n",
	"try":                   "IMPORT\ntry:\n    1 / 0\n    import NAME\nexcept ZeroDivisionError:\n    pass\nSTMT\n",
	"try with fallback":     "IMPORT\ntry:\n    1 / 0\n    import NAME\nexcept ZeroDivisionError:\n    NAME = None\ndef f():\n    STMT\nf()\n",
	"loop that never runs":  "IMPORT\nfor x in []:\n    import NAME\nSTMT\n",
	"rebound later":         "IMPORT\nimport NAME\ndef f():\n    STMT\nNAME = 1\nf()\n",
	"rebound before":        "IMPORT\nimport NAME\nNAME = 1\nSTMT\n",
	"rebound in a branch":   "IMPORT\nimport NAME\nif NAME:\n    NAME = 1\nSTMT\n",
	"rebound in the loop":   "IMPORT\nimport NAME\nfor x in [1, 2]:\n    STMT\n    NAME = 1\n",
	"another module":        "IMPORT\nimport json as NAME\nSTMT\n",
	"relative name":         "IMPORT\nfrom os import path as NAME\nSTMT\n",
	"imported in it":        "def f():\n    IMPORT\n    NAME = 1\n    STMT\nf()\n",
	"in a method":           "class C:\n    def f(self, NAME):\n        IMPORT\n        STMT\nC().f(1)\n",
	"imported under a try":  "try:\n    IMPORT\nexcept ImportError:\n    pass\ndef f(NAME):\n    STMT\nf(1)\n",
	"imported under an if":  "if not IMPORT_IT:\n    NAME = 1\nif True: IMPORT\nSTMT\n",
	"imported in a class":   "class C:\n    IMPORT\n    NAME = 1\n    STMT\n",
	"enclosed import":       "def f():\n    IMPORT\n    def g(NAME):\n        STMT\n    g(1)\nf()\n",
	"own name is taken":     "IMPORT\ndef f(NAME, _NAME, _local_NAME):\n    STMT\nf(1, 2, 3)\n",
}

// namingFix is a fix that names something: the code it is for and the API that code
// calls then, by the rewrite.
type namingFix struct {
	imports, expr string
	rewrite       opsdb.Rewrite
	want          string
}

var namingFixes = map[string]namingFix{
	"synchronize":          {"import torch.cuda as tc", "tc.synchronize()", opsdb.RewriteNeuron, "torch.neuron.synchronize"},
	"synchronize portable": {"import torch.cuda as tc", "tc.synchronize()", opsdb.RewritePortable, "torch.accelerator.synchronize"},
	"synchronize xla":      {"import torch.cuda as tc", "tc.synchronize()", opsdb.RewriteXLA, "torch_xla.sync"},
	"wait":                 {"import torch.cuda as tc", "tc.synchronize(0)", opsdb.RewriteNeuron, "torch.accelerator.synchronize"},
	"function by name":     {"from torch.cuda import synchronize", "synchronize()", opsdb.RewriteNeuron, "torch.neuron.synchronize"},
	"seed":                 {"from torch import cuda", "cuda.manual_seed(1)", opsdb.RewriteNeuron, "torch.manual_seed"},
	"seed xla":             {"from torch import cuda", "cuda.manual_seed(1)", opsdb.RewriteXLA, "torch_xla.manual_seed"},
	"memory":               {"from torch import cuda", "cuda.max_memory_allocated()", opsdb.RewriteNeuron, "torch_neuronx.max_memory_allocated"},
	"idiom":                {"from torch import cuda, device", "device('cuda' if cuda.is_available() else 'cpu')", opsdb.RewriteNeuron, "torch.accelerator.is_available"},
	"idiom portable":       {"from torch import cuda, device", "device('cuda' if cuda.is_available() else 'cpu')", opsdb.RewritePortable, "torch.accelerator.current_accelerator"},
	"literal portable":     {"from torch import zeros", "zeros(1, device='cuda')", opsdb.RewritePortable, "torch.accelerator.current_accelerator"},
	"method portable":      {"from torch import zeros", "zeros(1).cuda()", opsdb.RewritePortable, "torch.accelerator.current_accelerator"},
	"autocast":             {"from torch.cuda import amp", "amp.autocast()", opsdb.RewriteNeuron, "torch.autocast"},
	"autocast xla":         {"from torch.cuda import amp", "amp.autocast()", opsdb.RewriteXLA, "torch.bfloat16"},
	"autocast portable":    {"from torch import autocast", "autocast('cuda')", opsdb.RewritePortable, "torch.accelerator.current_accelerator"},
	"autocast dtype":       {"from torch import get_autocast_gpu_dtype", "get_autocast_gpu_dtype()", opsdb.RewriteNeuron, "torch.get_autocast_dtype"},
	"backend portable":     {"from torch import distributed", "distributed.init_process_group('nccl')", opsdb.RewritePortable, "torch.distributed.get_default_backend_for_device"},
	"mark_step":            {"import torch_xla.core.xla_model as xm", "xm.mark_step()", opsdb.RewriteXLA, "torch_xla.sync"},
	"xla_device":           {"import torch_xla.core.xla_model as xm", "xm.xla_device()", opsdb.RewriteNeuron, "torch_xla.device"},
	"ordinal":              {"import torch_xla.core.xla_model as xm", "xm.get_ordinal()", opsdb.RewriteXLA, "torch_xla.runtime.global_ordinal"},
}

// program writes the fix's code into a form.
func (f namingFix) program(form string) string {
	name, _, _ := strings.Cut(f.want, ".")
	return strings.NewReplacer("IMPORT_IT", "__name__", "IMPORT", f.imports, "STMT", "print("+f.expr+")", "EXPR", f.expr, "NAME", name).Replace(form)
}

// recording runs programs, a JSON string a line, with modules of torch that have
// whatever is asked of them, and writes what was asked, or the error.
const recording = `
import importlib.abc, importlib.machinery, json, sys, types, contextlib, io

asked = []

class Answer:
    def __init__(self, name): self.__dict__["_name"] = name
    def __getattr__(self, attr):
        if attr.startswith("__"): raise AttributeError(attr)
        asked.append(self._name + "." + attr)
        return Answer(self._name + "." + attr)
    def __call__(self, *args, **kwargs): return Answer(self._name + "()")
    def __enter__(self): return self
    def __exit__(self, *args): return False

class Module(types.ModuleType):
    def __getattr__(self, attr):
        if attr.startswith("__"): raise AttributeError(attr)
        asked.append(self.__name__ + "." + attr)
        return Answer(self.__name__ + "." + attr)

class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] in ("torch", "torch_xla", "torch_neuronx"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec): return Module(spec.name)
    def exec_module(self, module): module.__path__ = []

sys.meta_path.insert(0, Finder())
sys.path[:0] = sys.argv[1:]
sys.dont_write_bytecode = True
for line in sys.stdin:
    asked.clear()
    for name in [m for m in sys.modules if m.split(".")[0] in ("torch", "torch_xla", "torch_neuronx") or m.startswith("star_")]:
        del sys.modules[name]
    error = ""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(json.loads(line), "program", "exec"), {"__name__": "__main__"})
    except BaseException as e:
        error = repr(e)
    print(json.dumps({"asked": asked, "error": error}), flush=True)
`

type recorded struct {
	Asked []string `json:"asked"`
	Error string   `json:"error"`
}

// record runs programs, which may import modules of some directories.
func record(t *testing.T, programs []string, dirs ...string) []recorded {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	var in bytes.Buffer
	for _, text := range programs {
		line, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.CommandContext(t.Context(), path, append([]string{"-c", recording}, dirs...)...)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []recorded
	for line := range bytes.Lines(out) {
		var r recorded
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) != len(programs) {
		t.Fatalf("%d answers to %d programs", len(all), len(programs))
	}
	return all
}

// Whatever a name means where a fix stands, the patched program names the API that the
// fix is for: Python itself runs it.
func TestFixesNameWhatTheyMean(t *testing.T) {
	t.Parallel()
	type try struct{ id, want, before, after string }
	var tries []try
	for form, text := range bindingForms {
		for kind, fix := range namingFixes {
			before := fix.program(text)
			opts := driver.Options{
				Rules: rules.All(), DB: opsdb.New(), Jobs: 1, MinConfidence: analyzer.Possible, Unsafe: true,
				Target: opsdb.Target{SDK: "2.26", Rewrite: fix.rewrite, Instance: "trn2"},
			}
			fixed, err := fixText(t.Context(), opts, "case.py", []byte(before))
			if err != nil {
				t.Fatal(err)
			}
			after := before
			for _, c := range fixed.Changes {
				after = string(c.New)
			}
			tries = append(tries, try{form + ": " + kind, fix.want, before, after})
		}
	}
	slices.SortFunc(tries, func(a, b try) int { return strings.Compare(a.id, b.id) })
	var programs []string
	for _, c := range tries {
		programs = append(programs, c.before, c.after)
	}
	results := record(t, programs)
	withheld := 0
	for i, c := range tries {
		before, after := results[2*i], results[2*i+1]
		show := fmt.Sprintf("\n%s\nbecomes\n%s", c.before, c.after)
		switch {
		case before.Error != "" || slices.Contains(before.Asked, c.want):
			t.Errorf("%s: the case is no case: %s%s", c.id, before.Error, show)
		case c.before == c.after:
			withheld++
			t.Logf("%s: no fix%s", c.id, show)
		case after.Error != "" || !slices.Contains(after.Asked, c.want):
			t.Errorf("%s: %s is not asked for: %s%s", c.id, c.want, after.Error, show)
		}
	}
	t.Logf("%d programs, %d without a fix", len(tries), withheld)
	if withheld > len(tries)/20 {
		t.Errorf("%d of %d programs have no fix", withheld, len(tries))
	}
}
