// A device that PyTorch knows as "neuron", with the memory and the kernels of the
// CPU: what Neuron code may ask of PyTorch can be asked of it. It says nothing of
// what a NeuronCore computes or how fast.
#pragma once

#include <ATen/core/Generator.h>
#include <c10/core/Storage.h>

namespace device {

constexpr c10::DeviceType kType = c10::DeviceType::PrivateUse1;

// count is the number of devices that there are.
c10::DeviceIndex count();

// current is the device that this thread works on, and use changes it.
c10::DeviceIndex current();
void use(c10::DeviceIndex index);

// generator draws for a device where the program names no generator.
const at::Generator& generator(c10::DeviceIndex index);

// drawing is the generator of the CPU that draws for one of the device.
at::Generator drawing(const at::Generator& of);

// held is memory of the given storage under the name of another device: it lives as
// long as that storage does.
c10::DataPtr held(const c10::Storage& storage, c10::Device device);

// host is a tensor of the device as one of the CPU, over the same memory.
at::Tensor host(const at::Tensor& tensor);

}  // namespace device
