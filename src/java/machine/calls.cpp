// Calls and returns.
#include <fmt/format.h>

#include <algorithm>

#include "java/classfile/opcodes.hpp"
#include "java/machine/interpreter.hpp"
#include "java/machine/runs.hpp"

namespace waymark::java {

namespace {

// False: the thread stops before the monitor.
bool enter_synchronized(Parts& parts, Thread& thread, const Method& method, const Word* arguments, Ref& lock) {
  if (!method.is_synchronized()) return true;
  lock = method.is_static() ? parts.objects.mirror(*method.owner) : arguments[0];
  return parts.scheduler.enter(thread, *parts.memory.at(lock));
}

}  // namespace

Done Interpreter::call(Thread& thread, const Method& native, Method& method, std::span<const Word> arguments,
                       std::uint32_t flags) {
  if (method.is_served()) {
    return exceptions_.unsupported(thread, fmt::format("{} called by the virtual machine", method.text()));
  }
  if (!method.prepared) parts_.actions.prepare(method);
  Ref lock = 0;
  if (!enter_synchronized(parts_, thread, method, arguments.data(), lock)) return Done::stopped;
  if (scheduler_.probing()) {
    thread.pending.what = Pending::What::run;
    return exceptions_.stop_with(Stop::point);
  }
  thread.frames.back().depth -= native.argument_words;
  const std::uint32_t base = first_free_word(thread);
  if (thread.words.size() < base + arguments.size() + 4) thread.words.resize(base + arguments.size() + 64);
  std::copy(arguments.begin(), arguments.end(), thread.words.begin() + base);
  Frame& frame = memory_.push_frame(thread, method, base);
  frame.flags = flags;
  frame.lock = lock;
  scheduler_.entered(thread);
  return Done::called;
}

namespace {

// A native that has a class initialised first counts as one that calls Java.
Done as_call(Done done) { return done == Done::initializing ? Done::called : done; }

// The words that stand on the stack at a call of a method that takes what its call site says: the receiver, too.
std::uint32_t words_at_site(std::string_view descriptor) {
  std::uint32_t words = 1;
  for (std::size_t i = 1; descriptor[i] != ')'; i += descriptor_length(descriptor.substr(i))) {
    words += words_of(kind_of(descriptor[i]));
  }
  return words;
}

// The method that an instruction runs on an object of `klass`, which the constant resolves to `target`; null if there
// is none.
Method* selected(const Insn& insn, const Class& caller, Class& klass, Method& target) {
  if (insn.op != op_invokespecial) return Loader::select(klass, target);
  const bool of_super = target.name != "<init>" && !target.owner->is_interface() && target.owner != &caller &&
                        !target.is_private() && caller.super != nullptr;
  Method* const nearest = of_super ? Loader::find_method(*caller.super, target.name, target.descriptor) : nullptr;
  return nearest != nullptr ? nearest : &target;
}

}  // namespace

Done Interpreter::call_method(Thread& thread, Method& caller, Insn insn, Word*& stack) {
  const auto index = static_cast<std::uint32_t>(insn.k);
  Resolved& constant = caller.owner->pool[index];
  if (!constant.done && !parts_.resolver.find_method(thread, *caller.owner, index, constant))
    return exceptions_.failed();
  Method& target = *constant.method;
  if (target.is_static() != (insn.op == op_invokestatic)) {
    return exceptions_.throw_new(thread, "java/lang/IncompatibleClassChangeError", target.text());
  }
  if (insn.op == op_invokestatic) {
    if (target.owner->init != Class::Init::yes && target.native == nullptr) {
      const Done done = parts_.initializer.initialize(thread, *target.owner);
      if (done != Done::yes) return done;
    }
    return invoke(thread, target, stack);
  }
  std::string_view descriptor;
  std::uint32_t words = target.argument_words;
  if (target.polymorphic) {
    const ClassFile& file = *caller.owner->file;
    descriptor = file.utf8(file.pool[file.pool[index].b].b);
    words = words_at_site(descriptor);
  }
  const Ref receiver = *(stack - words);
  if (receiver == 0) return exceptions_.throw_null(thread);
  Class& klass = *memory_.at(receiver)->klass;
  if (!klass.extends(target.owner)) {
    if (insn.op == op_invokeinterface) {
      return exceptions_.throw_new(
          thread, "java/lang/IncompatibleClassChangeError",
          fmt::format("Class {} does not implement the requested interface {}", klass.text(), target.owner->text()));
    }
    return exceptions_.unsupported(
        thread,
        fmt::format("{}: a call meets an object of another class (the class file is malformed)", caller.text()));
  }
  if (target.polymorphic) return as_call(polymorphic_(env_, thread, target, descriptor, stack));
  Method* const chosen = selected(insn, *caller.owner, klass, target);
  if (chosen == nullptr || (chosen->is_abstract() && chosen->native == nullptr)) {
    return exceptions_.throw_new(thread, "java/lang/AbstractMethodError", target.text());
  }
  return invoke(thread, *chosen, stack);
}

Done Interpreter::invoke(Thread& thread, Method& method, Word*& stack) {
  if (method.native != nullptr) {
    memory_.poll();  // it may go through all of a large array
    Word* const args = stack - method.argument_words;
    const Done done = method.native(env_, thread, args, method);
    if (done == Done::yes) stack = args + words_of(method.result);
    if (done != Done::declined) return as_call(done);
  }
  if ((method.access & access::is_native) != 0) {
    return exceptions_.unsupported(thread, fmt::format("native method {}{}", method.text(), method.descriptor));
  }
  if (!method.prepared) {
    try {
      parts_.actions.prepare(method);
    } catch (const BadClass& bad) {
      return exceptions_.unsupported(thread, bad.what());
    }
  }
  if (thread.frames.size() >= parts_.settings.frames) {
    return exceptions_.throw_new(thread, "java/lang/StackOverflowError", {}, false);
  }
  Ref lock = 0;
  if (!enter_synchronized(parts_, thread, method, stack - method.argument_words, lock)) return Done::stopped;
  if (scheduler_.probing()) {
    thread.pending.what = Pending::What::run;
    return exceptions_.stop_with(Stop::point);
  }
  thread.frames.back().depth -= method.argument_words;
  memory_.push_frame(thread, method, first_free_word(thread)).lock = lock;
  scheduler_.entered(thread);
  return Done::called;
}

namespace {

// Whether a thread that leaves its last frame has to tell others so first, and does that now. A thread of a flock, as
// structured tasks are, is counted there, and Thread.exit() says that it is gone. What other containers of threads hear
// of that is for tools only.
bool begins_exit(Parts& parts, Thread& thread, const Frame& last) {
  Class& threads = parts.objects.thread_class();
  const Field* const container = threads.declared_field("container", {});
  if (container == nullptr || thread.object == 0) return false;
  Object& self = *parts.memory.at(thread.object);
  const Ref flock = self.data()[container->offset];
  if (flock == 0 || parts.memory.at(flock)->klass->name != "jdk/internal/misc/ThreadFlock$ThreadContainerImpl")
    return false;
  constexpr Word exits = 2;
  Method* const exit = threads.declared("exit", "()V");
  if (exit == nullptr || self.data()[parts.objects.thread_eetop] == exits) return false;
  if (!exit->prepared) parts.actions.prepare(*exit);
  parts.memory.touch(self);
  self.data()[parts.objects.thread_eetop] = exits;
  parts.memory.touch(thread);
  thread.words[last.base] = thread.object;
  thread.frames.clear();
  parts.scheduler.left(*last.method, 0);
  parts.memory.push_frame(thread, *exit, last.base);
  return true;
}

}  // namespace

bool Interpreter::return_from(Thread& thread, std::size_t until, const Word* value, std::uint32_t words) {
  const Frame frame = thread.frames.back();
  if ((frame.flags & Frame::initializer) != 0) memory_.initialized(*frame.method->owner, Class::Init::yes, 0);
  if (thread.frames.size() == 1 && until == 0) {
    if (begins_exit(parts_, thread, frame)) return true;
    scheduler_.end(thread);
    exceptions_.stop = Stop::ended;
    return false;
  }
  memory_.pop_frame(thread);
  scheduler_.left(*frame.method, thread.frames.size());
  if (come_back(thread, until)) {
    std::copy(value, value + words, thread.words.begin() + frame.base);
    exceptions_.stop = Stop::returned;
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
      if (!boxing->prepared) parts_.actions.prepare(*boxing);
      std::copy(value, value + words, sp);
      memory_.push_frame(thread, *boxing, first_free_word(thread));
      return true;
    }
  } else if ((frame.flags & Frame::prints) != 0) {
    if (objects_.narrator != nullptr) objects_.narrator->printed(objects_.text(value[0]));
    *sp = frame.lock;
    ++caller.depth;
  } else if ((frame.flags & Frame::drop) == 0) {
    std::copy(value, value + words, sp);
    caller.depth += words;
  }
  ++caller.pc;
  return true;
}

Method* Interpreter::boxing_method(Kind kind) {
  static constexpr std::string_view names[] = {"Boolean", "Character", "Float",   "Double",
                                               "Byte",    "Short",     "Integer", "Long"};
  static constexpr std::string_view letters = "ZCFDBSIJ";
  const auto index = static_cast<std::size_t>(kind);
  const std::string name = fmt::format("java/lang/{}", names[index]);
  return parts_.loader.need(name).declared("valueOf", fmt::format("({})L{};", letters[index], name));
}

Stop Interpreter::run_now(Thread& thread, Method& method, std::initializer_list<Word> arguments) {
  if (!method.prepared) parts_.actions.prepare(method);
  const std::size_t until = thread.frames.size();
  const std::uint32_t base = first_free_word(thread);
  if (thread.words.size() < base + arguments.size() + 4) thread.words.resize(base + arguments.size() + 64);
  std::copy(arguments.begin(), arguments.end(), thread.words.begin() + base);
  memory_.push_frame(thread, method, base);
  // Threads end when their last frame is left; a run from outside must not.
  return run(thread, until == 0 ? outside : until);
}

}  // namespace waymark::java
