// Every operator runs the kernel of the CPU over the memory of the device's tensors.
#include "device.h"

#include <ATen/ATen.h>
#include <ATen/autocast_mode.h>
#include <c10/core/CPUAllocator.h>
#include <torch/csrc/utils/pybind.h>
#include <torch/extension.h>
#include <torch/library.h>

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace device {
namespace {

// Views are the tensors of the CPU by which one call sees those of the device. Two
// tensors of the device that share memory have views that do.
class Views {
 public:
  at::Tensor of(const at::Tensor& tensor) {
    if (!tensor.defined() || tensor.device().type() != kType) {
      return tensor;
    }
    auto& seen = views_[tensor.unsafeGetTensorImpl()];
    if (!seen.view.defined()) {
      auto view = at::detail::make_tensor<c10::TensorImpl>(
          of(tensor.storage()), c10::DispatchKeySet(c10::DispatchKey::CPU), tensor.dtype());
      like(view, tensor);
      seen = {tensor, view};
      tensors_[view.unsafeGetTensorImpl()] = tensor;
    }
    return seen.view;
  }

  c10::Storage of(const c10::Storage& storage) {
    if (storage.device_type() != kType) {
      return storage;
    }
    auto& view = storages_[storage.unsafeGetStorageImpl()];
    if (!view) {
      view = c10::Storage(c10::Storage::use_byte_size_t(), storage.nbytes(),
                          held(storage, at::kCPU), c10::GetCPUAllocator(), true);
      sources_.emplace(view.unsafeGetStorageImpl(), storage);
    }
    return view;
  }

  // back is the tensor of the device that a tensor of the CPU stands for.
  at::Tensor back(const at::Tensor& view, c10::Device device) {
    if (!view.defined() || !view.device().is_cpu() || given_.count(view.unsafeGetTensorImpl())) {
      return view;
    }
    auto known = tensors_.find(view.unsafeGetTensorImpl());
    if (known != tensors_.end()) {
      return known->second;
    }
    TORCH_CHECK_NOT_IMPLEMENTED(view.layout() == at::kStrided, "neuron: layout ", view.layout());
    auto tensor = at::detail::make_tensor<c10::TensorImpl>(
        back(view.storage(), device), c10::DispatchKeySet(c10::DispatchKey::PrivateUse1),
        view.dtype());
    like(tensor, view);
    return tensor;
  }

  // settle gives tensors of the device the sizes and the memory that the call has
  // given to their views.
  void settle() {
    for (auto& [impl, seen] : views_) {
      auto storage = back(seen.view.storage(), seen.tensor.device());
      if (storage.unsafeGetStorageImpl() != seen.tensor.storage().unsafeGetStorageImpl()) {
        impl->set_storage_keep_dtype(storage);
      }
      if (seen.tensor.sizes() != seen.view.sizes() ||
          seen.tensor.strides() != seen.view.strides() ||
          seen.tensor.storage_offset() != seen.view.storage_offset()) {
        impl->set_sizes_and_strides(seen.view.sizes(), seen.view.strides(),
                                    seen.view.storage_offset());
      }
    }
    for (auto& [view, source] : sources_) {
      if (view->data() != source.data()) {
        auto copy = c10::Storage(c10::Storage::use_byte_size_t(), view->nbytes(),
                                 view->set_data_ptr(c10::DataPtr()), c10::GetCPUAllocator(), true);
        source.set_data_ptr_noswap(held(copy, source.device()));
        source.unsafeGetStorageImpl()->set_nbytes(copy.nbytes());
      }
    }
  }

  // given notes a tensor of the CPU that the program itself hands over.
  void given(const at::Tensor& tensor) { given_.insert(tensor.unsafeGetTensorImpl()); }

 private:
  struct Seen {
    at::Tensor tensor, view;
  };

  static void like(const at::Tensor& made, const at::Tensor& other) {
    auto* impl = made.unsafeGetTensorImpl();
    impl->set_sizes_and_strides(other.sizes(), other.strides(), other.storage_offset());
    made._set_conj(other.is_conj());
    made._set_neg(other.is_neg());
    if (other.unsafeGetTensorImpl()->is_wrapped_number()) {
      impl->set_wrapped_number(true);
    }
  }

  c10::Storage back(const c10::Storage& view, c10::Device device) {
    auto source = sources_.find(view.unsafeGetStorageImpl());
    if (source != sources_.end()) {
      return source->second;
    }
    auto& made = made_[view.unsafeGetStorageImpl()];
    if (!made) {
      made = c10::Storage(c10::Storage::use_byte_size_t(), view.nbytes(), held(view, device),
                          c10::GetAllocator(kType), true);
    }
    return made;
  }

  std::unordered_map<c10::TensorImpl*, Seen> views_;
  std::unordered_map<c10::TensorImpl*, at::Tensor> tensors_;
  std::unordered_map<c10::StorageImpl*, c10::Storage> storages_, sources_, made_;
  std::unordered_set<c10::TensorImpl*> given_;
};

// Some operators take tensors of the CPU on any device: indices, lengths.
bool takesHost(const std::string& name) {
  static const std::unordered_set<std::string> names = {
      "aten::index", "aten::index_put", "aten::index_put_", "aten::_index_put_impl_",
      "aten::_unsafe_index", "aten::_unsafe_index_put", "aten::_pack_padded_sequence",
      "aten::_pack_padded_sequence_backward", "aten::_pad_packed_sequence",
      "aten::tensor_split", "aten::set_", "aten::_has_compatible_shallow_copy_type"};
  return names.count(name) > 0;
}

// Call is one call of an operator, whose arguments lie on the stack.
struct Call {
  const c10::OperatorHandle& op;
  torch::jit::Stack* stack;
  Views views;
  std::optional<c10::Device> device = std::nullopt;
  std::optional<c10::Device> stray = std::nullopt;

  void run() {
    const auto& schema = op.schema();
    auto arguments = torch::jit::last(stack, schema.arguments().size());
    auto first = stack->size() - arguments.size();
    for (size_t i = 0; i < arguments.size(); i++) {
      look(arguments[i]);
    }
    if (device && stray && !takesHost(schema.name())) {
      differ(*device, *stray);
    }
    for (size_t i = first; i < stack->size(); i++) {
      (*stack)[i] = seen((*stack)[i]);
    }
    draw([&] { op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack); });
    views.settle();
    auto results = schema.returns().size();
    for (size_t i = stack->size() - results; i < stack->size(); i++) {
      (*stack)[i] = returned((*stack)[i]);
    }
  }

  [[noreturn]] static void differ(c10::Device a, c10::Device b) {
    TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two ",
                "devices, ", a, " and ", b, "!");
  }

  // on notes the device of a tensor.
  void on(const at::Tensor& tensor) {
    if (!tensor.defined()) {
      return;
    }
    if (tensor.device().type() != kType) {
      views.given(tensor);
      if (tensor.dim() > 0 || !tensor.device().is_cpu()) {
        stray = tensor.device();
      }
      return;
    }
    if (device && *device != tensor.device()) {
      differ(*device, tensor.device());
    }
    device = tensor.device();
  }

  void look(const c10::IValue& value) {
    if (value.isTensor()) {
      on(value.toTensor());
    } else if (value.isTensorList()) {
      for (const at::Tensor& t : value.toTensorList()) {
        on(t);
      }
    } else if (value.isOptionalTensorList()) {
      for (const std::optional<at::Tensor>& t : value.toOptionalTensorList()) {
        on(t.value_or(at::Tensor()));
      }
    } else if (value.isStorage() && value.toStorage().device_type() == kType) {
      device = device.value_or(value.toStorage().device());
    } else if (value.isDevice() && value.toDevice().type() == kType) {
      auto given = value.toDevice();
      TORCH_CHECK(given.index() < count(), "neuron: invalid device ordinal, there are ",
                  static_cast<int>(count()), " devices");
      device = device.value_or(c10::Device(kType, given.has_index() ? given.index() : current()));
    }
  }

  // seen is an argument as the kernel of the CPU is given it.
  c10::IValue seen(const c10::IValue& value) {
    if (value.isTensor()) {
      return views.of(value.toTensor());
    }
    if (value.isTensorList()) {
      c10::List<at::Tensor> list;
      for (const at::Tensor& t : value.toTensorList()) {
        list.push_back(views.of(t));
      }
      return list;
    }
    if (value.isOptionalTensorList()) {
      c10::List<std::optional<at::Tensor>> list;
      for (const std::optional<at::Tensor>& t : value.toOptionalTensorList()) {
        list.push_back(t ? std::optional<at::Tensor>(views.of(*t)) : t);
      }
      return list;
    }
    if (value.isStorage()) {
      return views.of(value.toStorage());
    }
    if (value.isDevice() && value.toDevice().type() == kType) {
      return c10::Device(at::kCPU);
    }
    if (value.isGenerator()) {
      auto given = value.toGenerator();
      TORCH_CHECK(given.device().type() == kType, "Expected a 'neuron' device type for generator ",
                  "but found '", given.device().type(), "'");
      return drawing(given);
    }
    return value;
  }

  c10::IValue returned(const c10::IValue& value) {
    auto place = device.value_or(c10::Device(kType, current()));
    if (value.isTensor()) {
      return views.back(value.toTensor(), place);
    }
    if (value.isTensorList()) {
      c10::List<at::Tensor> list;
      for (const at::Tensor& t : value.toTensorList()) {
        list.push_back(views.back(t, place));
      }
      return list;
    }
    return value;
  }

  // draw runs a kernel in such a way that it draws for the device, and leaves the
  // numbers that the CPU draws as they were.
  template <typename F>
  void draw(F kernel) {
    if (!op.hasTag(at::Tag::nondeterministic_seeded)) {
      kernel();
      return;
    }
    at::Generator host = at::detail::getDefaultCPUGenerator();
    at::Generator ours = drawing(generator(device ? device->index() : -1));
    auto before = host.get_state();
    host.set_state(ours.get_state());
    struct Restore {
      at::Generator host, ours;
      at::Tensor before;
      ~Restore() {
        ours.set_state(host.get_state());
        host.set_state(before);
      }
    } restore{host, ours, before};
    kernel();
  }
};

void fallback(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  Call{op, stack}.run();
}

at::Tensor copyFrom(const at::Tensor& from, const at::Tensor& to, bool) {
  host(to).copy_(host(from));
  return to;
}

at::Tensor copyFromAndResize(const at::Tensor& from, const at::Tensor& to) {
  to.resize_(from.sizes());
  return copyFrom(from, to, false);
}

void recordStream(at::Tensor&, c10::Stream) {}

TORCH_LIBRARY_IMPL(_, PrivateUse1, m) {
  m.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback>());
}

TORCH_LIBRARY_IMPL(aten, PrivateUse1, m) {
  m.impl("_copy_from", &copyFrom);
  m.impl("_copy_from_and_resize", &copyFromAndResize);
  m.impl("record_stream", &recordStream);
}

}  // namespace

at::Tensor host(const at::Tensor& tensor) {
  return Views().of(tensor);
}

}  // namespace device

// AWS says that the lists of CUDA's autocast are those of Neuron's.
TORCH_LIBRARY_IMPL(aten, AutocastPrivateUse1, m) {
  using namespace at;
  using namespace at::autocast;
#define LOWER(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, lower_precision_fp)
#define WIDER(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32)
#define WIDER_DTYPE(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, fp32_set_opt_dtype)
#define WIDEST(...) KERNEL_PRIVATEUSEONE(__VA_ARGS__, promote)
  AT_FORALL_LOWER_PRECISION_FP(LOWER)
  AT_FORALL_FP32(WIDER)
  AT_FORALL_FP32_SET_OPT_DTYPE(WIDER_DTYPE)
  AT_FORALL_DIFFERENT_REDISPATCH_SIGNATURE(
      KERNEL_DIFFERENT_REDISPATCH_SIGNATURE_PRIVATEUSEONE)
  AT_FORALL_PROMOTE(WIDEST)
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("count", [] { return static_cast<int>(device::count()); });
  m.def("current", [] { return static_cast<int>(device::current()); });
  m.def("use", [](int index) { device::use(static_cast<c10::DeviceIndex>(index)); });
  m.def("generator", [](int index) {
    return device::generator(static_cast<c10::DeviceIndex>(index));
  });
  m.def("host", &device::host);
}
