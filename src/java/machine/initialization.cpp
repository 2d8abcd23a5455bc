// Initialisation of classes, in the order that the JVM specification gives (5.5).
#include <algorithm>

#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

namespace {

// Interfaces are initialised with a class only if they have code that instances could run.
bool has_defaults(const Class& interface) {
  return std::any_of(interface.methods.begin(), interface.methods.end(),
                     [](const Method& method) { return !method.is_abstract() && !method.is_static(); });
}

}  // namespace

void Vm::set_constants(Class& klass) {
  klass.statics.resize(klass.static_words, 0);
  for (const Field& it : klass.fields) {
    if (!it.is_static() || it.constant_value == 0) continue;
    const Constant& constant = klass.file->pool[it.constant_value];
    if (constant.tag == Tag::string) {
      klass.statics[it.offset] = intern(klass.file->utf8(constant.a));
    } else if (is_wide(it.kind)) {
      put64(&klass.statics[it.offset], constant.bits);
    } else {
      klass.statics[it.offset] = static_cast<Word>(constant.bits);
    }
  }
}

// A class without anything to run is as good as initialised in every state, once it is known.
bool Vm::initialize_trivially(Class& klass) {
  if (klass.initializer != nullptr && klass.initializer->native == nullptr) return false;
  if (!memory_.frozen() || klass.init != Class::Init::no) return false;
  if (!klass.is_interface()) {
    const auto settled = [&](Class& super) {
      return memory_.is_always_initialized(super) || initialize_trivially(super);
    };
    if (klass.super != nullptr && !settled(*klass.super)) return false;
    for (Class* interface : klass.interfaces) {
      if (has_defaults(*interface) && !settled(*interface)) return false;
    }
  }
  set_constants(klass);
  memory_.always_initialized(klass);
  return true;
}

Vm::Ready Vm::initialize(Thread& thread, Class& klass) {
  if (klass.init == Class::Init::yes) return Ready::yes;
  if (klass.init == Class::Init::running && klass.init_thread == thread.number + 1) return Ready::yes;
  if (klass.init == Class::Init::failed) {
    throw_new(thread, "java/lang/NoClassDefFoundError", "Could not initialize class " + klass.text());
    return Ready::thrown;
  }
  if (initialize_trivially(klass)) return Ready::yes;
  Pending pending;
  pending.what = Pending::What::init;
  pending.klass = &klass;
  if (klass.init == Class::Init::running) {
    stop_ = Stop::point;
    if (!pass(thread, pending)) return Ready::stopped;
  }
  if (klass.super != nullptr && klass.super->init != Class::Init::yes && !klass.is_interface()) {
    const Ready ready = initialize(thread, *klass.super);
    if (ready != Ready::yes) return ready;
  }
  if (!klass.is_interface()) {
    for (Class* interface : klass.interfaces) {
      if (interface->init == Class::Init::yes || !has_defaults(*interface)) continue;
      const Ready ready = initialize(thread, *interface);
      if (ready != Ready::yes) return ready;
    }
  }
  stop_ = Stop::point;
  const bool trivial = klass.initializer == nullptr || klass.initializer->native != nullptr;
  if (!free_running(thread) && !pass(thread, pending)) return Ready::stopped;
  memory_.touch(klass);
  set_constants(klass);
  if (trivial) {
    memory_.initialized(klass, Class::Init::yes, 0);
    return Ready::yes;
  }
  if (!klass.initializer->prepared) {
    try {
      prepare_method(*klass.initializer);
    } catch (const BadClass& bad) {
      unsupported(thread, bad.what());
      return Ready::stopped;
    }
  }
  memory_.initialized(klass, Class::Init::running, thread.number + 1);
  std::uint32_t base = 0;
  if (!thread.frames.empty()) {
    const Frame& caller = thread.frames.back();
    base = caller.base + caller.method->max_locals + caller.depth;
  }
  memory_.push_frame(thread, *klass.initializer, base).flags = Frame::initializer | Frame::again;
  return Ready::called;
}

}  // namespace waymark::java
