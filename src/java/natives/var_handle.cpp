// java.lang.invoke.VarHandle: fields and elements by handles. A handle is an object that the machine makes up; its
// access modes take and give what each call site says. As with Unsafe, all is sequentially consistent.
#include <fmt/format.h>

#include <vector>

#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// The library has one lookup for all its classes, since nothing is ever refused to it; a class of the program has its
// own.
Done lookup(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  static constexpr std::string_view lookup_class = "java/lang/invoke/MethodHandles$Lookup";
  constexpr Word full_power = 0x1F | 64;
  const Class& caller = *thread.top().method->owner;
  if (caller.library) return give(args, dummy_lookup(env));
  const Ref of = method.name == "privateLookupIn" ? args[0] : env.mirror(*thread.top().method->owner);
  if (of == 0) return env.throw_null(thread);
  Object* const made = env.allocate(thread, env.loader().need(lookup_class));
  if (made == nullptr) return Done::thrown;
  env.write_ref(*made, env.field(lookup_class, "lookupClass"), of);
  made->data()[env.field(lookup_class, "allowedModes")] = full_power;
  return give(args, made->place);
}

// One that may use what everybody may.
Done public_lookup(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  static constexpr std::string_view lookup_class = "java/lang/invoke/MethodHandles$Lookup";
  constexpr Word unconditional = 32;
  Object* const made = env.allocate(thread, env.loader().need(lookup_class));
  if (made == nullptr) return Done::thrown;
  env.write_ref(*made, env.field(lookup_class, "lookupClass"), env.mirror(env.loader().need("java/lang/Object")));
  made->data()[env.field(lookup_class, "allowedModes")] = unconditional;
  return give(args, made->place);
}

Done find_var_handle(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* klass = env.of_mirror(args[1]);
  const std::string name = env.text(args[2]);
  Class* type = env.of_mirror(args[3]);
  if (klass == nullptr || type == nullptr) return env.throw_null(thread);
  for (Class* it = klass; it != nullptr; it = it->super) {
    Field* found = it->declared_field(name, {});
    if (found == nullptr) continue;
    const bool wants_static = method.name == "findStaticVarHandle";
    if (found->is_static() != wants_static) {
      return env.throw_new(thread, "java/lang/IllegalAccessException",
                           fmt::format("expected a {}static field: {}.{}/{}/{}", wants_static ? "" : "non-",
                                       klass->text(), name, type->text(), wants_static ? "getField" : "getStatic"));
    }
    NativeEnv::Variable variable;
    variable.field = found;
    if (found->is_static()) variable.klass = it;
    return give(args, handle_for(env, variable));
  }
  return env.throw_new(thread, "java/lang/NoSuchFieldException", name);
}

Done array_handle(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class* klass = args[0] == 0 ? nullptr : env.of_mirror(args[0]);
  if (klass == nullptr || !klass->is_array())
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "not an array type");
  NativeEnv::Variable variable;
  variable.element = klass->element_kind;
  return give(args, handle_for(env, variable));
}

// byteArrayViewVarHandle(Class, ByteOrder)
Done view_handle(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0 || args[1] == 0) return env.throw_null(thread);
  const Class* const klass = env.of_mirror(args[0]);
  if (klass == nullptr || !klass->is_array() || klass->element_kind == Kind::ref) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "not an array type");
  }
  NativeEnv::Variable variable;
  variable.element = klass->element_kind;
  variable.view = true;
  variable.big_endian = env.text(env.at(args[1])->data()[env.field("java/nio/ByteOrder", "name")]) == "BIG_ENDIAN";
  return give(args, handle_for(env, variable));
}

Done return_this(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }

constexpr Served var_handle_table[] = {
    {"java/lang/invoke/MethodHandles.lookup", lookup},
    {"java/lang/invoke/MethodHandles.privateLookupIn", lookup},
    {"java/lang/invoke/MethodHandles.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.<clinit>", nothing_to_do},
    {"java/lang/invoke/VarHandle.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.findVarHandle", find_var_handle},
    {"java/lang/invoke/MethodHandles$Lookup.findStaticVarHandle", find_var_handle},
    {"java/lang/invoke/MethodHandles.arrayElementVarHandle", array_handle},
    {"java/lang/invoke/MethodHandles.byteArrayViewVarHandle", view_handle},
    {"java/lang/invoke/MethodHandles.publicLookup", public_lookup},
    {"java/lang/invoke/VarHandle.withInvokeExactBehavior", return_this},
    {"java/lang/invoke/VarHandle.withInvokeBehavior", return_this},
    {"java/lang/invoke/VarHandle.fullFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.acquireFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.releaseFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.loadLoadFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.storeStoreFence", nothing_to_do},
};

// A call of an access mode: what its site says, and where its arguments stand.
struct HandleCall {
  std::vector<Kind> kinds;  // of the coordinates, then of the values
  Kind result = Kind::void_;
  Word* args = nullptr;  // the handle, the coordinates, the values
};

HandleCall call_at(std::string_view descriptor, Word* stack) {
  HandleCall call;
  std::uint32_t words = 1;
  std::size_t i = 1;
  for (; descriptor[i] != ')'; i += descriptor_length(descriptor.substr(i))) {
    call.kinds.push_back(kind_of(descriptor[i]));
    words += words_of(call.kinds.back());
  }
  call.result = kind_of(descriptor[i + 1]);
  call.args = stack - words;
  return call;
}

Done other_arguments(NativeEnv& env, Thread& thread) {
  return env.unsupported(thread, "a VarHandle called with other arguments than its own");
}

// An array and an index.
Done locate_element(NativeEnv& env, Thread& thread, const HandleCall& call, Kind element, Location& out) {
  const Word* const coordinates = call.args + 1;
  if (call.kinds.size() < 2 || call.kinds[0] != Kind::ref || call.kinds[1] != Kind::int_) {
    return other_arguments(env, thread);
  }
  if (coordinates[0] == 0) return env.throw_null(thread);
  Object& array = *env.at(coordinates[0]);
  if (!array.klass->is_array() || array.klass->element_kind != element) {
    return env.throw_new(thread, "java/lang/ClassCastException", "VarHandle");
  }
  if (coordinates[1] >= array.length) {
    return env.throw_new(thread, "java/lang/ArrayIndexOutOfBoundsException",
                         fmt::format("Index {} out of bounds for length {}", as_int(coordinates[1]), array.length));
  }
  out = Location::element(array, coordinates[1]);
  return Done::yes;
}

// Plain access to bytes of an array that are taken together.
Done access_view(NativeEnv& env, Thread& thread, const Method& method, const HandleCall& call,
                 const NativeEnv::Variable& variable, Word*& stack) {
  const bool reads = method.name == "get";
  if ((!reads && method.name != "set") || call.kinds.size() != (reads ? 2 : 3) || call.kinds[0] != Kind::ref ||
      call.kinds[1] != Kind::int_) {
    return env.unsupported(thread, "a VarHandle of bytes other than by get and set");
  }
  if (call.args[1] == 0) return env.throw_null(thread);
  Object& array = *env.at(call.args[1]);
  if (!array.klass->is_array() || array.klass->element_kind != Kind::byte_) {
    return env.throw_new(thread, "java/lang/ClassCastException", "VarHandle");
  }
  const std::uint32_t size = 1u << element_shift(variable.element);
  const std::uint64_t index = call.args[2];
  if (index + size > array.length) {
    return env.throw_new(thread, "java/lang/IndexOutOfBoundsException",
                         fmt::format("Index {} out of bounds for length {}", as_int(call.args[2]),
                                     std::int64_t{array.length} - size + 1));
  }
  const Location location = Location::element(array, call.args[2]);
  if (!location.pass(env, thread, reads ? Pending::What::read : Pending::What::write, false)) return Done::stopped;
  auto* const bytes = reinterpret_cast<std::uint8_t*>(array.data()) + index;
  const auto shift = [&](std::uint32_t i) { return 8 * (variable.big_endian ? size - 1 - i : i); };
  stack = call.args;
  if (reads) {
    std::uint64_t value = 0;
    for (std::uint32_t i = 0; i < size; ++i) value |= std::uint64_t{bytes[i]} << shift(i);
    put64(stack, is_wide(variable.element) ? value : narrowed(variable.element, static_cast<Word>(value)));
    stack += words_of(call.result);
    return Done::yes;
  }
  env.memory().touch(array);
  const std::uint64_t value = is_wide(variable.element) ? get64(call.args + 3) : call.args[3];
  for (std::uint32_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(value >> shift(i));
  return Done::yes;
}

// The object whose field it is.
Done locate_field(NativeEnv& env, Thread& thread, const HandleCall& call, const Field& field, Location& out) {
  if (call.kinds.empty() || call.kinds[0] != Kind::ref) return other_arguments(env, thread);
  const Ref ref = call.args[1];
  if (ref == 0) return env.throw_null(thread);
  Object& object = *env.at(ref);
  if (!object.klass->extends(field.owner)) {
    return env.throw_new(thread, "java/lang/ClassCastException", "VarHandle");
  }
  out = Location::field(object, field);
  return Done::yes;
}

// How many of its arguments say where the variable is.
std::size_t coordinates_of(const NativeEnv::Variable& variable) {
  if (variable.field == nullptr) return 2;
  return variable.klass != nullptr ? 0 : 1;
}

Done locate_variable(NativeEnv& env, Thread& thread, const HandleCall& call, const NativeEnv::Variable& variable,
                     Location& out) {
  if (variable.field == nullptr) return locate_element(env, thread, call, variable.element, out);
  if (variable.klass == nullptr) return locate_field(env, thread, call, *variable.field, out);
  const Done done = env.initialize(thread, *variable.klass);
  if (done == Done::yes) out = Location::static_field(*variable.klass, *variable.field);
  return done;
}

// What an access mode does, by its name.
struct AccessMode {
  explicit AccessMode(std::string_view called)
      : name(called),
        weak(called.starts_with("weak")),
        compares(weak || called.starts_with("compareAnd")),
        reads(called.starts_with("get") && !called.starts_with("getAnd")),
        writes(called.starts_with("set")),
        adds(called.starts_with("getAndAdd")) {}

  [[nodiscard]] std::size_t values() const { return compares ? 2 : reads ? 0 : 1; }
  [[nodiscard]] Pending::What what() const {
    if (reads) return Pending::What::read;
    return writes ? Pending::What::write : Pending::What::update;
  }
  [[nodiscard]] bool synchronizes() const { return name != "get" && name != "set"; }
  // What getAnd... writes.
  [[nodiscard]] std::uint64_t combined(std::uint64_t old, std::uint64_t value) const {
    if (adds) return old + value;
    if (name.starts_with("getAndBitwiseOr")) return old | value;
    if (name.starts_with("getAndBitwiseAnd")) return old & value;
    if (name.starts_with("getAndBitwiseXor")) return old ^ value;
    return value;
  }

  std::string_view name;
  bool weak;
  bool compares;
  bool reads;
  bool writes;
  bool adds;
};

// Does it, and returns the answer. The values stand at `words`.
std::uint64_t perform(NativeEnv& env, const AccessMode& mode, const Location& location, const Word* words) {
  const auto value = [&](std::size_t n) {
    const Word* const word = words + n * words_of(location.kind);
    return is_wide(location.kind) ? get64(word) : std::uint64_t{word[0]};
  };
  const std::uint64_t old = location.load();
  if (mode.compares) {
    const bool same = old == value(0);
    if (same) location.store(env, value(1));
    if (mode.name.find("Exchange") == std::string_view::npos) return same ? 1 : 0;
  } else if (!mode.reads) {
    location.store(env, mode.writes ? value(0) : mode.combined(old, value(0)));
  }
  return old;
}

}  // namespace

std::span<const Served> var_handle_natives() { return var_handle_table; }

Ref dummy_lookup(NativeEnv& env) { return env.singleton(lookup_name(), "java/lang/invoke/MethodHandles$Lookup").first; }

Ref handle_for(NativeEnv& env, const NativeEnv::Variable& variable) {
  Immortal name;
  if (const Field* const field = variable.field; field != nullptr) {
    // None of the three has a dot.
    name.text = fmt::format("field {}.{}.{}", field->owner->name, field->name, field->descriptor);
    name.label = text_label(field->name, field->owner->label);
  } else {
    const char* const how = !variable.view ? "element" : variable.big_endian ? "big-endian view" : "view";
    name.text = fmt::format("{} {}", how, static_cast<int>(variable.element));
    name.label = 0x7A4 + static_cast<std::uint64_t>(variable.element) + (variable.view ? 0x100u : 0u) +
                 (variable.big_endian ? 0x200u : 0u);
  }
  const auto [ref, fresh] = env.singleton(name, "java/lang/invoke/VarHandle");
  if (fresh) env.variables[ref] = variable;
  return ref;
}

Done access_by_handle(NativeEnv& env, Thread& thread, const Method& method, std::string_view descriptor, Word*& stack) {
  const HandleCall call = call_at(descriptor, stack);
  const auto known = env.variables.find(call.args[0]);
  if (known == env.variables.end()) return invoke_handle(env, thread, method, descriptor, stack);
  const NativeEnv::Variable& variable = known->second;
  if (variable.view) return access_view(env, thread, method, call, variable, stack);
  Location location;
  if (const Done done = locate_variable(env, thread, call, variable, location); done != Done::yes) return done;
  const std::size_t coordinates = coordinates_of(variable);
  for (std::size_t i = coordinates; i < call.kinds.size(); ++i) {
    const Kind kind = call.kinds[i];
    if (words_of(kind) == words_of(location.kind) && (kind == Kind::ref) == (location.kind == Kind::ref)) continue;
    return env.unsupported(thread, "a VarHandle called with values of another type than its own");
  }
  const AccessMode mode(method.name);
  if (call.kinds.size() - coordinates != mode.values()) return other_arguments(env, thread);
  if (mode.adds && (location.kind == Kind::float_ || location.kind == Kind::double_)) {
    return env.unsupported(thread, "VarHandle.getAndAdd on a floating-point variable");
  }
  // What the library does when it fails for no reason is its own affair.
  const bool may_fail = mode.weak && env.settings().spurious && !thread.top().method->owner->library;
  if (!location.pass(env, thread, mode.what(), mode.synchronizes(), may_fail ? 2 : 1)) return Done::stopped;
  const bool fails = may_fail && env.parts.scheduler.way() == 1;
  // Coordinates are an index or references, of one word each.
  const std::uint64_t answer = fails ? 0 : perform(env, mode, location, call.args + 1 + coordinates);
  stack = call.args;
  if (is_wide(call.result)) {
    put64(stack, answer);
  } else if (call.result != Kind::void_) {
    stack[0] = static_cast<Word>(answer);
  }
  stack += words_of(call.result);
  return Done::yes;
}

}  // namespace waymark::java
