// Exceptions: made, thrown, caught, or told about.
#include <fmt/format.h>

#include <algorithm>

#include "java/machine/null_message.hpp"
#include "java/machine/runs.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

std::string cast_message(const Class& from, const Class& to) {
  const auto where = [](const Class& klass) {
    const Class* base = &klass;
    while (base->is_array()) base = base->element;
    return base->library || base->primitive;
  };
  const std::string from_module =
      where(from) ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
  const std::string to_module = where(to) ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
  const auto named = [](const Class& klass) {
    std::string name = klass.name;
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
  };
  const std::string a = named(from);
  const std::string b = named(to);
  if (from_module == to_module) {
    return fmt::format("class {} cannot be cast to class {} ({} and {} are in {})", a, b, a, b, from_module);
  }
  return fmt::format("class {} cannot be cast to class {} ({} is in {}; {} is in {})", a, b, a, from_module, b,
                     to_module);
}

Done Vm::throw_new(Thread& thread, std::string_view name, std::string_view message, bool with_message) {
  Class* klass = loader_.find(name);
  if (klass == nullptr) return unsupported(thread, fmt::format("the JDK has no class {}", name));
  Object* object = allocate(thread, *klass, 0, 60);
  const Ref ref = object->place;
  static constexpr std::string_view throwable = "java/lang/Throwable";
  object->data()[field(throwable, "cause")] = ref;
  if (with_message) {
    const Ref text = new_string(thread, message, 5);
    at(ref)->data()[field(throwable, "detailMessage")] = text;
  }
  Class& base = loader_.need(throwable);
  if (base.init == Class::Init::yes) {
    at(ref)->data()[field(throwable, "stackTrace")] = base.statics[base.declared_field("UNASSIGNED_STACK", {})->offset];
    at(ref)->data()[field(throwable, "suppressedExceptions")] =
        base.statics[base.declared_field("SUPPRESSED_SENTINEL", {})->offset];
  }
  fill_stack_trace(thread, ref, 0);
  exception_ = ref;
  return Done::thrown;
}

// An instruction met a null. The exception tells more when it is asked (getExtendedNPEMessage).
Done Vm::throw_null(Thread& thread) {
  const Done done = throw_new(thread, null_pointer_exception, {}, false);
  if (exception_ != 0) at(exception_)->data()[field(null_pointer_exception, "extendedMessageState")] = 1;
  return done;
}

// The text of its message; empty if it has none.
std::string Vm::message_of(Ref exception) {
  const Object& object = *at(exception);
  const Ref message = object.data()[field("java/lang/Throwable", "detailMessage")];
  if (message != 0) return text(message);
  if (object.klass->name != null_pointer_exception) return {};
  if (object.data()[field(null_pointer_exception, "extendedMessageState")] != 1) return {};
  return extended_message(exception);
}

std::string Vm::extended_message(Ref exception) {
  const Ref trace = at(exception)->data()[field("java/lang/Throwable", "backtrace")];
  if (trace == 0 || at(trace)->length < 2) return {};
  const Method& method = *memory_.methods[at(trace)->data()[0]];
  if (!method.prepared || method.owner->file == nullptr || method.member == nullptr) return {};
  return null_message(method, at(trace)->data()[1]);
}

void Vm::fill_stack_trace(Thread& thread, Ref exception, std::size_t skip) {
  const std::size_t depth = std::min<std::size_t>(thread.frames.size() - std::min(skip, thread.frames.size()), 1024);
  Object* trace = allocate(thread, *backtrace_class, static_cast<std::uint32_t>(depth * 2), 61);
  for (std::size_t i = 0; i < depth; ++i) {
    const Frame& frame = thread.frames[thread.frames.size() - 1 - skip - i];
    trace->data()[2 * i] = frame.method->id;
    trace->data()[2 * i + 1] = frame.pc;
  }
  trace->frozen = true;
  write_ref(*at(exception), field("java/lang/Throwable", "backtrace"), trace->place);
  at(exception)->data()[field("java/lang/Throwable", "depth")] = static_cast<Word>(depth);
}

Done Vm::unsupported(Thread& thread, std::string what) {
  problem = std::move(what);
  problem_stack = stack_of(thread);
  problem_place = thread.frames.empty() ? "" : place_of(thread.frames.back());
  stop_ = Stop::unsupported;
  exception_ = 0;
  return Done::stopped;
}

std::string Vm::place_of(const Frame& frame) const {
  const Method& method = *frame.method;
  const Class& klass = *method.owner;
  if (klass.file == nullptr || klass.file->source_file.empty()) return klass.text();
  const int line = method.line(frame.pc);
  if (line == 0) return std::string(klass.file->source_file);
  return fmt::format("{}:{}", klass.file->source_file, line);
}

std::vector<std::string> Vm::stack_of(const Thread& thread) const {
  std::vector<std::string> out;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    out.push_back(fmt::format("{} ({})", thread.frames[i].method->text(), place_of(thread.frames[i])));
  }
  return out;
}

bool Vm::unwind(Thread& thread, Ref exception, Stop& stop, std::size_t until) {
  exception_ = 0;
  while (true) {
    Frame& frame = thread.frames.back();
    Method& method = *frame.method;
    const Class& thrown = *at(exception)->klass;
    const auto pc = static_cast<std::int32_t>(frame.pc);
    for (const Catch& entry : method.catches) {
      if (pc < entry.begin || pc >= entry.end) continue;
      if (entry.type != 0) {
        Class* caught = resolve_class(thread, *method.owner, entry.type);
        if (caught == nullptr) {
          if (exception_ == 0) {
            stop = stop_;
            return false;
          }
          exception = exception_;
          exception_ = 0;
          continue;
        }
        if (!thrown.extends(caught)) continue;
      }
      const bool backwards = entry.target <= pc;
      if (backwards) jumps_ += 8;
      frame.pc = static_cast<std::uint32_t>(entry.target);
      frame.depth = 1;
      thread.words[frame.base + method.max_locals] = exception;
      return true;
    }
    if (frame.lock != 0 && (frame.flags & (Frame::make | Frame::prints)) == 0) (void)leave(thread, *at(frame.lock));
    exception_ = 0;
    if ((frame.flags & Frame::initializer) != 0) {
      memory_.initialized(*method.owner, Class::Init::failed, 0);
      if (!thrown.extends(&loader_.need("java/lang/Error"))) {
        const Ref cause = exception;
        throw_new(thread, "java/lang/ExceptionInInitializerError", {}, false);
        exception = exception_;
        exception_ = 0;
        write_ref(*at(exception), field("java/lang/Throwable", "cause"), cause);
      }
    }
    if ((frame.flags & Frame::reflective) != 0) {
      const Ref cause = exception;
      throw_new(thread, "java/lang/reflect/InvocationTargetException", {}, false);
      exception = exception_;
      exception_ = 0;
      write_ref(*at(exception), field("java/lang/Throwable", "cause"), 0);
      write_ref(*at(exception), field("java/lang/reflect/InvocationTargetException", "target"), cause);
    }
    if (thread.frames.size() == 1 && until == 0) {
      stop = uncaught(thread, exception);
      return stop == Stop::returned;
    }
    const bool again = (frame.flags & Frame::again) != 0;
    (void)again;
    memory_.pop_frame(thread);
    if (come_back(thread, until)) {
      exception_ = exception;
      stop = Stop::exception;
      return false;
    }
  }
}

// An exception with its stack and causes.
std::string Vm::tell(Ref exception) {
  static constexpr std::string_view throwable = "java/lang/Throwable";
  std::string out;
  for (int causes = 0; exception != 0 && causes < 10; ++causes) {
    const Object& object = *at(exception);
    if (causes != 0) out += "\n  caused by ";
    out += object.klass->text();
    if (const std::string message = message_of(exception); !message.empty()) out += ": " + message;
    const Ref trace = object.data()[field(throwable, "backtrace")];
    for (std::uint32_t i = 0; trace != 0 && i + 1 < at(trace)->length; i += 2) {
      Frame place;
      place.method = memory_.methods[at(trace)->data()[i]];
      place.pc = at(trace)->data()[i + 1];
      out += fmt::format("\n    at {} ({})", place.method->text(), place_of(place));
    }
    const Ref cause = object.data()[field(throwable, "cause")];
    exception = cause == exception ? 0 : cause;
  }
  return out;
}

// The last frame was left by an exception. Stop::returned: a handler runs now.
Stop Vm::uncaught(Thread& thread, Ref exception) {
  Class& klass = loader_.need(java_thread);
  const Object& object = *at(thread.object);
  const Field* general = klass.declared_field("defaultUncaughtExceptionHandler", {});
  const bool handled = object.data()[field(java_thread, "uncaughtExceptionHandler")] != 0 ||
                       (general != nullptr && klass.statics[general->offset] != 0);
  Frame& frame = thread.frames.back();
  Method* dispatch = klass.declared("dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
  if (handled && frame.method != dispatch) {
    if (!dispatch->prepared) prepare_method(*dispatch);
    const std::uint32_t base = frame.base;
    const Ref self = thread.object;
    thread.words[base] = self;
    thread.words[base + 1] = exception;
    // In place of the frame that is gone.
    memory_.touch(thread);
    thread.frames.clear();
    memory_.push_frame(thread, *dispatch, base);
    return Stop::returned;
  }
  const Class& thrown = *at(exception)->klass;
  problem_is_assertion = thrown.extends(&loader_.need("java/lang/AssertionError"));
  problem = thrown.text();
  if (const std::string message = message_of(exception); !message.empty()) problem += ": " + message;
  Ref cause = at(exception)->data()[field("java/lang/Throwable", "cause")];
  if (cause != 0 && cause != exception) {
    problem += ", caused by " + at(cause)->klass->text();
    if (const std::string why = message_of(cause); !why.empty()) problem += ": " + why;
    exception = cause;
  }
  problem_stack.clear();
  problem_place = place_of(frame);
  const Ref trace = at(exception)->data()[field("java/lang/Throwable", "backtrace")];
  if (trace != 0) {
    const Object& entries = *at(trace);
    for (std::uint32_t i = 0; i + 1 < entries.length; i += 2) {
      Frame place;
      place.method = memory_.methods[entries.data()[i]];
      place.pc = entries.data()[i + 1];
      if (problem_stack.empty()) problem_place = place_of(place);
      problem_stack.push_back(fmt::format("{} ({})", place.method->text(), place_of(place)));
    }
    // The place that means something to people: the program's own.
    for (std::uint32_t i = 0; i + 1 < entries.length; i += 2) {
      Frame place;
      place.method = memory_.methods[entries.data()[i]];
      place.pc = entries.data()[i + 1];
      if (place.method->owner->library) continue;
      problem_place = place_of(place);
      break;
    }
  }
  return Stop::exception;
}

}  // namespace waymark::java
