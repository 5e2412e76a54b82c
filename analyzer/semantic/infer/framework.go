package infer

import "strings"

// instanceName is the class whose methods an instance of the named framework class has;
// "" for a name that is no known class.
func (m *Model) instanceName(name string) string {
	base := name[strings.LastIndexByte(name, '.')+1:]
	class := base != "" && base[0] >= 'A' && base[0] <= 'Z'
	switch {
	case name == "torch.device", name == "torch.dtype", name == "torch.Generator", name == accelerator, name == "torch.cuda.Event", name == "torch.cuda.Stream":
		return name
	case !class:
		return ""
	case name == "torch.nn.Parameter", name == "torch.nn.parameter.Parameter", name == "torch.Tensor",
		name == "torch.autograd.Variable", name == "torch.autograd.variable.Variable", // which makes tensors since PyTorch 0.4
		strings.HasPrefix(name, "torch.") && strings.HasSuffix(name, "Tensor") && strings.Count(name, ".") <= 2:
		return "torch.Tensor"
	case strings.HasPrefix(name, "torch.nn.") && !strings.HasPrefix(name, "torch.nn.utils.") && !strings.HasPrefix(name, "torch.nn.attention."):
		return "torch.nn.Module"
	case strings.HasPrefix(name, "torch.optim.") && !strings.HasPrefix(name, "torch.optim.lr_scheduler."):
		return "torch.optim.Optimizer"
	case name == "torch.utils.data.DataLoader", name == "torch.utils.data.dataloader.DataLoader":
		return "torch.utils.data.DataLoader"
	case name == "torch.autograd.Function", IsDistribution(name), dataClassParser(name) != "":
		return name
	case base == "LightningModule":
		return "torch.nn.Module"
	}
	return ""
}

func (m *Model) constructed(class string, c Confidence) Type {
	for k, name := range ClassName {
		if name == class {
			return Type{Kind: Kind(k), Name: name, Confidence: c}
		}
	}
	return Type{Kind: KindInstance, Name: class, Confidence: c}
}

// returnType translates a row of the returns table.
func returnType(kind string) Type {
	kind, _, _ = strings.Cut(kind, "|")
	switch {
	case kind == "tensor":
		return TypeOf(KindTensor, Certain)
	case kind == "array":
		return TypeOf(KindArray, Certain)
	case strings.HasPrefix(kind, "tensors("), strings.HasPrefix(kind, "namedtuple("), kind == "list[tensor]":
		return Type{Kind: KindSequence, Name: ClassName[KindSequence], Elem: KindTensor, Confidence: Certain}
	case strings.HasPrefix(kind, "arrays("), kind == "list[array]":
		return Type{Kind: KindSequence, Name: ClassName[KindSequence], Elem: KindArray, Confidence: Certain}
	}
	switch kind {
	case "ndarray":
		return TypeOf(KindNDArray, Certain)
	case "size":
		return TypeOf(KindSize, Certain)
	case "int":
		return TypeOf(KindInt, Certain)
	case "scalar":
		return TypeOf(KindFloat, Certain)
	case "bool":
		return TypeOf(KindBool, Certain)
	case "str":
		return TypeOf(KindString, Certain)
	case "device":
		return TypeOf(KindDevice, Certain)
	case "dtype":
		return TypeOf(KindDType, Certain)
	case "module":
		return TypeOf(KindModule, Certain)
	case "dict":
		return TypeOf(KindDict, Certain)
	}
	return Type{}
}

// libraryCall types well-known functions of libraries that are in no table.
func libraryCall(name string) Type {
	switch name {
	case "timm.create_model", "timm.models.create_model", "torch.hub.load", "torch.compile", "torch.jit.script", "torch.jit.trace", "torch.jit.load":
		return TypeOf(KindModule, Likely)
	case "torch.nn.utils.rnn.pad_sequence", "torch.nn.utils.clip_grad_norm_", "torch.nn.utils.parameters_to_vector":
		return TypeOf(KindTensor, Certain)
	case "torch.nn.Module.parameters", "torch.nn.Module.buffers", "torch.autograd.grad", "torch.distributed.nn.all_gather",
		"torch.distributed.nn.functional.all_gather":
		return sequenceOf(TypeOf(KindTensor, Certain))
	case "torch.nn.Module.modules", "torch.nn.Module.children":
		return sequenceOf(TypeOf(KindModule, Certain))
	case "torch.nn.Module.state_dict", "torch.distributed.autograd.get_gradients":
		return Type{Kind: KindDict, Name: ClassName[KindDict], Elem: KindTensor, Confidence: Likely}
	case "torch.nn.Module.forward", "torch.autograd.Function.apply", "torch.utils.dlpack.from_dlpack", "torch.nn.utils.get_total_norm",
		"torch.distributed.nn.all_reduce", "torch.distributed.nn.functional.all_reduce":
		return TypeOf(KindTensor, Likely)
	case "torch.Generator.manual_seed", "torch.Generator.clone_state", "torch.Generator.set_offset": // returns itself, or another one
		return Type{Kind: KindInstance, Name: "torch.Generator", Confidence: Certain}
	case "torch.distributed.get_rank", "torch.distributed.get_world_size", "torch.cuda.device_count", "torch.cuda.current_device":
		return TypeOf(KindInt, Certain)
	case "os.getenv", "os.environ.get":
		return TypeOf(KindString, Likely)
	case "jax.device_put":
		return TypeOf(KindArray, Likely)
	case "jax.devices", "jax.local_devices":
		return sequenceOf(TypeOf(KindInstance, Certain))
	case "cv2.imread", "jax.device_get": // a value fetched from the device is on the host
		return TypeOf(KindNDArray, Likely)
	case "PIL.Image.open", "PIL.Image.fromarray", "PIL.Image.new":
		return Type{Kind: KindInstance, Name: "PIL.Image.Image", Confidence: Certain}
	}
	return familyCall(name)
}

// familyCall types functions by their library.
func familyCall(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasPrefix(name, "numpy."):
		return TypeOf(KindNDArray, Likely)
	case strings.HasPrefix(name, "torch.nn.") && base == "forward":
		return TypeOf(KindTensor, Likely)
	case strings.HasPrefix(name, "torchvision.models."):
		return TypeOf(KindModule, Likely)
	case strings.HasPrefix(name, "transformers.") && base == "from_pretrained" && strings.Contains(name, "Model"):
		return TypeOf(KindModule, Likely)
	case strings.HasPrefix(name, "torchvision.transforms.functional.") && base == "to_tensor", strings.HasPrefix(name, "torchvision.utils.make_grid"):
		return TypeOf(KindTensor, Likely)
	}
	return Type{}
}
