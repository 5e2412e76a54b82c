package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/neuronlint/neuronlint/opsdb"
)

func TestConditionInWords(t *testing.T) {
	for condition, want := range map[string]string{
		"":                                       "",
		"backward":                               "the call is differentiated",
		"dtype is int64":                         "the dtype is int64",
		"dtype in {int32,int64}":                 "the dtype is int32 or int64",
		"target not in {trn2}":                   "target not in {trn2}", // no condition, so repeated
		"arg p = 0":                              "p is 0",
		`arg mode = "a b"`:                       `mode is "a b"`,
		`arg mode in {"a,b","c"}`:                `mode is "a,b" or "c"`,
		"arg dilation given":                     "dilation is given",
		"arg value on host":                      "value is a tensor on the host",
		"not arg hermitian = True":               "hermitian is not True",
		"not mask boolean":                       "not an index is a mask",
		"kwarg pin_memory = True":                "pin_memory is passed and pin_memory is True",
		"arg a absent and rank >= 2":             "a is not given and the number of dimensions is at least 2",
		"arg n not in {1,2,None}":                "n is not 1, 2 nor None",
		"rank < 3 or not (training or backward)": "the number of dimensions is less than 3 or not (the module is in training mode or the call is differentiated)",
		"overload dtype":                         "the overload is dtype",
		"indices computed and mask boolean":      "the indices are computed and an index is a mask",
		"shape dynamic and arg a != 1.5":         "the shape changes from step to step and a is not 1.5",
		"dtype is int64 or (dtype is int32 and target in {trn2,trn3})": "the dtype is int64 or (the dtype is int32 and the target is trn2 or trn3)",
	} {
		if got := inWords(condition); got != want {
			t.Errorf("%s:\n got %s\nwant %s", condition, got, want)
		}
	}
}

// TestEveryConditionHasWords fails when the language of conditions has learned
// something that the words do not tell.
func TestEveryConditionHasWords(t *testing.T) {
	db := opsdb.New()
	db.Verdicts(func(v opsdb.Verdict) bool {
		words := inWords(v.Condition)
		for _, code := range []string{"arg", "kwarg", "absent"} {
			if strings.ContainsAny(words, "=<>{}") || slices.Contains(strings.Fields(words), code) {
				t.Errorf("%s: %q is told as %q", v.Operator, v.Condition, words)
			}
		}
		return false
	})
}

func TestLookUp(t *testing.T) {
	db := opsdb.New()
	for name, want := range map[string]string{
		"F.gelu":                       "torch.nn.functional.gelu",
		"torch.gelu":                   "torch.nn.functional.gelu",
		"gelu":                         "torch.nn.functional.gelu",
		"aten::gelu":                   "aten::gelu",
		"Tensor.gelu_":                 "aten::gelu_",
		"torch.Tensor.gelu_":           "aten::gelu_",
		"jax.lax.cond":                 "jax.lax.cond",
		"lax.cond":                     "lax.cond",
		"jnp.dot":                      "jax.numpy.dot",
		"nn.Conv2d":                    "torch.nn.Conv2d",
		"nn.modules.conv.Conv2d":       "torch.nn.Conv2d",
		"linalg.norm":                  "torch.linalg.norm",
		"torch.add()":                  "torch.add",
		"torch.ops.aten.add.Tensor":    "aten::add.Tensor",
		"aten.add.Tensor":              "aten::add.Tensor",
		"torch.ops.torchvision.nms":    "torchvision::nms",
		"torch.cuda.synchronize":       "torch.cuda.synchronize",
		"Conv2d":                       "torch.nn.Conv2d",
		"view_as_complex":              "torch.view_as_complex",
		"torch.nn.functional.unknown_": "",
		"torch.gleu":                   "",
		"sklearn.add":                  "",
		"":                             "",
	} {
		if api, ok := lookUp(db, name); api.Name != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", name, api.Name, want)
		}
	}
}

func TestGraphNames(t *testing.T) {
	forms := newGraphForms()
	for line, want := range map[string]string{
		`%a : [num_users=1] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), kwargs = {})`: "torch.ops.aten.add.Tensor",
		`add: "f32[3]" = torch.ops.aten.add.Tensor(gelu, 1);  gelu = None`:                                  "torch.ops.aten.add.Tensor",
		`%r : [num_users=1] = call_function[target=torch.relu](args = (%add,), kwargs = {})`:                "torch.relu",
		`%v : [num_users=1] = call_method[target=view](args = (%relu, -1), kwargs = {})`:                    "torch.Tensor.view",
		`%m : [num_users=1] = call_function[target=operator.mul](args = (%view, 2), kwargs = {})`:           "aten::mul",
		`%g : [num_users=1] = call_function[target=operator.getitem](args = (%view, 2), kwargs = {})`:       "",
		`call_function  relu  <built-in method relu of type object at 0x7f>  (add,)  {}`:                    "torch.relu",
		`relu = torch.nn.functional.relu(x, inplace = False);  x = None`:                                    "torch.nn.functional.relu",
		`%5 : Tensor = aten::relu(%x) # model.py:3:0`:                                                       "aten::relu",
		` # File: m.py:9 in forward, code: return torch.relu(x)`:                                            "",
		`class GraphModule(torch.nn.Module):`:                                                               "",
		`%conv : [num_users=1] = call_module[target=conv](args = (%x,), kwargs = {})`:                       "",
		`call_function  l  aten._linalg_svd.default  (x,)  {}`:                                              "aten._linalg_svd.default",
		`call_function  g  <function grid_sample at 0x7f0>  (x, x)  {}`:                                     "grid_sample",
		`call_function  p  <function boolean_dispatch.<locals>.fn at 0x7f0>  (x, 2)  {}`:                    "",
		`call_method    u  unique  (x,)  {}`:                                                                "torch.Tensor.unique",
		`call_function  a  <built-in function add>  (x, 1)  {}`:                                             "aten::add",
		`call_function  f  <built-in function linear>  (x, w)  {}`:                                          "linear",
		`call_function  i  <built-in function getitem>  (x, 0)  {}`:                                         "",
		`abs_1 = relu.abs();  relu = None`:                                                                  "torch.Tensor.abs",
		`conv = self.conv(x);  x = None`:                                                                    "",
		`mul = operator.mul(x, 2)`:                                                                          "aten::mul",
	} {
		if names, _ := forms.read(line); strings.Join(names, " ") != want {
			t.Errorf("%s:\n got %q\nwant %q", line, names, want)
		}
	}
}

func TestGuessInput(t *testing.T) {
	for text, want := range map[string]string{
		"torch.add\n\naten::mul # both\n":         inputList,
		`{"supported_operators": {}}`:             inputAnalyze,
		`{"unsupported_operators": []}`:           inputAnalyze,
		`{"traceEvents": []}`:                     inputTrace,
		`[{"name": "aten::add"}]`:                 inputTrace,
		"[12:00] ERROR NCC_EVRF004: complex":      inputLog,
		"graph(%x : Float):\n %y = aten::abs(%x)": inputGraph,
		"once upon a time":                        "",
		" \n":                                     "",
	} {
		if got, err := guessInput([]byte(text)); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, want %q; error %v", text, got, want, err)
		}
	}
}
