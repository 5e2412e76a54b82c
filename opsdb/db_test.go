package opsdb

import (
	"strings"
	"sync"
	"testing"
)

func TestValidate(t *testing.T) {
	if err := New().Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestAPI(t *testing.T) {
	db := New()
	tests := []struct {
		name, canonical string
		consequence     Consequence
	}{
		{"torch.cuda.empty_cache", "torch.cuda.empty_cache", NoOp},
		{"torch.cuda.memory.empty_cache", "torch.cuda.empty_cache", NoOp},
		{"torch.cuda.synchronize", "torch.cuda.synchronize", Raises},
		{"torch.cuda.is_available", "torch.cuda.is_available", False},
		{"torch.cuda.device_count", "torch.cuda.device_count", Zero},
		{"torch.cuda.get_arch_list", "torch.cuda.get_arch_list", ReturnsNone},
		{"torch.cuda.memory_summary", "torch.cuda.memory_summary", Raises},
		{"torch.cuda.random.manual_seed_all", "torch.cuda.manual_seed_all", NoOp},
		{"torch.cuda.streams.Event.record", "torch.cuda.Event.record", Raises},
		{"torch.cuda.amp.autocast_mode.autocast", "torch.cuda.amp.autocast", NoOp},
		{"torch.backends.cudnn.benchmark", "torch.backends.cudnn.benchmark", NoOp},
		{"torch.cuda.FloatTensor", "torch.cuda.FloatTensor", Raises},
		{"torch.nn.modules.module.Module.cuda", "torch.nn.Module.cuda", Raises},
		{"torch.cuda.OutOfMemoryError", "torch.cuda.OutOfMemoryError", Harmless},
		{"torch.version.cuda", "torch.version.cuda", ReturnsNone},
	}
	for _, test := range tests {
		api, ok := db.API(test.name)
		if !ok || api.Name != test.canonical || api.Consequence != test.consequence {
			t.Errorf("API(%q) = %q, %s, %v; want %q, %s", test.name,
				api.Name, api.Consequence, ok, test.canonical, test.consequence)
		}
		if ok && (api.Reason == "" || api.Ref.Source == "") {
			t.Errorf("API(%q) has no reason or no source", test.name)
		}
	}
	for _, name := range []string{"", "cuda", "torch.cuda.no_such_thing", "torch.relu", "mylib.cuda.empty_cache"} {
		if api, ok := db.API(name); ok {
			t.Errorf("API(%q) = %q, want none", name, api.Name)
		}
	}
}

func TestCanonical(t *testing.T) {
	db := New()
	tests := map[string]string{
		"torch.cuda.memory.memory_allocated":                    "torch.cuda.memory_allocated",
		"torch.cuda.memory._record_memory_history":              "torch.cuda.memory._record_memory_history",
		"torch.cuda.graphs.CUDAGraph.replay":                    "torch.cuda.CUDAGraph.replay",
		"torch.amp.autocast_mode.autocast":                      "torch.amp.autocast",
		"torch.amp.autocast_mode.autocast_decorator":            "torch.amp.autocast_mode.autocast_decorator",
		"torch.nn.modules.linear.Linear":                        "torch.nn.Linear",
		"torch.nn.modules.Linear":                               "torch.nn.Linear",
		"torch.nn.modules.module.Module.to":                     "torch.nn.Module.to",
		"torch.nn.modules.module._IncompatibleKeys":             "torch.nn.modules.module._IncompatibleKeys",
		"torch.nn.modules.utils.consume_prefix_in_state_dict":   "torch.nn.modules.utils.consume_prefix_in_state_dict",
		"torch.nn.parallel.distributed.DistributedDataParallel": "torch.nn.parallel.DistributedDataParallel",
		"torch.nn.parallel.DataParallel":                        "torch.nn.DataParallel",
		"torch.nn.parallel.data_parallel":                       "torch.nn.parallel.data_parallel",
		"torch.nn.functional.relu":                              "torch.nn.functional.relu",
		"torch.relu":                                            "torch.relu",
		"torch.random.fork_rng":                                 "torch.random.fork_rng",
		"torch.random.manual_seed":                              "torch.manual_seed",
		"torch._C._cuda_getDevice":                              "torch._C._cuda_getDevice",
		"torch.optim.adamw.AdamW":                               "torch.optim.AdamW",
		"numpy":                                                 "numpy",
		"":                                                      "",
		"torch.nn.modules.":                                     "torch.nn.modules.",
		".":                                                     ".",
	}
	for name, want := range tests {
		if got := db.Canonical(name); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestReplacement(t *testing.T) {
	db := New()
	tests := []struct {
		api     string
		rewrite Rewrite
		action  Action
		text    string
		safety  string
	}{
		{"torch.cuda.synchronize", RewriteNeuron, ActionRename, "torch.neuron.synchronize", "safe"},
		{"torch.cuda.synchronize", RewritePortable, ActionRename, "torch.accelerator.synchronize", "safe"},
		{"torch.cuda.synchronize", RewriteXLA, ActionRewrite, "torch_xla.sync()", "unsafe"},
		{"torch.cuda.memory.memory_allocated", RewriteNeuron, ActionRename, "torch_neuronx.memory_allocated", "unsafe"},
		{"torch.cuda.set_device", RewriteXLA, ActionRemove, "", "unsafe"},
		{"torch.compile", RewriteNeuron, ActionRewrite, `backend="neuron"`, "safe"},
		{"torch.amp.GradScaler", RewritePortable, ActionKeep, "", "none"},
	}
	for _, test := range tests {
		rep, ok := db.Replacement(test.api, test.rewrite)
		if !ok || rep.Action != test.action || rep.Text != test.text || rep.Safety != test.safety {
			t.Errorf("Replacement(%q, %s) = %+v, %v", test.api, test.rewrite, rep, ok)
		}
		if rep.Ref.Stack != test.rewrite.Stack() {
			t.Errorf("Replacement(%q, %s) is for stack %q", test.api, test.rewrite, rep.Ref.Stack)
		}
	}
	if _, ok := db.Replacement("torch.relu", RewriteNeuron); ok {
		t.Error("torch.relu has a replacement")
	}
}

func TestLibrary(t *testing.T) {
	db := New()
	tests := []struct {
		name, want string
		cudaOnly   bool
	}{
		{"flash_attn", "flash_attn", true},
		{"flash_attn.bert_padding", "flash_attn", true},
		{"numba.cuda", "numba.cuda", true},
		{"numba.cuda.random", "numba.cuda", true},
		{"numba", "", false},
		{"numba.core", "", false},
		{"mmcv.ops.nms", "mmcv.ops", false},
		{"mmcv.cnn", "mmcv", false},
		{"torch_scatter", "torch_scatter", false},
		{"tritonclient.http", "tritonclient", false},
		{"flash_attn_extra", "", false},
		{"", "", false},
	}
	for _, test := range tests {
		lib, ok := db.Library(test.name)
		if lib.Import != test.want || ok != (test.want != "") || lib.CUDAOnly != test.cudaOnly {
			t.Errorf("Library(%q) = %q, CUDA only %v; want %q, %v",
				test.name, lib.Import, lib.CUDAOnly, test.want, test.cudaOnly)
		}
	}
}

func TestEnvVar(t *testing.T) {
	db := New()
	tests := []struct {
		name, want string
		action     Action
	}{
		{"NCCL_DEBUG", "NCCL_DEBUG", ActionKeep},
		{"NCCL_P2P_DISABLE", "NCCL_*", ActionManual},
		{"TORCH_NCCL_BLOCKING_WAIT", "TORCH_NCCL_*", ActionRemove},
		{"CUDA_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", ActionManual},
		{"CUDA_LAUNCH_BLOCKING", "CUDA_LAUNCH_BLOCKING", ActionRemove},
		{"FI_EFA_FORK_SAFE", "FI_EFA_FORK_SAFE", ActionKeep},
		{"NEURON_CC_FLAGS", "NEURON_*", ActionKeep},
		{"PATH", "", ""},
		{"", "", ""},
	}
	for _, test := range tests {
		env, ok := db.EnvVar(test.name)
		if env.Name != test.want || env.Action != test.action || ok != (test.want != "") {
			t.Errorf("EnvVar(%q) = %q, %s; want %q, %s", test.name, env.Name, env.Action, test.want, test.action)
		}
	}
}

func TestReturns(t *testing.T) {
	db := New()
	tests := map[string]Returns{
		"torch.randn":                       {Kind: "tensor"},
		"torch.nn.Module.cuda":              {Kind: "self", InPlace: true},
		"torch.cuda.device_count":           {Kind: "int"},
		"torch.nn.modules.module.Module.to": {Kind: "self", InPlace: true},
		"torch.device":                      {Kind: "device"},
	}
	for name, want := range tests {
		if got, ok := db.Returns(name); !ok || got != want {
			t.Errorf("Returns(%q) = %+v, %v; want %+v", name, got, ok, want)
		}
	}
	if _, ok := db.Returns("numpy.zeros"); ok {
		t.Error("Returns knows numpy.zeros")
	}
}

func TestDeviceParams(t *testing.T) {
	db := New()
	tests := []struct {
		api  string
		want DeviceParam
	}{
		{"torch.Tensor.to", DeviceParam{0, "device", "device"}},
		{"torch.Tensor.cuda", DeviceParam{0, "device", "ordinal"}},
		{"torch.load", DeviceParam{1, "map_location", "map"}},
		{"torch.serialization.load", DeviceParam{1, "map_location", "map"}},
		{"torch.zeros", DeviceParam{-1, "device", "device"}},
		{"torch.autocast", DeviceParam{0, "device_type", "type"}},
		{"torch.nn.Linear", DeviceParam{3, "device", "device"}},
		{"torch.nn.modules.linear.Linear", DeviceParam{3, "device", "device"}},
		{"torch.cuda.set_device", DeviceParam{0, "device", "ordinal"}},
		{"torch.distributed.device_mesh.init_device_mesh", DeviceParam{0, "device_type", "type"}},
		{"transformers.AutoModel.from_pretrained", DeviceParam{-1, "device_map", "device-map"}},
		{"torch.signal.windows.hann", DeviceParam{-1, "device", "device"}},
	}
	for _, test := range tests {
		params := db.DeviceParams(test.api)
		if len(params) != 1 || params[0] != test.want {
			t.Errorf("DeviceParams(%q) = %v, want %v", test.api, params, test.want)
		}
	}
	if params := db.DeviceParams("torch.relu"); params != nil {
		t.Errorf("DeviceParams(torch.relu) = %v", params)
	}
	ddp := db.DeviceParams("torch.nn.parallel.DistributedDataParallel")
	if len(ddp) != 2 || ddp[0].Name != "device_ids" || ddp[1].Name != "output_device" {
		t.Errorf("DistributedDataParallel: %v is not in positional order", ddp)
	}
}

func TestSymbol(t *testing.T) {
	db := New()
	for _, name := range []string{"torch.accelerator.synchronize", "torch.neuron.synchronize", "torch_xla.sync"} {
		if !db.Symbol(name) {
			t.Errorf("Symbol(%q) is false", name)
		}
	}
	// PyTorch 2.8 has no memory functions in torch.accelerator, and only an
	// unreleased source has torch.neuron.memory_allocated.
	for _, name := range []string{"", "torch.accelerator.empty_cache", "torch.neuron.memory_allocated", "torch.cuda.synchronize"} {
		if db.Symbol(name) {
			t.Errorf("Symbol(%q) is true", name)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	db := New()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, ok := db.API("torch.cuda.memory.empty_cache"); !ok {
				t.Error("torch.cuda.memory.empty_cache is unknown")
			}
			db.Library("flash_attn")
			db.EnvVar("NCCL_DEBUG")
			db.DeviceParams("torch.zeros")
		})
	}
	wg.Wait()
}

func TestVersion(t *testing.T) {
	sdk, release, ok := strings.Cut(New().Version(), "+")
	if !ok || sdk != "2.26" || release == "" {
		t.Errorf("version %q", New().Version())
	}
}

// BenchmarkLoad measures reading all tables for the first time.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if err := New().Validate(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstLookup measures what a run pays that only asks for one name.
func BenchmarkFirstLookup(b *testing.B) {
	for b.Loop() {
		if _, ok := New().API("torch.cuda.synchronize"); !ok {
			b.Fatal("torch.cuda.synchronize is unknown")
		}
	}
}
