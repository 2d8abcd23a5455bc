#include "java/vm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/check.hpp"
#include "java/prepare.hpp"

namespace waymark::java {

namespace {

constexpr std::uint32_t most_elements = 1u << 27;

// A run that was called from outside, on a thread without frames.
constexpr std::size_t outside = ~std::size_t{0};

bool come_back(const Thread& thread, std::size_t until) {
  return thread.frames.size() == until || (until == outside && thread.frames.empty());
}

std::uint64_t site_hash(const Method& method, std::uint32_t pc, std::uint32_t sub) {
  return method.name_hash * 0x9E3779B97F4A7C15u + (std::uint64_t{pc} * 64 + sub + 1) * 0xD6E8FEB86659FD93u;
}

}  // namespace

Vm::Vm(ClassSource source, Settings settings) : settings_(std::move(settings)), loader_(std::move(source)) {
  memory_.symmetry(settings_.symmetry);
  memory_.garbage(settings_.garbage);
  loader_.on_load = [this](Class& klass) { loaded(klass); };
  loader_.find_native = [](const Method& method) { return served(method); };
}

Vm::~Vm() = default;

void Vm::loaded(Class& klass) {
  memory_.add(klass);
  if (klass.init == Class::Init::yes) memory_.always_initialized(klass);
  for (std::size_t i = memory_.methods.size(); i < loader_.methods.size(); ++i) {
    memory_.methods.push_back(loader_.methods[i]);
  }
  if (class_class_ != nullptr) (void)mirror(klass);
}

void Vm::prepare_method(Method& method) {
  prepare(method);
  method.first_action = next_action_;
  next_action_ += static_cast<std::uint32_t>(method.code.size());
  ranges_.emplace_back(method.first_action, &method);
}

// --- mirrors and strings ---

Ref Vm::mirror(Class& klass) {
  if (klass.mirror != 0) return klass.mirror;
  Object* object = memory_.allocate_immortal(hash_text(klass.name, 11), *class_class_);
  klass.mirror = object->place;
  mirrors_[object->place] = &klass;
  if (klass.is_array()) object->data()[field("java/lang/Class", "componentType")] = mirror(*klass.element);
  return klass.mirror;
}

Class* Vm::of_mirror(Ref ref) {
  const auto known = mirrors_.find(ref);
  return known == mirrors_.end() ? nullptr : known->second;
}

std::uint32_t Vm::field(std::string_view klass, std::string_view name) {
  Field* found = loader_.need(klass).declared_field(name, {});
  if (found == nullptr) throw BadClass(fmt::format("{}: this JDK's class has no field {}", klass, name));
  return found->offset;
}

std::u16string to16(std::string_view utf8) {
  std::u16string out;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto c = static_cast<std::uint8_t>(utf8[i]);
    const auto next = [&](std::size_t n) -> std::uint32_t {
      return i + n < utf8.size() ? static_cast<std::uint8_t>(utf8[i + n]) & 0x3F : 0;
    };
    if (c < 0x80) {
      out += static_cast<char16_t>(c);
      ++i;
    } else if (c < 0xE0) {
      out += static_cast<char16_t>((c & 0x1F) << 6 | next(1));
      i += 2;
    } else if (c < 0xF0) {
      out += static_cast<char16_t>((c & 0x0F) << 12 | next(1) << 6 | next(2));
      i += 3;
    } else {
      const std::uint32_t point = ((c & 7u) << 18 | next(1) << 12 | next(2) << 6 | next(3)) - 0x10000;
      out += static_cast<char16_t>(0xD800 + (point >> 10));
      out += static_cast<char16_t>(0xDC00 + (point & 0x3FF));
      i += 4;
    }
  }
  return out;
}

std::string to8(std::u16string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::uint32_t c = text[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (text[++i] - 0xDC00u);
    } else if (c >= 0xD800 && c < 0xE000) {
      c = '?';
    }
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xC0 | c >> 6);
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      out += static_cast<char>(0xE0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | c >> 18);
      out += static_cast<char>(0x80 | (c >> 12 & 0x3F));
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return out;
}

namespace {

bool is_latin(std::u16string_view text) {
  return std::all_of(text.begin(), text.end(), [](char16_t c) { return c < 256; });
}

void fill_characters(Object& array, std::u16string_view text, bool latin) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(array.data());
  if (latin) {
    for (std::size_t i = 0; i < text.size(); ++i) bytes[i] = static_cast<std::uint8_t>(text[i]);
  } else {
    std::memcpy(bytes, text.data(), text.size() * 2);
  }
}

}  // namespace

Ref Vm::new_string(Thread& thread, std::u16string_view text, std::uint32_t sub) {
  const bool latin = is_latin(text);
  const auto length = static_cast<std::uint32_t>(latin ? text.size() : text.size() * 2);
  Object* array = allocate(thread, loader_.need("[B"), length, sub * 2 + 40);
  if (array == nullptr) return 0;
  fill_characters(*array, text, latin);
  array->frozen = true;
  Object* string = allocate(thread, *string_class_, 0, sub * 2 + 41);
  string->data()[string_value_] = array->place;
  string->data()[string_coder_] = latin ? 0 : 1;
  return string->place;
}

Ref Vm::new_string(Thread& thread, std::string_view utf8, std::uint32_t sub) {
  return new_string(thread, to16(utf8), sub);
}

Ref Vm::intern(std::u16string_view text) {
  const auto [known, fresh] = strings_.try_emplace(std::u16string(text), 0);
  if (!fresh) return known->second;
  const bool latin = is_latin(text);
  const std::string_view bytes(reinterpret_cast<const char*>(text.data()), text.size() * 2);
  const auto length = static_cast<std::uint32_t>(latin ? text.size() : text.size() * 2);
  Object* array = memory_.allocate_immortal(hash_text(bytes, 13), loader_.need("[B"), length);
  fill_characters(*array, text, latin);
  array->frozen = true;
  Object* string = memory_.allocate_immortal(hash_text(bytes, 17), *string_class_);
  string->data()[string_value_] = array->place;
  string->data()[string_coder_] = latin ? 0 : 1;
  known->second = string->place;
  return string->place;
}

Ref Vm::intern(std::string_view utf8) { return intern(to16(utf8)); }

std::u16string Vm::text16(Ref string) {
  if (string == 0) return u"null";
  const Object& object = *at(string);
  if (object.klass != string_class_ || object.data()[string_value_] == 0) return u"";
  const Object& array = *at(object.data()[string_value_]);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(array.data());
  std::u16string text;
  if (object.data()[string_coder_] == 0) {
    text.assign(bytes, bytes + array.length);
  } else {
    text.resize(array.length / 2);
    std::memcpy(text.data(), bytes, text.size() * 2);
  }
  return text;
}

std::string Vm::text(Ref string) { return to8(text16(string)); }

// --- objects ---

Object* Vm::allocate(Thread& thread, Class& klass, std::uint32_t length, std::uint32_t sub) {
  if (length > most_elements) {
    throw_new(thread, "java/lang/OutOfMemoryError", "Java heap space");
    return nullptr;
  }
  allocated += 1 + length / 64;
  if (thread.frames.empty()) return memory_.allocate(thread.number, sub, sub, klass, length);
  const Frame& frame = thread.top();
  return memory_.allocate(thread.number, (frame.method->first_action + frame.pc) * 64 + sub,
                          site_hash(*frame.method, frame.pc, sub), klass, length);
}

Ref Vm::make_multi(Thread& thread, Class& klass, const std::int32_t* counts, std::uint32_t dimensions,
                   std::uint32_t sub) {
  Object* array = allocate(thread, klass, static_cast<std::uint32_t>(counts[0]), sub);
  if (array == nullptr) return 0;
  const Ref ref = array->place;
  if (dimensions > 1) {
    for (std::int32_t i = 0; i < counts[0]; ++i) {
      const Ref part = make_multi(thread, *klass.element, counts + 1, dimensions - 1, std::min(sub + 1, 30u));
      if (part == 0) return 0;
      at(ref)->data()[i] = part;
    }
  }
  return ref;
}

void Vm::write_ref(Object& holder, std::uint32_t offset, Ref value) {
  memory_.touch(holder);
  if (holder.escaped) memory_.escape(value);
  holder.data()[offset] = value;
}

// --- exceptions ---

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
    if (object.data()[field(throwable, "detailMessage")] != 0)
      out += ": " + text(object.data()[field(throwable, "detailMessage")]);
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
  const Ref message = at(exception)->data()[field("java/lang/Throwable", "detailMessage")];
  problem = thrown.text();
  if (message != 0) problem += ": " + text(message);
  Ref cause = at(exception)->data()[field("java/lang/Throwable", "cause")];
  if (cause != 0 && cause != exception) {
    problem += ", caused by " + at(cause)->klass->text();
    const Ref why = at(cause)->data()[field("java/lang/Throwable", "detailMessage")];
    if (why != 0) problem += ": " + text(why);
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

// --- calls ---

Done Vm::call(Thread& thread, const Method& native, Method& method, std::initializer_list<Word> arguments,
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

bool Vm::end(Thread& thread) {
  const Ref ref = thread.object;
  const std::uint32_t number = thread.number;
  memory_.end_thread(thread);
  Object& object = *at(ref);
  memory_.touch(object);
  Object& holder = object;
  holder.data()[field(java_thread, "threadStatus")] = 2;
  put64(holder.data() + field(java_thread, "eetop"), 0);
  (void)number;
  for (const auto& other : memory_.threads()) {
    if ((other->status == Status::waiting || other->status == Status::timed) && other->waits_on == ref) {
      wake(*other, Thread::notified);
    }
  }
  return true;
}

void Vm::exit_program() {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none) memory_.end_thread(*thread);
  }
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

// --- resolution ---

Class* Vm::resolve_class(Thread& thread, Class& from, std::uint32_t index) {
  Resolved& constant = from.pool[index];
  if (constant.klass != nullptr) return constant.klass;
  const std::string_view name = from.file->class_name(static_cast<std::uint16_t>(index));
  try {
    Class* klass = loader_.find(name);
    if (klass == nullptr) {
      throw_new(thread, "java/lang/NoClassDefFoundError", name);
      return nullptr;
    }
    constant.klass = klass;
    constant.done = true;
    return klass;
  } catch (const BadClass& bad) {
    unsupported(thread, bad.what());
    return nullptr;
  }
}

bool Vm::resolve_field(Thread& thread, Class& from, std::uint32_t index, bool is_static, Resolved*& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = resolve_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Field* found = Loader::find_field(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    throw_new(thread, "java/lang/NoSuchFieldError", file.utf8(both.a));
    return false;
  }
  if (found->is_static() != is_static) {
    throw_new(thread, "java/lang/IncompatibleClassChangeError", fmt::format("field {}", found->name));
    return false;
  }
  out->field = found;
  out->done = true;
  return true;
}

bool Vm::resolve_method(Thread& thread, Class& from, std::uint32_t index, Resolved*& out) {
  const ClassFile& file = *from.file;
  const Constant& constant = file.pool[index];
  Class* klass = resolve_class(thread, from, constant.a);
  if (klass == nullptr) return false;
  const Constant& both = file.pool[constant.b];
  Method* found = Loader::find_method(*klass, file.utf8(both.a), file.utf8(both.b));
  if (found == nullptr) {
    throw_new(thread, "java/lang/NoSuchMethodError",
              fmt::format("{}.{}{}", klass->text(), file.utf8(both.a), file.utf8(both.b)));
    return false;
  }
  out->method = found;
  out->done = true;
  return true;
}

bool Vm::load_constant(Thread& thread, Class& from, std::uint32_t index, Ref& out) {
  const Constant& constant = from.file->pool[index];
  switch (constant.tag) {
    case Tag::string:
      out = intern(from.file->utf8(constant.a));
      return true;
    case Tag::class_: {
      Class* klass = resolve_class(thread, from, index);
      if (klass == nullptr) return false;
      out = mirror(*klass);
      return true;
    }
    default:
      unsupported(thread, "a constant that is made by a method handle (condy, MethodHandle or MethodType)");
      return false;
  }
}

// --- initialisation of classes ---

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

// --- monitors ---

bool Vm::enter(Thread& thread, Object& object) {
  const std::uint32_t self = thread.number + 1;
  if (object.owner() == self) {
    memory_.touch(object);
    object.monitor += 1u << 8;
    return true;
  }
  if (object.escaped || object.owner() != 0) {
    Pending pending;
    pending.what = Pending::What::enter;
    pending.object = object.place;
    pending.synchronizes = true;
    stop_ = Stop::point;
    if (!pass(thread, pending)) return false;
  }
  memory_.touch(object);
  object.monitor = self | 1u << 8;
  if (narrator_ != nullptr) narrator_->entered(object);
  return true;
}

bool Vm::leave(Thread& thread, Object& object) {
  if (object.owner() != thread.number + 1) {
    throw_new(thread, "java/lang/IllegalMonitorStateException", "current thread is not owner");
    return false;
  }
  memory_.touch(object);
  object.monitor -= 1u << 8;
  if (object.entries() == 0) {
    object.monitor = 0;
    if (narrator_ != nullptr) narrator_->left(object);
  }
  return true;
}

void Vm::wake(Thread& waiter, std::uint32_t why) {
  memory_.touch(waiter);
  waiter.status = Status::entering;
  waiter.flags |= why;
  waiter.pending = {};
}

Thread* Vm::thread_of(Ref object) {
  for (const auto& thread : memory_.threads()) {
    if (thread->status != Status::none && thread->object == object) return thread.get();
  }
  return nullptr;
}

// --- scheduling ---

bool Vm::free_running(const Thread& thread) const {
  // While a thread stands at the operation that it stopped before, that operation has to ask, whoever else is left.
  if (probing_ || granted_) return false;
  return booting_ || evaluating_ || memory_.living() == 1 || (thread.flags & Thread::atomic) != 0;
}

bool Vm::ready(const Thread& thread, const Pending& pending) {
  switch (pending.what) {
    case Pending::What::enter: {
      const std::uint32_t owner = at(pending.object)->owner();
      return owner == 0 || owner == thread.number + 1;
    }
    case Pending::What::join:
      return (at(pending.object)->data()[thread_status_] & 2) != 0 || at(pending.object)->data()[thread_status_] == 0 ||
             interrupted(thread);
    case Pending::What::park:
      return (thread.flags & Thread::permit) != 0 || interrupted(thread);
    case Pending::What::init:
      return pending.klass->init != Class::Init::running || pending.klass->init_thread == thread.number + 1;
    default:
      return true;
  }
}

bool Vm::interrupted(const Thread& thread) { return at(thread.object)->data()[thread_interrupted_] != 0; }

bool Vm::pass(Thread& thread, const Pending& pending) {
  stop_ = Stop::point;
  if (probing_) {
    thread.pending = pending;
    return false;
  }
  if (granted_) {
    granted_ = false;
    return true;
  }
  if (free_running(thread) && ready(thread, pending)) return true;
  thread.pending = pending;
  return false;
}

bool Vm::choose(Thread& thread, std::uint32_t count, std::uint32_t& chosen) {
  chosen = 0;
  stop_ = Stop::point;
  if (granted_ && !probing_) {
    granted_ = false;
    chosen = choice_;
    return true;
  }
  if (count <= 1 && !probing_) return true;
  Pending pending;
  pending.what = Pending::What::choose;
  pending.count = count;
  if (booting_ && !probing_) return true;
  thread.pending = pending;
  return false;
}

const Pending& Vm::pending(Thread& thread) {
  if (thread.pending.what != Pending::What::unknown) return thread.pending;
  if (thread.status != Status::running || (thread.flags & (Thread::cut | Thread::fresh)) != 0) {
    thread.pending.what = Pending::What::run;
    return thread.pending;
  }
  probing_ = true;
  const std::uint64_t counted = bytecodes;
  const model::Mark mark = memory_.mark();
  const Frame top = thread.frames.back();
  (void)run(thread, 0);
  thread.frames.back() = top;
  const Pending found = thread.pending;
  memory_.rewind(mark);
  thread.pending = found;
  bytecodes = counted;
  probing_ = false;
  exception_ = 0;
  if (thread.pending.what == Pending::What::unknown) thread.pending.what = Pending::What::run;
  return thread.pending;
}

std::uint32_t Vm::ways(Thread& thread) {
  switch (thread.status) {
    case Status::none:
      return 0;
    case Status::waiting:
      return settings_.spurious ? 1 : 0;
    case Status::timed:
      return 1;
    case Status::entering:
      return at(thread.waits_on)->owner() == 0 ? 1 : 0;
    case Status::running:
      break;
  }
  const Pending& next = pending(thread);
  switch (next.what) {
    case Pending::What::choose:
      return next.count;
    case Pending::What::park:
    case Pending::What::join:
      // What is not there yet when a timed operation goes on has not come in time.
      if (next.timed) return 1;
      return ready(thread, next) || (settings_.spurious && next.what == Pending::What::park) ? 1 : 0;
    default:
      return ready(thread, next) ? 1 : 0;
  }
}

Stop Vm::step(Thread& thread, std::uint32_t choice) {
  memory_.begin();
  memory_.touch(thread);
  jumps_ = 0;
  allocated = 0;
  choice_ = choice;
  granted_ = false;
  exception_ = 0;
  thread.pending = {};
  switch (thread.status) {
    case Status::waiting:
    case Status::timed:
      if (thread.status == Status::timed) thread.leap();
      thread.status = Status::entering;
      thread.flags |= Thread::timed_out;
      return Stop::point;
    case Status::entering:
      return resume_wait(thread);
    default:
      break;
  }
  if ((thread.flags & (Thread::cut | Thread::fresh)) != 0) {
    thread.flags &= ~(Thread::cut | Thread::fresh);
  } else {
    granted_ = true;
  }
  return run(thread, 0);
}

// A thread that has left Object.wait takes its monitor again and goes on behind the call, or with an exception.
Stop Vm::resume_wait(Thread& thread) {
  Object& object = *at(thread.waits_on);
  memory_.touch(object);
  object.monitor = (thread.number + 1) | thread.entries << 8;
  if (narrator_ != nullptr) narrator_->entered(object);
  thread.status = Status::running;
  thread.waits_on = 0;
  thread.entries = 0;
  const bool was_interrupted = (thread.flags & Thread::interrupted) != 0;
  thread.flags &= ~(Thread::notified | Thread::timed_out | Thread::interrupted);
  if (was_interrupted) {
    Object& self = *at(thread.object);
    memory_.touch(self);
    self.data()[thread_interrupted_] = 0;
    throw_new(thread, "java/lang/InterruptedException", {}, false);
    Stop stop = Stop::point;
    if (!unwind(thread, exception_, stop, 0)) return stop;
  } else {
    Frame& frame = thread.frames.back();
    frame.depth -= 3;
    ++frame.pc;
  }
  return run(thread, 0);
}

bool Vm::evaluate(Method& method, bool& value) {
  const model::Mark mark = memory_.mark();
  memory_.begin();
  evaluating_ = true;
  Thread& thread = memory_.start_thread(0);
  const Ref self = memory_.threads().front()->object;
  thread.object = self;
  const Stop stop = run_now(thread, method, {});
  value = stop == Stop::returned && thread.words[0] != 0;
  evaluating_ = false;
  memory_.rewind(mark);
  return stop == Stop::returned;
}

// --- for people ---

std::string Vm::name_of(const Thread& thread) {
  if (thread.object == 0) return fmt::format("thread {}", thread.number);
  const Ref name = at(thread.object)->data()[field("java/lang/Thread", "name")];
  return name == 0 ? fmt::format("thread {}", thread.number) : text(name);
}

std::string Vm::describe(const Object& object) {
  if (object.klass == string_class_) return "\"" + text(object.place) + "\"";
  if (object.klass == class_class_) {
    Class* klass = of_mirror(object.place);
    return klass == nullptr ? "a Class" : klass->text() + ".class";
  }
  if (object.klass->extends(&loader_.need("java/lang/Thread"))) {
    const Ref name = object.data()[field("java/lang/Thread", "name")];
    if (name != 0) return object.klass->text() + "(" + text(name) + ")";
  }
  return fmt::format("{}@{}", object.klass->text(), object.place);
}

}  // namespace waymark::java
