// The way of an exception: from frame to frame to its handler, or to the end of the thread.
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "java/classfile/opcodes.hpp"
#include "java/machine/interpreter.hpp"
#include "java/machine/runs.hpp"

namespace waymark::java {

namespace {

// What a backward jump to a handler counts for: an exception costs more than a loop.
constexpr std::uint32_t jumps_of_a_handler = 8;

}  // namespace

bool Interpreter::unwind(Thread& thread, std::size_t until) {
  Ref exception = std::exchange(exceptions_.pending, 0);
  while (true) {
    Frame& frame = thread.frames.back();
    const Method& method = *frame.method;
    const auto pc = static_cast<std::int32_t>(frame.pc);
    const Class& thrown = *memory_.at(exception)->klass;
    for (const Catch& entry : method.catches) {
      if (pc < entry.begin || pc >= entry.end) continue;
      if (entry.type != 0) {
        const Class* caught = parts_.resolver.find_class(thread, *method.owner, entry.type);
        if (caught == nullptr) {
          if (exceptions_.pending == 0) return false;
          exception = std::exchange(exceptions_.pending, 0);
          continue;
        }
        if (!thrown.extends(caught)) continue;
      }
      if (entry.target <= pc) jumps_ += jumps_of_a_handler;
      frame.pc = static_cast<std::uint32_t>(entry.target);
      frame.depth = 1;
      thread.words[frame.base + method.max_locals] = exception;
      return true;
    }
    if (frame.lock != 0 && (frame.flags & (Frame::make | Frame::prints)) == 0) {
      (void)scheduler_.leave(thread, *memory_.at(frame.lock));
    }
    if ((frame.flags & Frame::initializer) != 0 && refuses(thread, *method.owner, exception)) return false;
    exception = wrap(thread, frame, exception);
    if (thread.frames.size() == 1 && until == 0) {
      exceptions_.stop = uncaught(thread, exception);
      return exceptions_.stop == Stop::returned;
    }
    memory_.pop_frame(thread);
    scheduler_.left(method, thread.frames.size());
    if (come_back(thread, until)) {
      exceptions_.pending = exception;
      exceptions_.stop = Stop::exception;
      return false;
    }
  }
}

// A class of the library whose initialisation fails lacks something that we do not have: it does not fail on a JVM,
// unless that is out of room.
bool Interpreter::refuses(Thread& thread, const Class& initialized, Ref exception) {
  const Class& thrown = *memory_.at(exception)->klass;
  if (!initialized.library || thrown.extends(&parts_.loader.need("java/lang/VirtualMachineError"))) return false;
  exceptions_.unsupported(thread, fmt::format("the library's class {}, whose initialisation ends with {}",
                                              initialized.text(), exceptions_.summary(exception)));
  return true;
}

Ref Interpreter::wrap(Thread& thread, const Frame& frame, Ref exception) {
  const auto wrapped = [&](std::string_view name) {
    exceptions_.throw_new(thread, name, {}, false);
    return exceptions_.pending;
  };
  const auto set = [&](Ref holder, std::string_view klass, std::string_view field, Ref value) {
    objects_.write_ref(*memory_.at(holder), objects_.field(klass, field), value);
  };
  if ((frame.flags & Frame::initializer) != 0) {
    const Class& thrown = *memory_.at(exception)->klass;
    memory_.initialized(*frame.method->owner, Class::Init::failed, 0);
    if (!thrown.extends(&parts_.loader.need("java/lang/Error"))) {
      const Ref cause = std::exchange(exception, wrapped("java/lang/ExceptionInInitializerError"));
      set(exception, throwable, "cause", cause);
    }
  }
  if ((frame.flags & Frame::reflective) != 0) {
    static constexpr std::string_view by_reflection = "java/lang/reflect/InvocationTargetException";
    const Ref cause = std::exchange(exception, wrapped(by_reflection));
    set(exception, throwable, "cause", 0);
    set(exception, by_reflection, "target", cause);
  }
  exceptions_.pending = 0;
  return exception;
}

namespace {

// Whether the program has said what becomes of the thread's uncaught exceptions: a handler of the thread, one for all
// threads, or a group that is asked about them.
bool has_handler(Objects& objects, const Thread& thread) {
  static constexpr std::string_view group_name = "java/lang/ThreadGroup";
  Class& threads = objects.thread_class();
  Object& self = *objects.at(thread.object);
  if (self.data()[objects.field(java_thread, "uncaughtExceptionHandler")] != 0) return true;
  const Field* const general = threads.declared_field("defaultUncaughtExceptionHandler", {});
  if (general != nullptr && threads.statics[general->offset] != 0) return true;
  Method* const asked =
      objects.loader().need(group_name).declared("uncaughtException", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
  const Ref own_group = objects.thread_holder(self).data()[objects.holder_field("group")];
  for (Ref group = own_group; group != 0 && asked != nullptr;) {
    const Object& it = *objects.at(group);
    if (Loader::select(*it.klass, *asked) != asked) return true;
    group = it.data()[objects.field(group_name, "parent")];
  }
  return false;
}

std::uint32_t place_of_return(const Method& method) {
  std::uint32_t pc = 0;
  while (method.code[pc].op != op_return) ++pc;
  return pc;
}

}  // namespace

// The last frame was left by an exception. In its place, the thread runs what the JVM runs then: handlers, or the
// printing of a stack trace. What these throw ends the thread, and nothing runs after it. Stop::returned: a handler
// runs now. Stop::exception: nobody handles it, and the thread stands where its end begins.
Stop Interpreter::uncaught(Thread& thread, Ref exception) {
  Method* const dispatch = objects_.thread_class().declared("dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
  const Frame last = thread.frames.back();
  const bool again = last.method == dispatch;
  const bool handled = !again && has_handler(objects_, thread);
  if (!handled) exceptions_.note_uncaught(exception, last);
  if (!dispatch->prepared) parts_.actions.prepare(*dispatch);
  memory_.touch(thread);
  thread.words[last.base] = thread.object;
  thread.words[last.base + 1] = exception;
  thread.frames.clear();
  scheduler_.left(*dispatch, 0);
  Frame& frame = memory_.push_frame(thread, *dispatch, last.base);
  if (again) frame.pc = place_of_return(*dispatch);
  if (handled) return Stop::returned;
  thread.flags |= Thread::fresh;
  return Stop::exception;
}

}  // namespace waymark::java
