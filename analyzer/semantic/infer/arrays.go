package infer

// arrayAttribute types the attributes that arrays of NumPy and JAX share.
func arrayAttribute(t Type, name string) Type {
	switch name {
	case "T", "mT", "real", "imag", "at", "flat":
		return t
	case "ndim", "size", "itemsize", "nbytes":
		return TypeOf(KindInt, t.Confidence)
	case "dtype":
		return TypeOf(KindDType, t.Confidence)
	case "shape":
		return sequenceOf(TypeOf(KindInt, t.Confidence))
	}
	return Type{}
}

// arrayMethod types the methods that arrays of NumPy and JAX share.
func arrayMethod(t Type, method string) (Type, bool) {
	switch method {
	case "reshape", "transpose", "astype", "copy", "flatten", "ravel", "squeeze", "swapaxes", "repeat", "take", "clip", "round", "conj", "view",
		"sum", "mean", "std", "var", "min", "max", "prod", "cumsum", "argmax", "argmin", "argsort", "dot", "all", "any", "diagonal",
		"set", "add", "multiply", "divide", "power", "get", "apply", "block_until_ready":
		return t, true
	case "tolist":
		return sequenceOf(Type{}), true
	}
	return Type{}, false
}
