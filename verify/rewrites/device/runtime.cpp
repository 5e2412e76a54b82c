// Devices, streams, events, generators and memory.
#include "device.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/PrivateUse1HooksInterface.h>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <map>

namespace device {

c10::DeviceIndex count() {
  static const c10::DeviceIndex devices = [] {
    const char* given = std::getenv("NEURONLINT_DEVICES");
    return static_cast<c10::DeviceIndex>(given ? std::atoi(given) : 1);
  }();
  return devices;
}

namespace {

thread_local c10::DeviceIndex now = 0;
thread_local std::map<c10::DeviceIndex, c10::StreamId> streams;

c10::Device place(c10::DeviceIndex index) {
  return {kType, index < 0 ? now : index};
}

c10::Stream streamOf(c10::DeviceIndex index) {
  auto device = place(index);
  return c10::Stream(c10::Stream::UNSAFE, device, streams[device.index()]);
}

c10::Stream newStream(c10::DeviceIndex index) {
  static std::atomic<c10::StreamId> next{1};
  return c10::Stream(c10::Stream::UNSAFE, place(index), next++);
}

// Work is done when the call returns, so that an event knows nothing but when.
struct Event {
  std::chrono::steady_clock::time_point at;
};

}  // namespace

c10::DeviceIndex current() { return now; }

void use(c10::DeviceIndex index) {
  TORCH_CHECK(index >= 0 && index < count(), "neuron: invalid device ordinal ",
              static_cast<int>(index));
  now = index;
}

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return kType; }
  c10::DeviceIndex deviceCount() const noexcept override { return count(); }
  c10::Device getDevice() const override { return {kType, now}; }
  void setDevice(c10::Device d) const override { use(d.index()); }
  void uncheckedSetDevice(c10::Device d) const noexcept override { now = d.index(); }
  c10::Device exchangeDevice(c10::Device d) const override {
    auto before = getDevice();
    if (d.index() >= 0) {
      use(d.index());
    }
    return before;
  }

  c10::Stream getStream(c10::Device d) const override { return streamOf(d.index()); }
  c10::Stream getDefaultStream(c10::Device d) const override {
    return c10::Stream(c10::Stream::DEFAULT, place(d.index()));
  }
  c10::Stream getStreamFromGlobalPool(c10::Device d, bool) const override {
    return newStream(d.index());
  }
  c10::Stream getNewStream(c10::Device d, int) const override { return newStream(d.index()); }
  c10::Stream exchangeStream(c10::Stream s) const override {
    auto before = streamOf(s.device_index());
    streams[s.device_index()] = s.id();
    return before;
  }
  bool queryStream(const c10::Stream&) const override { return true; }
  void synchronizeStream(const c10::Stream&) const override {}
  void synchronizeDevice(const c10::DeviceIndex) const override {}
  void recordDataPtrOnStream(const c10::DataPtr&, const c10::Stream&) const override {}

  void record(void** event, const c10::Stream&, const c10::DeviceIndex,
              const c10::EventFlag) const override {
    if (*event == nullptr) {
      *event = new Event;
    }
    static_cast<Event*>(*event)->at = std::chrono::steady_clock::now();
  }
  void block(void*, const c10::Stream&) const override {}
  bool queryEvent(void*) const override { return true; }
  void synchronizeEvent(void*) const override {}
  void destroyEvent(void* event, const c10::DeviceIndex) const noexcept override {
    delete static_cast<Event*>(event);
  }
  double elapsedTime(void* from, void* to, const c10::DeviceIndex) const override {
    auto time = static_cast<Event*>(to)->at - static_cast<Event*>(from)->at;
    return std::chrono::duration<double, std::milli>(time).count();
  }
};

C10_REGISTER_GUARD_IMPL(PrivateUse1, Guard)

// Generator is one of the device: it draws as one of the CPU does.
struct Generator final : c10::GeneratorImpl {
  explicit Generator(c10::DeviceIndex index)
      : c10::GeneratorImpl(c10::Device(kType, index),
                           c10::DispatchKeySet(c10::DispatchKey::PrivateUse1)),
        inner(at::detail::createCPUGenerator()) {}

  void set_current_seed(uint64_t seed) override { inner.set_current_seed(seed); }
  void set_offset(uint64_t offset) override { inner.set_offset(offset); }
  uint64_t get_offset() const override { return inner.get_offset(); }
  uint64_t current_seed() const override { return inner.current_seed(); }
  uint64_t seed() override { return inner.seed(); }
  void set_state(const c10::TensorImpl& state) override {
    inner.unsafeGetGeneratorImpl()->set_state(state);
  }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override {
    return inner.unsafeGetGeneratorImpl()->get_state();
  }
  Generator* clone_impl() const override {
    auto* copy = new Generator(device().index());
    copy->inner = inner.clone();
    return copy;
  }

  at::Generator inner;
};

const at::Generator& generator(c10::DeviceIndex index) {
  static const std::vector<at::Generator> all = [] {
    std::vector<at::Generator> made;
    for (c10::DeviceIndex i = 0; i < count(); i++) {
      made.push_back(at::make_generator<Generator>(i));
    }
    return made;
  }();
  return all.at(place(index).index());
}

at::Generator drawing(const at::Generator& of) {
  return static_cast<Generator*>(of.unsafeGetGeneratorImpl())->inner;
}

c10::DataPtr held(const c10::Storage& storage, c10::Device device) {
  auto* kept = new c10::Storage(storage);
  return {storage.mutable_data(), kept, [](void* s) { delete static_cast<c10::Storage*>(s); },
          device};
}

// Memory allocates for the device, from the memory of the CPU.
struct Memory final : c10::Allocator {
  c10::DataPtr allocate(size_t bytes) override {
    auto data = c10::GetCPUAllocator()->allocate(bytes);
    data.unsafe_set_device(place(-1));
    return data;
  }
  c10::DeleterFnPtr raw_deleter() const override {
    return c10::GetCPUAllocator()->raw_deleter();
  }
  void copy_data(void* to, const void* from, std::size_t bytes) const override {
    default_copy_data(to, from, bytes);
  }
};

Memory memory;
REGISTER_ALLOCATOR(c10::DeviceType::PrivateUse1, &memory)

struct Hooks final : at::PrivateUse1HooksInterface {
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return count() > 0; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return count(); }
  c10::DeviceIndex getCurrentDevice() const override { return now; }
  void setCurrentDevice(c10::DeviceIndex index) const override { use(index); }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex index) const override {
    auto before = now;
    use(index);
    return before;
  }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex index) const override {
    auto before = now;
    if (index >= 0) {
      use(index);
    }
    return before;
  }
  const at::Generator& getDefaultGenerator(c10::DeviceIndex index) const override {
    return generator(index);
  }
  at::Generator getNewGenerator(c10::DeviceIndex index) const override {
    return at::make_generator<Generator>(place(index).index());
  }
  at::Device getDeviceFromPtr(void*) const override { return place(-1); }
  c10::Allocator* getPinnedMemoryAllocator() const override { return c10::GetCPUAllocator(); }
  void resizePrivateUse1Bytes(const c10::Storage& storage, size_t size) const override {
    auto data = memory.allocate(size);
    memory.copy_data(data.get(), storage.data(), std::min(size, storage.nbytes()));
    storage.set_data_ptr_noswap(std::move(data));
    storage.unsafeGetStorageImpl()->set_nbytes(size);
  }
};

const bool registered = [] {
  at::RegisterPrivateUse1HooksInterface(new Hooks);
  return true;
}();

}  // namespace device
