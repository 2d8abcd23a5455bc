#include "java/machine/initialization.hpp"

#include <algorithm>

#include "java/machine/runs.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

namespace {

// Interfaces are initialised with a class only if they have code that instances could run.
bool has_defaults(const Class& interface) {
  return std::any_of(interface.methods.begin(), interface.methods.end(),
                     [](const Method& method) { return !method.is_abstract() && !method.is_static(); });
}

}  // namespace

void ClassInitializer::set_constants(Class& klass) {
  klass.statics.resize(klass.static_words, 0);
  for (const Field& it : klass.fields) {
    if (!it.is_static() || it.constant_value == 0) continue;
    const Constant& constant = klass.file->pool[it.constant_value];
    if (constant.tag == Tag::string) {
      klass.statics[it.offset] = objects_.intern(klass.file->utf8(constant.a));
    } else if (is_wide(it.kind)) {
      put64(&klass.statics[it.offset], constant.bits);
    } else {
      klass.statics[it.offset] = static_cast<Word>(constant.bits);
    }
  }
}

// A class without anything to run is as good as initialised in every state, once it is known.
bool ClassInitializer::initialize_trivially(Class& klass) {
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

Done ClassInitializer::initialize(Thread& thread, Class& klass) {
  if (klass.init == Class::Init::yes) return Done::yes;
  if (klass.init == Class::Init::running && klass.init_thread == thread.number + 1) return Done::yes;
  if (klass.init == Class::Init::failed) {
    return exceptions_.throw_new(thread, "java/lang/NoClassDefFoundError",
                                 "Could not initialize class " + klass.text());
  }
  if (initialize_trivially(klass)) return Done::yes;
  Pending pending;
  pending.what = Pending::What::init;
  pending.klass = &klass;
  if (klass.init == Class::Init::running && !scheduler_.pass(thread, pending)) return Done::stopped;
  Method* const in_order = supers_are_initialized(klass) ? nullptr : whole_initialization();
  if (in_order == nullptr) {
    if (const Done done = initialize_supers(thread, klass); done != Done::yes) return done;
  }
  exceptions_.stop = Stop::point;
  if (!scheduler_.pass_if_noticed(thread, pending)) return Done::stopped;
  memory_.touch(klass);
  set_constants(klass);
  if (in_order != nullptr) {
    memory_.initialized(klass, Class::Init::running, thread.number + 1);
    return run(thread, *in_order, Frame::again, objects_.mirror(klass));
  }
  if (klass.initializer != nullptr && klass.initializer->native == nullptr) return run_initializer(thread, klass);
  memory_.initialized(klass, Class::Init::yes, 0);
  return Done::yes;
}

bool ClassInitializer::supers_are_initialized(Class& klass) {
  if (klass.is_interface()) return true;
  if (klass.super != nullptr && !is_settled(*klass.super)) return false;
  return std::all_of(klass.interfaces.begin(), klass.interfaces.end(),
                     [&](Class* interface) { return !has_defaults(*interface) || is_settled(*interface); });
}

// Null where the machine runs without its own library.
Method* ClassInitializer::whole_initialization() {
  Class* const helper = objects_.loader().find("waymark/internal/Initialization");
  return helper == nullptr ? nullptr : helper->declared("run", "(Ljava/lang/Class;)V");
}

Done ClassInitializer::initialize_supers(Thread& thread, Class& klass) {
  if (klass.is_interface()) return Done::yes;
  if (klass.super != nullptr) {
    if (const Done done = initialize(thread, *klass.super); done != Done::yes) return done;
  }
  for (Class* interface : klass.interfaces) {
    if (!has_defaults(*interface)) continue;
    if (const Done done = initialize(thread, *interface); done != Done::yes) return done;
  }
  return Done::yes;
}

Done ClassInitializer::run_initializer(Thread& thread, Class& klass) {
  memory_.initialized(klass, Class::Init::running, thread.number + 1);
  return run(thread, *klass.initializer, Frame::initializer | Frame::again, 0);
}

// Pushes a frame of the method, which takes the argument if it takes any.
Done ClassInitializer::run(Thread& thread, Method& method, std::uint32_t flags, Ref argument) {
  if (!method.prepared) {
    try {
      actions_.prepare(method);
    } catch (const BadClass& bad) {
      return exceptions_.unsupported(thread, bad.what());
    }
  }
  const std::uint32_t base = first_free_word(thread);
  Frame& frame = memory_.push_frame(thread, method, base);
  frame.flags = flags;
  if (method.argument_words != 0) thread.words[base] = argument;
  scheduler_.entered(thread);
  return Done::initializing;
}

}  // namespace waymark::java
