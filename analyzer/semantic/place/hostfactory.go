package place

// hostFactory recognises functions that make a tensor on the host unless given a
// device.
func hostFactory(api string) bool {
	switch api {
	case "tensor", "arange", "linspace", "logspace", "zeros", "ones", "full", "empty", "rand", "randn", "randint",
		"randperm", "eye", "from_numpy", "range", "tril_indices", "triu_indices", "hann_window", "hamming_window",
		"blackman_window", "bartlett_window", "kaiser_window", "frombuffer", "get_rng_state",
		"Tensor", "FloatTensor", "DoubleTensor", "HalfTensor", "LongTensor", "IntTensor", "ByteTensor", "BoolTensor":
		return true
	}
	return false
}
