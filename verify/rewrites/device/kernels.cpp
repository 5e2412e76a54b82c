// Operators that PyTorch asks a device for by a name of its own.
#include "device.h"

#include <ATen/ATen.h>
#include <torch/library.h>

namespace device {
namespace {

// wrap is a new tensor of the CPU as one of the device.
at::Tensor wrap(const at::Tensor& made, c10::Device device) {
  if (!made.defined()) {
    return made;
  }
  auto storage = c10::Storage(c10::Storage::use_byte_size_t(), made.storage().nbytes(),
                              held(made.storage(), device), c10::GetAllocator(kType), true);
  auto tensor = at::detail::make_tensor<c10::TensorImpl>(
      std::move(storage), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1), made.dtype());
  tensor.unsafeGetTensorImpl()->set_sizes_and_strides(made.sizes(), made.strides(),
                                                      made.storage_offset());
  return tensor;
}

std::optional<at::Tensor> host(const std::optional<at::Tensor>& tensor) {
  return tensor && tensor->defined() ? std::optional<at::Tensor>(device::host(*tensor))
                                     : std::nullopt;
}

void same(const at::Tensor& a, const at::Tensor& b) {
  TORCH_CHECK(a.device() == b.device(), "Expected all tensors to be on the same device, but ",
              "found at least two devices, ", a.device(), " and ", b.device(), "!");
}

at::Tensor convolution(const at::Tensor& input, const at::Tensor& weight,
                       const std::optional<at::Tensor>& bias, at::IntArrayRef stride,
                       at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
                       at::IntArrayRef output_padding, int64_t groups) {
  same(input, weight);
  return wrap(at::convolution(device::host(input), device::host(weight), host(bias), stride,
                              padding, dilation, transposed, output_padding, groups),
              input.device());
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolutionBackward(
    const at::Tensor& gradient, const at::Tensor& input, const at::Tensor& weight,
    at::IntArrayRef stride, at::IntArrayRef padding, at::IntArrayRef dilation, bool transposed,
    at::IntArrayRef output_padding, int64_t groups, std::array<bool, 3> mask) {
  std::vector<int64_t> bias{gradient.size(1)};
  auto [a, b, c] = at::convolution_backward(
      device::host(gradient), device::host(input), device::host(weight), at::IntArrayRef(bias),
      stride, padding, dilation, transposed, output_padding, groups, mask);
  auto place = input.device();
  return {wrap(a, place), wrap(b, place), wrap(c, place)};
}

// The kernels of attention that are fused have names of CUDA.
int64_t attention(const at::Tensor&, const at::Tensor&, const at::Tensor&,
                  const std::optional<at::Tensor>&, double, bool, std::optional<double>, bool) {
  return 0;
}

using Maybe = std::optional<at::Tensor>;

at::Tensor plus(const at::Tensor& gates, const Maybe& bias) {
  return bias && bias->defined() ? gates + *bias : gates;
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstm(const at::Tensor& input,
                                                    const at::Tensor& hidden,
                                                    const at::Tensor& cx, const Maybe& b1,
                                                    const Maybe& b2) {
  auto gates = (plus(input, b1) + plus(hidden, b2)).chunk(4, 1);
  auto in = gates[0].sigmoid(), forget = gates[1].sigmoid();
  auto cell = gates[2].tanh(), out = gates[3].sigmoid();
  auto cy = forget * cx + in * cell;
  return {out * cy.tanh(), cy, at::cat({in, forget, cell, out}, 1)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> lstmBackward(const Maybe& hy, const Maybe& cell_,
                                                            const at::Tensor& cx,
                                                            const at::Tensor& cy,
                                                            const at::Tensor& gates, bool bias) {
  auto g = gates.chunk(4, 1);
  auto high = cy.tanh();
  auto from = hy && hy->defined() ? *hy : at::zeros_like(cy);
  auto cell = from * g[3] * (1 - high * high);
  cell = cell_ && cell_->defined() ? cell + *cell_ : cell;
  auto all = at::cat({cell * g[2] * g[0] * (1 - g[0]), cell * cx * g[1] * (1 - g[1]),
                      cell * g[0] * (1 - g[2] * g[2]), from * high * g[3] * (1 - g[3])},
                     1);
  return {all, cell * g[1], bias ? all.sum(0) : at::Tensor()};
}

std::tuple<at::Tensor, at::Tensor> gru(const at::Tensor& input, const at::Tensor& hidden,
                                       const at::Tensor& hx, const Maybe& b1, const Maybe& b2) {
  auto i = plus(input, b1).chunk(3, 1), h = plus(hidden, b2).chunk(3, 1);
  auto reset = (i[0] + h[0]).sigmoid(), update = (i[1] + h[1]).sigmoid();
  auto fresh = (i[2] + reset * h[2]).tanh();
  return {fresh + update * (hx - fresh), at::cat({reset, update, fresh, hx, h[2]}, 1)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor, at::Tensor> gruBackward(
    const at::Tensor& hy, const at::Tensor& kept, bool bias) {
  auto k = kept.chunk(5, 1);
  auto fresh = hy * (1 - k[1]) * (1 - k[2] * k[2]);
  auto reset = fresh * k[4] * k[0] * (1 - k[0]);
  auto update = hy * (k[3] - k[2]) * k[1] * (1 - k[1]);
  auto input = at::cat({reset, update, fresh}, 1);
  auto hidden = at::cat({reset, update, fresh * k[0]}, 1);
  return {input, hidden, hy * k[1], bias ? input.sum(0) : at::Tensor(),
          bias ? hidden.sum(0) : at::Tensor()};
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_thnn_fused_lstm_cell", &lstm);
  m.impl("_thnn_fused_lstm_cell_backward_impl", &lstmBackward);
  m.impl("_thnn_fused_gru_cell", &gru);
  m.impl("_thnn_fused_gru_cell_backward", &gruBackward);
  m.impl("convolution_overrideable", &convolution);
  m.impl("convolution_backward_overrideable", &convolutionBackward);
  m.impl("_fused_sdp_choice", &attention);
}

TORCH_LIBRARY_IMPL(_, AutocastPrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFallthrough());
}

}  // namespace
}  // namespace device
