package rules_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/driver"
	"github.com/neuronlint/neuronlint/opsdb"
	"github.com/neuronlint/neuronlint/rules"
)

// TestWalksVisitDefinitionsOnce checks programs in which each value may come from
// many definitions, each of which reads the same value again: of twice as many
// there are four times as many ways from one to the next, and so much more is the
// work. A walk without a memory goes all ways in all orders, of which there are
// more than there is time for.
//
// Work is counted and not timed: all that a model is asked.
func TestWalksVisitDefinitionsOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n, most, batch = 10, 6, 40
	db := opsdb.New()
	for form, write := range tangles() {
		t.Run(form, func(t *testing.T) {
			for sinks := range slices.Chunk(sinks(), batch) {
				all := strings.Join(sinks, "\n")
				small, large := steps(t, db, write(n, all)), steps(t, db, write(2*n, all))
				if float64(large) > most*float64(small) {
					t.Errorf("%d questions for %d, %d for %d\n%s", small, n, large, 2*n, write(2, all)["main.py"])
				}
			}
		})
	}
}

// sinks are what may be done with a value x, all that some rule asks about.
func sinks() []string {
	return []string{
		"torch.device(x)", "y.to(x)", "y.cuda(x)", "torch.zeros(2, device=x)", "torch.zeros(x)", "torch.zeros(2, dtype=x)",
		"torch.arange(x)", "y.view(x)", "y.view(x, -1)", "y[x]", "y[:x]", "x.item()", "x.cpu()", "x.cuda()", "x.half()", "x.numpy()", "x()", "x(y)", "x.step()",
		"if x == 'cuda': pass", "if x: pass", "if x is None: pass", "if x > 0: pass", "while x: x.step()", "for z in x: z.item()", "for z in range(x): torch.zeros(z)",
		"torch.load(p, map_location=x)", "torch.save(x, p)", "torch.compile(f, backend=x)", "torch.compile(x)", "torch.jit.trace(x, y)", "torch.autocast(x)", "torch.autocast('cuda', dtype=x)", "torch.amp.GradScaler(x)",
		"torch.distributed.init_process_group(x)", "torch.distributed.init_process_group(backend=x)", "torch.distributed.all_reduce(y, group=x)", "torch.nn.parallel.DistributedDataParallel(y, device_ids=x)",
		"torch.utils.data.DataLoader(x, pin_memory=x)", "torch.utils.data.DataLoader(y, batch_size=x, drop_last=x, sampler=x, collate_fn=x)",
		"torch.nn.functional.interpolate(y, mode=x, size=x)", "torch.where(x)", "torch.where(x, y, y)", "torch.nonzero(x)", "torch.matmul(x, x)", "torch.einsum(x, y)", "x @ x", "x + x", "torch.sort(x)", "x.sum(dim=x)", "torch.cat(x)", "torch.stack([x, x])", "torch.tensor(x)", "torch.nn.Linear(x, x)", "torch.optim.Adam(x)", "torch.optim.Adam(y, fused=x)",
		"torch.cuda.set_device(x)", "torch.cuda.is_available() and x", "torch.backends.cudnn.benchmark = x", "torch.set_default_device(x)", "torch.set_default_dtype(x)", "os.environ['CUDA_VISIBLE_DEVICES'] = x", "os.environ[x] = '1'", "os.environ.get(x)", "importlib.import_module(x)", "getattr(torch, x)", "subprocess.run(x)", "open(x)", "print(x)", "assert x", "raise x",
		"jax.devices(x)", "jax.devices()[x]", "jax.device_put(y, x)", "jax.jit(x)", "jax.jit(f, device=x, backend=x)", "jax.config.update('jax_platform_name', x)", "jax.config.update(x, True)", "jnp.zeros(x)", "jnp.zeros(2, dtype=x)", "jnp.asarray(x)", "jnp.dot(x, x)", "jax.lax.while_loop(x, x, x)", "jax.lax.scan(x, x, x)", "jax.lax.fori_loop(x, x, x, x)", "jax.lax.cond(x, x, x, x)", "jax.random.normal(x)", "jax.random.split(x)", "jax.vmap(x)(x)", "jax.pmap(x)", "jnp.where(x)", "jnp.nonzero(x, size=x)", "x.block_until_ready()", "x.platform == 'gpu'", "x.at[x].set(x)", "jax.default_backend() == x",
		"model = AutoModel.from_pretrained(x, device_map=x, torch_dtype=x, attn_implementation=x)", "Trainer(accelerator=x, precision=x)", "TrainingArguments(bf16=x, optim=x)", "onnxruntime.InferenceSession(p, providers=x)", "x.backward()", "x.generate(y)", "x.load_state_dict(x)", "x.append(x)", "x.update(x)", "x['a'].cuda()", "x.device.type == 'cuda'", "x.to(x.device)", "torch.device(f'{x}:0')", "torch.device('cuda' if x else 'cpu')", "torch.device(type=x, index=x)", "return x",
	}
}

const preamble = `import importlib, os, random, subprocess
import torch, jax, onnxruntime
import jax.numpy as jnp
from transformers import AutoModel, Trainer, TrainingArguments
if torch.cuda.is_available(): pass
if jax.default_backend() == "gpu": pass
`

// tangles are programs that write n assignments in front of a sink, in the main
// one of their files.
func tangles() map[string]func(n int, sink string) map[string]string {
	alone := func(body func(n int, sink string) string) func(int, string) map[string]string {
		return func(n int, sink string) map[string]string {
			return map[string]string{"main.py": preamble + "def run(y, p, foo, c, f):\n" + indented(body(n, sink))}
		}
	}
	// assignments is a loop of conditional ones.
	assignments := func(start, line string) func(int, string) map[string]string {
		return alone(func(n int, sink string) string {
			return "x = " + start + "\nwhile c:\n" + indented(repeat(n, "if c[%d]: "+line)) + sink + "\n"
		})
	}
	within := func(start, line string) func(int, string) map[string]string {
		return alone(func(n int, sink string) string {
			return "x = " + start + "\nwhile c:\n" + indented(repeat(n, "if c[%d]: "+line)+sink+"\n")
		})
	}
	return map[string]func(int, string) map[string]string{
		"of itself":             assignments("foo", "x = x"),
		"of itself, a string":   assignments("'cuda'", "x = x"),
		"of itself, a tensor":   assignments("torch.zeros(2)", "x = x"),
		"of itself, an array":   assignments("jnp.zeros(2)", "x = x"),
		"of itself, read there": within("foo", "x = x"),
		"a method of itself":    assignments("foo", "x = x.m()"),
		"a method, read there":  within("torch.zeros(2)", "x = x.view(-1)"),
		"a call of itself":      assignments("foo", "x = torch.relu(x)"),
		"a jax call of itself":  assignments("foo", "x = jnp.sin(x)"),
		"a str of itself":       assignments("foo", "x = str(x)"),
		"a sum of itself":       assignments("foo", "x = x + x"),
		"an int of itself":      assignments("foo", "x = int(x) // 2"),
		"an item of itself":     assignments("foo", "x = x[0]"),
		"a part of itself":      assignments("foo", "x, z = x, x"),
		"unpacked from itself":  assignments("foo", "x, z = x"),
		"chosen from itself":    assignments("foo", "x = x if c else x"),
		"either of itself":      assignments("foo", "x = x or x"),
		"both of itself":        assignments("foo", "x = x and not x"),
		"a list of itself":      assignments("foo", "x = [x, x]"),
		"a dict of itself":      assignments("foo", "x = {'a': x, 'b': x}['a']"),
		"a text of itself":      assignments("foo", "x = f'{x}{x}'"),
		"a device of itself":    assignments("foo", "x = torch.device(x)"),
		"a comparison of it":    assignments("foo", "x = x == 'cuda'"),
		"a lambda of itself":    assignments("foo", "x = lambda: x"),
		"a partial of itself":   assignments("foo", "x = functools.partial(x)"),
		"a getattr of itself":   assignments("foo", "x = getattr(x, 'a', x)"),
		"added to itself":       assignments("foo", "x += x"),
		"a loop over itself": alone(func(n int, sink string) string {
			return "x = foo\nwhile c:\n" + indented(repeat(n, "for x in x: pass  # %d")) + sink + "\n"
		}),
		"of each other": alone(func(n int, sink string) string {
			return "x = y1 = foo\nwhile c:\n" + indented(repeat(n, "if c[%d]: x = y1")+repeat(n, "if c[%d]: y1 = x")) + sink + "\n"
		}),
		"without a loop": alone(func(n int, sink string) string {
			return "x = foo\n" + repeat(n, "if c[%d]: x = x or x") + sink + "\n"
		}),
		"one after the other": alone(func(n int, sink string) string {
			return "x0 = foo\n" + eachAfter(n, "xN = xP if c else xP") + "x = x" + fmt.Sprint(n) + "\n" + sink + "\n"
		}),
		"two ways from each": alone(func(n int, sink string) string {
			return "x0 = foo\n" + eachAfter(n, "if c: xN = xP\nelse: xN = xP") + "x = x" + fmt.Sprint(n) + "\n" + sink + "\n"
		}),
		"two methods of each": alone(func(n int, sink string) string {
			return "x0 = foo\n" + eachAfter(n, "xN = xP.a() + xP.b()") + "x = x" + fmt.Sprint(n) + "\n" + sink + "\n"
		}),
		"attributes": func(n int, sink string) map[string]string {
			return map[string]string{"main.py": preamble + "class C(torch.nn.Module):\n    def __init__(self, foo):\n        self.x = foo\n" +
				indented(eachAfter(n, "def sN(self):\n    self.x = self.x")) + "    def forward(self, y, c, p, f):\n        x = self.x\n" + indented(indented(sink+"\n"+strings.ReplaceAll(sink, "x.", "self.x.")+"\n"))}
		},
		"attributes of each other": func(n int, sink string) map[string]string {
			return map[string]string{"main.py": preamble + "class C(torch.nn.Module):\n    def __init__(self, foo):\n        self.x0 = foo\n" +
				indented(indented(eachAfter(n, "self.xN = self.xP if foo else self.xP"))) + "    def forward(self, y, c, p, f):\n        x = self.x" + fmt.Sprint(n) + "\n" + indented(indented(sink+"\n"))}
		},
		"parameters": func(n int, sink string) map[string]string {
			return map[string]string{"main.py": preamble + "def f0(x, y, c, p, f):\n" + indented(sink+"\n") + eachAfter(n, "def fN(x, y, c, p, f):\n    fP(x, y, c, p, f)\n    fP(x, y, c, p, f)") + "f" + fmt.Sprint(n) + "(foo, y, c, p, f)\n"}
		},
		"what functions return": func(n int, sink string) map[string]string {
			return map[string]string{"main.py": preamble + "def f0(x): return x\n" + eachAfter(n, "def fN(x):\n    if x: return fP(x)\n    return fP(x)") + "def run(y, c, p, f):\n" + indented("x = f"+fmt.Sprint(n)+"(y)\n"+sink+"\n")}
		},
		"functions of other files": func(n int, sink string) map[string]string {
			files := map[string]string{"f0.py": preamble + "def f0(x):\n    return x\n"}
			for i := range n {
				files[fmt.Sprintf("f%d.py", i+1)] = chainedAt(i, preamble+"from fP import fP\ndef fN(x):\n    if x: return fP(x)\n    return fP(x)\n")
			}
			files["main.py"] = preamble + fmt.Sprintf("from f%d import f%d\ndef run(y, c, p, f):\n", n, n) + indented(fmt.Sprintf("x = f%d(y)\n", n)+sink+"\n")
			return files
		},
		"parameters of other files": func(n int, sink string) map[string]string {
			files := map[string]string{"f0.py": preamble + "def f0(x, y, c, p, f):\n" + indented(sink+"\n")}
			for i := range n {
				files[fmt.Sprintf("f%d.py", i+1)] = chainedAt(i, preamble+"from fP import fP\ndef fN(x, y, c, p, f):\n    fP(x, y, c, p, f)\n    fP(x, y, c, p, f)\n")
			}
			files["main.py"] = preamble + fmt.Sprintf("from f%d import f%d\nf%d('cuda', y, c, p, f)\n", n, n, n)
			return files
		},
		"names of other files": func(n int, sink string) map[string]string {
			files := map[string]string{"m0.py": "x0 = foo\n"}
			for i := range n {
				files[fmt.Sprintf("m%d.py", i+1)] = chainedAt(i, "from mP import xP\nif c: xN = xP\nelse: xN = xP\n")
			}
			files["main.py"] = preamble + fmt.Sprintf("from m%d import x%d\ndef run(y, c, p, f):\n    x = x%d\n", n, n, n) + indented(sink+"\n")
			return files
		},
	}
}

// indented moves lines into a block.
func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

// repeat writes a line with a number n times.
func repeat(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// eachAfter writes a line n times, with numbers for N and the one before for P.
func eachAfter(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(chainedAt(i, line) + "\n")
	}
	return b.String()
}

func chainedAt(i int, line string) string {
	return strings.NewReplacer("xN", fmt.Sprint("x", i+1), "xP", fmt.Sprint("x", i), "fN", fmt.Sprint("f", i+1), "fP", fmt.Sprint("f", i), "sN", fmt.Sprint("s", i+1), "mP", fmt.Sprint("m", i)).Replace(line)
}

// steps is how much the models of the files of a program were asked by all rules,
// and fails the test if that has no end.
func steps(t *testing.T, db *opsdb.DB, files map[string]string) int {
	t.Helper()
	t.Chdir(t.TempDir())
	writeFiles(t, files)
	total := 0
	counts := &analyzer.Rule{Code: "NRN999", Name: "counts", Run: func(p *analyzer.Pass) error {
		total += p.Model.Steps()
		return nil
	}}
	result, err := driver.Run(t.Context(), driver.Options{
		Paths: []string{"."}, Rules: slices.Concat(rules.All(), []*analyzer.Rule{counts}), DB: db, Jobs: 1,
		Target: opsdb.Target{SDK: "2.26", Rewrite: opsdb.RewriteNeuron, Instance: "trn2"},
		Limits: driver.Limits{Time: 2 * time.Second}, MinConfidence: analyzer.Possible,
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Stats.FilesFailed > 0 || result.Stats.InternalErrors > 0 {
		t.Errorf("%+v\n%s", result.Stats, files["main.py"])
	}
	return total
}

func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
