package guard

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/neuronlint/neuronlint/analyzer/semantic/flow"
	"github.com/neuronlint/neuronlint/analyzer/semantic/infer"
	"github.com/neuronlint/neuronlint/analyzer/source"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// classify is the kind of a guard that keeps the code in the spans from running.
func (b *guardBuilder) classify(dead []source.Span) Kind {
	kind := GuardHarmless
	if b.placesDevices(dead) || b.typesTensors(dead) {
		kind = GuardPlacement
	}
	for n := range b.nodesIn(dead) {
		if b.t.Kind(n) == syntax.KindCall {
			kind = max(kind, b.callKind(n))
		}
	}
	if kind == GuardHarmless && !b.onlyHarmless(dead) {
		kind = GuardOther
	}
	if kind == GuardOther && b.gpuOnly(dead) {
		return GuardGPUOnly
	}
	return kind
}

// placesDevices reports whether a string in the spans becomes a CUDA device.
func (b *guardBuilder) placesDevices(dead []source.Span) bool {
	return slices.ContainsFunc(b.m.DevicesIn(dead), (*flow.Source).Places)
}

func (b *guardBuilder) callKind(call syntax.Node) Kind {
	api, _ := b.m.CallName(call)
	switch api {
	case "torch.Tensor.cuda", "torch.set_default_tensor_type", "torch.set_default_device":
		return GuardPlacement
	case "torch.Tensor.to", "torch.nn.Module.to":
		if b.onlyCasts(call) {
			return GuardOther
		}
		return GuardPlacement
	case "torch.distributed.init_process_group", "torch.nn.parallel.DistributedDataParallel",
		"torch.distributed.fsdp.FullyShardedDataParallel",
		"torch.nn.SyncBatchNorm.convert_sync_batchnorm":
		return GuardSync
	}
	switch obj, method := b.m.MethodCall(call); method {
	case "cuda":
		if b.m.Stateless(obj) != "" {
			return GuardHarmless // nothing is moved
		}
		return GuardPlacement
	case "format", "join": // makes text for people
		return GuardHarmless
	case "append":
		if b.t.Kind(b.t.Arg(call, 0, "")) == syntax.KindString {
			return GuardHarmless
		}
	}
	if b.harmlessCall(api) {
		return GuardHarmless
	}
	return GuardOther
}

// onlyCasts reports whether a call of .to takes a dtype and no device.
func (b *guardBuilder) onlyCasts(call syntax.Node) bool {
	to := b.t.Arg(call, 0, "")
	if to == syntax.None {
		return b.t.Keyword(call, "dtype") != syntax.None && b.t.Keyword(call, "device") == syntax.None
	}
	return b.t.Kind(to) == syntax.KindAttribute && b.t.View(b.t.AttrName(to)) == "dtype" || b.m.Type(to).Kind == infer.KindDType
}

// harmlessCall reports whether skipping the call changes no result: CUDA
// housekeeping and messages.
func (b *guardBuilder) harmlessCall(api string) bool {
	switch api {
	case "builtins.exec", "builtins.eval", "builtins.setattr", "builtins.exit", "builtins.quit", "builtins.open":
		return false
	case "torch.cuda.synchronize", "torch.cuda.empty_cache", "torch.cuda.ipc_collect", "torch.cuda.set_device",
		"torch.cuda.manual_seed", "torch.cuda.manual_seed_all", "torch.cuda.seed", "torch.cuda.seed_all",
		"torch.cuda.reset_peak_memory_stats", "torch.cuda.reset_max_memory_allocated",
		"torch.cuda.memory_allocated", "torch.cuda.max_memory_allocated", "torch.cuda.memory_reserved",
		"torch.cuda.max_memory_reserved", "torch.cuda.memory_summary", "torch.cuda.get_device_name",
		"torch.cuda.get_device_properties", "torch.cuda.device_count", "torch.cuda.current_device",
		"torch.cuda.get_device_capability", "torch.cuda.is_available", "torch.cuda.mem_get_info":
		return true
	}
	return strings.HasPrefix(api, "logging.") || strings.HasPrefix(api, "builtins.") || api == "warnings.warn"
}

// onlyHarmless reports whether the spans only hold calls and flags of CUDA, and
// messages; an assignment or return could matter elsewhere.
func (b *guardBuilder) onlyHarmless(dead []source.Span) bool {
	for _, s := range b.m.Stores() {
		if b.t.Span(s.Target).In(dead) && !b.isFlag(s.Target) {
			return false
		}
	}
	for n := range b.nodesIn(dead) {
		switch b.t.Kind(n) {
		case syntax.KindAssignment, syntax.KindAugmentedAssignment, syntax.KindReturn, syntax.KindYield, syntax.KindRaise:
			if !b.isFlag(b.t.Child(n, syntax.FieldLeft)) {
				return false
			}
		}
	}
	return true
}

// nodesIn yields the nodes that begin in the spans. Nodes are numbered in the order of
// their beginnings, so no others are visited.
func (b *guardBuilder) nodesIn(spans []source.Span) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, span := range spans {
			first := sort.Search(b.t.Len(), func(i int) bool { return b.t.Start(syntax.Node(i)) >= span.Start })
			for n := syntax.Node(first); int(n) < b.t.Len() && b.t.Start(n) < span.End; n++ {
				if n != syntax.None && !yield(n) {
					return
				}
			}
		}
	}
}

// isFlag reports whether an assignment target is a backend flag of PyTorch.
func (b *guardBuilder) isFlag(target syntax.Node) bool {
	name, _ := b.m.Name(target)
	return strings.HasPrefix(name, "torch.backends.")
}
