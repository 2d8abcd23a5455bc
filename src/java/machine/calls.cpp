// Calls and returns.
#include <fmt/format.h>

#include <algorithm>

#include "java/classfile/opcodes.hpp"
#include "java/machine/runs.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

Done Vm::call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
              std::uint32_t flags) {
  if (method.native != nullptr || (method.access & access::is_native) != 0) {
    return unsupported(thread, fmt::format("{} called by the virtual machine", method.text()));
  }
  if (!method.prepared) prepare_method(method);
  if (probing_) {
    thread.pending.what = Pending::What::run;
    return stop_with(Stop::point);
  }
  Frame& caller = thread.frames.back();
  caller.depth -= native.argument_words;
  const std::uint32_t base = caller.base + caller.method->max_locals + caller.depth;
  if (thread.words.size() < base + arguments.size() + 4) thread.words.resize(base + arguments.size() + 64);
  std::copy(arguments.begin(), arguments.end(), thread.words.begin() + base);
  memory_.push_frame(thread, method, base).flags = flags;
  return Done::called;
}

Vm::Call Vm::call_method(Thread& thread, Method& caller, Insn insn, Word*& stack) {
  const auto index = static_cast<std::uint32_t>(insn.k);
  Resolved* constant = &caller.owner->pool[index];
  if (!constant->done && !resolve_method(thread, *caller.owner, index, constant)) {
    return exception_ == 0 ? Call::stopped : Call::thrown;
  }
  Method* target = constant->method;
  if (target->is_static() != (insn.op == op_invokestatic)) {
    throw_new(thread, "java/lang/IncompatibleClassChangeError", target->text());
    return Call::thrown;
  }
  if (insn.op == op_invokestatic) return call_static(thread, *target, stack);
  std::uint32_t words = target->argument_words;
  std::string_view descriptor;
  if (target->polymorphic) {
    const ClassFile& file = *caller.owner->file;
    descriptor = file.utf8(file.pool[file.pool[index].b].b);
    words = 1;
    for (std::size_t i = 1; descriptor[i] != ')'; i += descriptor_length(descriptor.substr(i))) {
      words += words_of(kind_of(descriptor[i]));
    }
  }
  const Ref receiver = *(stack - words);
  if (receiver == 0) {
    throw_null(thread);
    return Call::thrown;
  }
  Class& klass = *at(receiver)->klass;
  if (!klass.extends(target->owner)) {
    if (insn.op == op_invokeinterface) {
      throw_new(
          thread, "java/lang/IncompatibleClassChangeError",
          fmt::format("Class {} does not implement the requested interface {}", klass.text(), target->owner->text()));
      return Call::thrown;
    }
    unsupported(thread, fmt::format("{}: a call meets an object of another class (the class file is malformed)",
                                    caller.text()));
    return Call::stopped;
  }
  if (target->polymorphic) return invoke_polymorphic(thread, *target, descriptor, stack);
  if (insn.op != op_invokespecial) {
    target = Loader::select(klass, *target);
  } else if (target->name != "<init>" && !target->owner->is_interface() && target->owner != caller.owner &&
             !target->is_private() && caller.owner->super != nullptr) {
    Method* nearest = Loader::find_method(*caller.owner->super, target->name, target->descriptor);
    if (nearest != nullptr) target = nearest;
  }
  if (target == nullptr || (target->is_abstract() && target->native == nullptr)) {
    throw_new(thread, "java/lang/AbstractMethodError", constant->method->text());
    return Call::thrown;
  }
  return invoke(thread, *target, stack);
}

Vm::Call Vm::call_static(Thread& thread, Method& target, Word*& stack) {
  if (target.owner->init != Class::Init::yes && target.native == nullptr) {
    switch (initialize(thread, *target.owner)) {
      case Ready::yes:
        break;
      case Ready::called:
        return Call::initializes;
      case Ready::stopped:
        return Call::stopped;
      case Ready::thrown:
        return Call::thrown;
    }
  }
  return invoke(thread, target, stack);
}

Vm::Call Vm::invoke(Thread& thread, Method& method, Word*& stack) {
  if (method.native != nullptr) {
    Word* const args = stack - method.argument_words;
    switch (method.native(*this, thread, args, method)) {
      case Done::yes:
        stack = args + words_of(method.result);
        return Call::native;
      case Done::thrown:
        return Call::thrown;
      case Done::called:
        return Call::pushed;
      case Done::stopped:
        return Call::stopped;
      case Done::declined:
        break;
    }
  }
  if ((method.access & access::is_native) != 0) {
    unsupported(thread, fmt::format("native method {}{}", method.text(), method.descriptor));
    return Call::stopped;
  }
  if (!method.prepared) {
    try {
      prepare_method(method);
    } catch (const BadClass& bad) {
      unsupported(thread, bad.what());
      return Call::stopped;
    }
  }
  if (thread.frames.size() >= settings_.frames) {
    throw_new(thread, "java/lang/StackOverflowError", {}, false);
    return Call::thrown;
  }
  Ref lock = 0;
  if (method.is_synchronized()) {
    lock = method.is_static() ? mirror(*method.owner) : *(stack - method.argument_words);
    stop_ = Stop::point;
    if (!enter(thread, *at(lock))) return Call::stopped;
  }
  if (probing_) {
    thread.pending.what = Pending::What::run;
    stop_ = Stop::point;
    return Call::stopped;
  }
  Frame& caller = thread.frames.back();
  caller.depth -= method.argument_words;
  const std::uint32_t base = caller.base + caller.method->max_locals + caller.depth;
  memory_.push_frame(thread, method, base).lock = lock;
  return Call::pushed;
}

// Takes the top frame away and hands its result down. False: the run ends here.
bool Vm::return_from(Thread& thread, Stop& stop, std::size_t until, const Word* value, std::uint32_t words) {
  const Frame frame = thread.frames.back();
  if ((frame.flags & Frame::initializer) != 0) memory_.initialized(*frame.method->owner, Class::Init::yes, 0);
  if (thread.frames.size() == 1 && until == 0) {
    end(thread);
    stop = Stop::ended;
    return false;
  }
  memory_.pop_frame(thread);
  if (come_back(thread, until)) {
    std::copy(value, value + words, thread.words.begin() + frame.base);
    stop = Stop::returned;
    return false;
  }
  Frame& caller = thread.frames.back();
  if ((frame.flags & Frame::again) != 0) return true;
  Word* const sp = thread.words.data() + caller.base + caller.method->max_locals + caller.depth;
  if ((frame.flags & Frame::make) != 0) {
    *sp = frame.lock;
    ++caller.depth;
  } else if ((frame.flags & Frame::box) != 0 && frame.method->result != Kind::ref) {
    if (frame.method->result == Kind::void_) {
      *sp = 0;
      ++caller.depth;
    } else {
      Method* boxing = boxing_method(frame.method->result);
      if (!boxing->prepared) prepare_method(*boxing);
      std::copy(value, value + words, sp);
      const std::uint32_t base = caller.base + caller.method->max_locals + caller.depth;
      memory_.push_frame(thread, *boxing, base);
      return true;
    }
  } else if ((frame.flags & Frame::prints) != 0) {
    print(text(value[0]));
    *sp = frame.lock;
    ++caller.depth;
  } else if ((frame.flags & Frame::drop) == 0) {
    std::copy(value, value + words, sp);
    caller.depth += words;
  }
  ++caller.pc;
  return true;
}

Method* Vm::boxing_method(Kind kind) {
  static constexpr std::string_view names[] = {"Boolean", "Character", "Float",   "Double",
                                               "Byte",    "Short",     "Integer", "Long"};
  static constexpr std::string_view letters = "ZCFDBSIJ";
  const auto index = static_cast<std::size_t>(kind);
  const std::string name = fmt::format("java/lang/{}", names[index]);
  return loader_.need(name).declared("valueOf", fmt::format("({})L{};", letters[index], name));
}

Stop Vm::run_now(Thread& thread, Method& method, std::initializer_list<Word> arguments) {
  if (!method.prepared) prepare_method(method);
  const std::size_t until = thread.frames.size();
  std::uint32_t base = 0;
  if (until != 0) {
    const Frame& below = thread.frames.back();
    base = below.base + below.method->max_locals + below.depth;
  }
  if (thread.words.size() < base + arguments.size() + 4) thread.words.resize(base + arguments.size() + 64);
  std::copy(arguments.begin(), arguments.end(), thread.words.begin() + base);
  memory_.push_frame(thread, method, base);
  // Threads end when their last frame is left; a run from outside must not.
  return run(thread, until == 0 ? outside : until);
}

}  // namespace waymark::java
