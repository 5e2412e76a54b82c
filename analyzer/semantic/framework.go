package semantic

import "strings"

// instanceName is the class whose methods an instance of the named framework
// class has; "" if name is not a class that we know.
func (m *Model) instanceName(name string) string {
	base := name[strings.LastIndexByte(name, '.')+1:]
	class := base != "" && base[0] >= 'A' && base[0] <= 'Z'
	switch {
	case name == "torch.device", name == "torch.dtype":
		return name
	case !class:
		return ""
	case name == "torch.nn.Parameter", name == "torch.nn.parameter.Parameter", name == "torch.Tensor",
		strings.HasPrefix(name, "torch.") && strings.HasSuffix(name, "Tensor") && strings.Count(name, ".") <= 2:
		return "torch.Tensor"
	case strings.HasPrefix(name, "torch.nn.") && !strings.HasPrefix(name, "torch.nn.utils.") && !strings.HasPrefix(name, "torch.nn.attention."):
		return "torch.nn.Module"
	case strings.HasPrefix(name, "torch.optim.") && !strings.HasPrefix(name, "torch.optim.lr_scheduler."):
		return "torch.optim.Optimizer"
	case name == "torch.utils.data.DataLoader", name == "torch.utils.data.dataloader.DataLoader":
		return "torch.utils.data.DataLoader"
	case base == "LightningModule":
		return "torch.nn.Module"
	}
	return ""
}

func (m *Model) constructed(class string, c Confidence) Type {
	for k, name := range className {
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
		return typeOf(KindTensor, Certain)
	case kind == "array":
		return typeOf(KindArray, Certain)
	case strings.HasPrefix(kind, "tensors("), strings.HasPrefix(kind, "namedtuple("), kind == "list[tensor]":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindTensor, Confidence: Certain}
	case strings.HasPrefix(kind, "arrays("), kind == "list[array]":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindArray, Confidence: Certain}
	}
	switch kind {
	case "ndarray":
		return typeOf(KindNDArray, Certain)
	case "size":
		return typeOf(KindSize, Certain)
	case "int":
		return typeOf(KindInt, Certain)
	case "scalar":
		return typeOf(KindFloat, Certain)
	case "bool":
		return typeOf(KindBool, Certain)
	case "str":
		return typeOf(KindString, Certain)
	case "device":
		return typeOf(KindDevice, Certain)
	case "dtype":
		return typeOf(KindDType, Certain)
	case "module":
		return typeOf(KindModule, Certain)
	case "dict":
		return typeOf(KindDict, Certain)
	}
	return Type{}
}

// libraryCall types well-known constructors of other libraries.
func libraryCall(name string) Type {
	base := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case strings.HasPrefix(name, "numpy."):
		return typeOf(KindNDArray, Likely)
	case strings.HasPrefix(name, "torchvision.models."), name == "timm.create_model", name == "timm.models.create_model", name == "torch.hub.load":
		return typeOf(KindModule, Likely)
	case strings.HasPrefix(name, "transformers.") && base == "from_pretrained" && strings.Contains(name, "Model"):
		return typeOf(KindModule, Likely)
	case strings.HasPrefix(name, "torchvision.transforms.functional.") && base == "to_tensor":
		return typeOf(KindTensor, Likely)
	case strings.HasPrefix(name, "torchvision.utils.make_grid"):
		return typeOf(KindTensor, Likely)
	case strings.HasPrefix(name, "einops.") && (base == "rearrange" || base == "repeat" || base == "reduce" || base == "einsum"),
		strings.HasPrefix(name, "einx."):
		return typeOf(KindTensor, Possible)
	case name == "torch.nn.Module.parameters", name == "torch.nn.Module.buffers":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindTensor, Confidence: Certain}
	case name == "torch.nn.Module.modules", name == "torch.nn.Module.children":
		return Type{Kind: KindSequence, Name: className[KindSequence], Elem: KindModule, Confidence: Certain}
	case name == "torch.nn.Module.state_dict":
		return Type{Kind: KindDict, Name: className[KindDict], Elem: KindTensor, Confidence: Likely}
	case name == "torch.nn.Module.forward", name == "torch.utils.dlpack.from_dlpack", strings.HasPrefix(name, "torch.autograd.Function.apply"):
		return typeOf(KindTensor, Likely)
	case name == "torch.distributed.get_rank", name == "torch.distributed.get_world_size", name == "torch.cuda.device_count", name == "torch.cuda.current_device":
		return typeOf(KindInt, Certain)
	case name == "os.getenv", name == "os.environ.get":
		return typeOf(KindString, Likely)
	case name == "jax.device_put", name == "jax.device_get":
		return typeOf(KindArray, Likely)
	case name == "jax.devices", name == "jax.local_devices":
		return sequenceOf(typeOf(KindInstance, Certain))
	case name == "cv2.imread":
		return typeOf(KindNDArray, Likely)
	case name == "PIL.Image.fromarray", name == "PIL.Image.new":
		return Type{Kind: KindInstance, Name: "PIL.Image.Image", Confidence: Certain}
	case name == "torch.compile", name == "torch.jit.script", name == "torch.jit.trace", name == "torch.jit.load":
		return typeOf(KindModule, Likely)
	case name == "PIL.Image.open":
		return Type{Kind: KindInstance, Name: "PIL.Image.Image", Confidence: Certain}
	}
	return Type{}
}
