#include "java/machine/exceptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "java/machine/null_message.hpp"

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

Object* Exceptions::allocate(Thread& thread, Class& klass, std::uint32_t length, std::uint32_t sub) {
  Object* const made = objects_.allocate(thread, klass, length, sub);
  if (made == nullptr) throw_new(thread, "java/lang/OutOfMemoryError", "Java heap space");
  return made;
}

Done Exceptions::throw_new(Thread& thread, std::string_view name, std::string_view message, bool with_message) {
  Class* klass = objects_.loader().find(name);
  if (klass == nullptr) return unsupported(thread, fmt::format("the JDK has no class {}", name));
  const Ref ref = objects_.allocate(thread, *klass, 0, 60)->place;
  const auto set = [&](std::string_view field, Word value) {
    objects_.at(ref)->data()[objects_.field(throwable, field)] = value;
  };
  set("cause", ref);
  if (with_message) set("detailMessage", objects_.new_string(thread, message, 5));
  Class& base = objects_.loader().need(throwable);
  if (base.init == Class::Init::yes) {
    set("stackTrace", base.statics[base.declared_field("UNASSIGNED_STACK", {})->offset]);
    set("suppressedExceptions", base.statics[base.declared_field("SUPPRESSED_SENTINEL", {})->offset]);
  }
  fill_stack_trace(thread, ref, 0);
  pending = ref;
  return Done::thrown;
}

Done Exceptions::throw_null(Thread& thread) {
  if (!thread.frames.empty() && thread.frames.back().method->owner->library) {
    const Method& method = *thread.frames.back().method;
    const std::string field = method.prepared && method.owner->file != nullptr && method.member != nullptr
                                  ? null_static(method, thread.frames.back().pc)
                                  : std::string();
    if (!field.empty()) return unsupported(thread, fmt::format("{}, which is empty here", field));
  }
  const Done done = throw_new(thread, null_pointer_exception, {}, false);
  if (pending != 0) {
    objects_.at(pending)->data()[objects_.field(null_pointer_exception, "extendedMessageState")] = 1;
  }
  return done;
}

Done Exceptions::throw_missing(Thread& thread, std::string_view name) {
  std::string dotted(name);
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  const std::uint32_t cause_field = objects_.field(throwable, "cause");
  if (throw_new(thread, "java/lang/ClassNotFoundException", dotted) != Done::thrown) return Done::stopped;
  const Ref cause = pending;
  objects_.at(cause)->data()[cause_field] = 0;
  const Done done = throw_new(thread, "java/lang/NoClassDefFoundError", name);
  if (done == Done::thrown) objects_.write_ref(*objects_.at(pending), cause_field, cause);
  return done;
}

// The text of its message; empty if it has none.
std::string Exceptions::message_of(Ref exception) {
  const Object& object = *objects_.at(exception);
  const Ref message = object.data()[objects_.field(throwable, "detailMessage")];
  if (message != 0) return objects_.text(message);
  if (object.klass->name != null_pointer_exception) return {};
  if (object.data()[objects_.field(null_pointer_exception, "extendedMessageState")] != 1) return {};
  return extended_message(exception);
}

template <typename Visit>
void Exceptions::each_frame(Ref exception, const Visit& visit) {
  const Ref trace = objects_.at(exception)->data()[objects_.field(throwable, "backtrace")];
  for (std::uint32_t i = 0; trace != 0 && i + 1 < objects_.at(trace)->length; i += 2) {
    Frame place;
    place.method = objects_.memory().methods[objects_.at(trace)->data()[i]];
    place.pc = objects_.at(trace)->data()[i + 1];
    visit(place);
  }
}

std::string Exceptions::extended_message(Ref exception) {
  const Ref trace = objects_.at(exception)->data()[objects_.field(throwable, "backtrace")];
  if (trace == 0 || objects_.at(trace)->length < 2) return {};
  const Method& method = *objects_.memory().methods[objects_.at(trace)->data()[0]];
  if (!method.prepared || method.owner->file == nullptr || method.member == nullptr) return {};
  return null_message(method, objects_.at(trace)->data()[1]);
}

void Exceptions::make_backtrace_class() {
  const Class& ints = objects_.loader().need("[I");
  backtrace_class_ = std::make_unique<Class>();
  Class& made = *backtrace_class_;
  made.name = "[waymark/Backtrace";
  made.label = text_label(made.name);
  made.element = ints.element;
  made.element_kind = Kind::int_;
  made.super = ints.super;
  made.vtable = ints.vtable;
  made.chain = ints.chain;
  made.supers = ints.supers;
  made.holds_methods = true;
  made.library = true;
  made.init = Class::Init::yes;
  objects_.memory().add(made);
  (void)objects_.mirror(made);
}

void Exceptions::fill_stack_trace(Thread& thread, Ref exception, std::size_t skip) {
  constexpr std::size_t most = 1024;
  const auto shown = [](const Frame& frame) { return !frame.method->owner->hidden; };
  const auto first = thread.frames.rbegin() + static_cast<std::ptrdiff_t>(std::min(skip, thread.frames.size()));
  const auto there = static_cast<std::size_t>(std::count_if(first, thread.frames.rend(), shown));
  const std::size_t depth = std::min(there, most);
  Object* trace = objects_.allocate(thread, *backtrace_class_, static_cast<std::uint32_t>(depth * 2), 61);
  std::size_t at = 0;
  for (auto frame = first; at < depth; ++frame) {
    if (!shown(*frame)) continue;
    trace->data()[2 * at] = frame->method->id;
    trace->data()[2 * at + 1] = frame->pc;
    ++at;
  }
  trace->frozen = true;
  objects_.write_ref(*objects_.at(exception), objects_.field(throwable, "backtrace"), trace->place);
  objects_.at(exception)->data()[objects_.field(throwable, "depth")] = static_cast<Word>(depth);
}

Done Exceptions::unsupported(Thread& thread, std::string what) {
  problem.text = std::move(what);
  problem.stack = stack_of(thread);
  problem.place = thread.frames.empty() ? "" : place_of(thread.frames.back());
  stop = Stop::unsupported;
  pending = 0;
  return Done::stopped;
}

std::string Exceptions::summary(Ref exception) {
  const std::string message = message_of(exception);
  return objects_.at(exception)->klass->text() + (message.empty() ? "" : ": " + message);
}

std::string Exceptions::tell(Ref exception) {
  std::string out;
  for (int causes = 0; exception != 0 && causes < 10; ++causes) {
    const Object& object = *objects_.at(exception);
    if (causes != 0) out += "\n  caused by ";
    out += object.klass->text();
    if (const std::string message = message_of(exception); !message.empty()) out += ": " + message;
    each_frame(exception, [&](const Frame& place) {
      out += fmt::format("\n    at {} ({})", place.method->text(), place_of(place));
    });
    const Ref cause = object.data()[objects_.field(throwable, "cause")];
    exception = cause == exception ? 0 : cause;
  }
  return out;
}

namespace {

// Libraries whose code only says that something is not as it should be.
bool is_of_assertions(std::string_view klass) {
  static constexpr std::string_view packages[] = {"org/junit/",    "junit/framework/", "org/opentest4j/",
                                                  "org/hamcrest/", "org/assertj/",     "com/google/common/truth/"};
  return std::any_of(std::begin(packages), std::end(packages),
                     [&](std::string_view package) { return klass.starts_with(package); });
}

}  // namespace

// A line that says what is wrong, and then the history.
void Exceptions::note_history(Ref exception) {
  problem.kind = "linearizability";
  problem.place.clear();
  problem.stack.clear();
  std::istringstream lines(message_of(exception));
  std::getline(lines, problem.text);
  for (std::string line; std::getline(lines, line);) problem.stack.push_back(line);
}

void Exceptions::note_uncaught(Ref exception, const Frame& frame) {
  const auto text = [&](Ref ref) { return summary(ref); };
  const Class& klass = *objects_.at(exception)->klass;
  problem.kind = klass.extends(&objects_.loader().need("java/lang/AssertionError")) ? "assertion" : "exception";
  problem.text = text(exception);
  if (klass.name == "waymark/internal/NotLinearizable") return note_history(exception);
  static constexpr std::string_view by_reflection = "java/lang/reflect/InvocationTargetException";
  const bool reflected = objects_.at(exception)->klass->name == by_reflection;
  const Ref cause =
      objects_.at(exception)
          ->data()[reflected ? objects_.field(by_reflection, "target") : objects_.field(throwable, "cause")];
  if (cause != 0 && cause != exception) {
    problem.text += ", caused by " + text(cause);
    exception = cause;
  }
  if (objects_.at(exception)->klass->name == "java/lang/StackOverflowError") {
    problem.text += " (--frames N allows more calls within calls)";
  }
  problem.stack.clear();
  problem.place = place_of(frame);
  // The place that means something to people is the program's own, if there is one.
  bool own = false;
  each_frame(exception, [&](const Frame& place) {
    const bool of_program = !place.method->owner->library && !is_of_assertions(place.method->owner->name);
    if (problem.stack.empty() || (of_program && !own)) problem.place = place_of(place);
    own = own || of_program;
    problem.stack.push_back(fmt::format("{} ({})", place.method->text(), place_of(place)));
  });
}

}  // namespace waymark::java
