package distributed

import (
	"strings"

	"github.com/neuronlint/neuronlint/analyzer"
	"github.com/neuronlint/neuronlint/analyzer/syntax"
)

// backendParameter is where an API takes the backend of a process group.
type backendParameter struct {
	position int // -1 if keyword only
	name     string
}

// parameterOf tells where the API named takes a backend; ok is false for other
// names.
func parameterOf(api string) (param backendParameter, ok bool) {
	switch api {
	case "torch.distributed.init_process_group":
		return backendParameter{0, "backend"}, true
	case "torch.distributed.new_group":
		return backendParameter{2, "backend"}, true
	case "torch.distributed.new_subgroups":
		return backendParameter{3, "backend"}, true
	case "torch.distributed.new_subgroups_by_enumeration":
		return backendParameter{2, "backend"}, true
	case "deepspeed.init_distributed", "deepspeed.comm.init_distributed":
		return backendParameter{0, "dist_backend"}, true
	case "accelerate.InitProcessGroupKwargs", "accelerate.utils.InitProcessGroupKwargs":
		return backendParameter{0, "backend"}, true
	case "ray.train.torch.TorchConfig":
		return backendParameter{0, "backend"}, true
	case "transformers.TrainingArguments", "transformers.Seq2SeqTrainingArguments":
		return backendParameter{-1, "ddp_backend"}, true
	}
	top, _, _ := strings.Cut(api, ".")
	if top == "trl" && strings.HasSuffix(api, "Config") {
		return backendParameter{-1, "ddp_backend"}, true // made of TrainingArguments
	}
	if (top == "lightning" || top == "pytorch_lightning") && strings.HasSuffix(api, "Strategy") {
		return backendParameter{-1, "process_group_backend"}, true
	}
	return backendParameter{}, false
}

// isNCCL reports whether a string literal names the NCCL backend, alone or for
// one type of device.
func isNCCL(p *analyzer.Pass, n syntax.Node) bool {
	text, ok := p.Tree.StringValue(n)
	return ok && namesNCCL(text)
}

// namesNCCL reports whether a string that chooses backends chooses NCCL.
func namesNCCL(text string) bool {
	for part := range strings.SplitSeq(strings.ToLower(text), ",") {
		if device, backend, found := strings.Cut(part, ":"); part == "nccl" || found && device == "cuda" && backend == "nccl" {
			return true
		}
	}
	return false
}
