// The way of an exception: from frame to frame to its handler, or to the end of the thread.
#include <string_view>
#include <utility>

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

// The last frame was left by an exception. Stop::returned: a handler runs now.
Stop Interpreter::uncaught(Thread& thread, Ref exception) {
  Class& klass = objects_.thread_class();
  const Object& object = *memory_.at(thread.object);
  const Field* general = klass.declared_field("defaultUncaughtExceptionHandler", {});
  const bool handled = object.data()[objects_.field(java_thread, "uncaughtExceptionHandler")] != 0 ||
                       (general != nullptr && klass.statics[general->offset] != 0);
  const Frame& frame = thread.frames.back();
  Method* dispatch = klass.declared("dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
  if (!handled || frame.method == dispatch) {
    exceptions_.note_uncaught(exception, frame);
    return Stop::exception;
  }
  if (!dispatch->prepared) parts_.actions.prepare(*dispatch);
  const std::uint32_t base = frame.base;
  thread.words[base] = thread.object;
  thread.words[base + 1] = exception;
  // In place of the frame that is gone.
  memory_.touch(thread);
  thread.frames.clear();
  scheduler_.left(*dispatch, 0);
  memory_.push_frame(thread, *dispatch, base);
  return Stop::returned;
}

}  // namespace waymark::java
