// java.lang.invoke.VarHandle: fields and elements by handles. A handle is an object that the machine makes up; its
// access modes take and give what each call site says. As with Unsafe, all is sequentially consistent.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "java/natives/boxes.hpp"
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

// MhUtil.findVarHandle(Lookup, String, Class), by which the library of newer JDKs finds fields of its own classes: its
// one lookup does not know whose it is.
Done find_own_var_handle(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Word all[] = {args[0], env.mirror(*thread.top().method->owner), args[1], args[2]};
  const Done done = find_var_handle(env, thread, all, method);
  if (done == Done::yes) args[0] = all[0];
  return done;
}

Done array_handle(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class* klass = args[0] == 0 ? nullptr : env.of_mirror(args[0]);
  if (klass == nullptr || !klass->is_array())
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "not an array type");
  NativeEnv::Variable variable;
  variable.element = klass->element_kind;
  return give(args, handle_for(env, variable));
}

// byteArrayViewVarHandle(Class, ByteOrder), byteBufferViewVarHandle(Class, ByteOrder)
Done view_handle(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] == 0 || args[1] == 0) return env.throw_null(thread);
  const Class* const klass = env.of_mirror(args[0]);
  if (klass == nullptr || !klass->is_array() || klass->element_kind == Kind::ref) {
    return env.throw_new(thread, "java/lang/IllegalArgumentException", "not an array type");
  }
  NativeEnv::Variable variable;
  variable.element = klass->element_kind;
  variable.view = true;
  variable.buffer = method.name == "byteBufferViewVarHandle";
  variable.big_endian = env.text(env.at(args[1])->data()[env.field("java/nio/ByteOrder", "name")]) == "BIG_ENDIAN";
  return give(args, handle_for(env, variable));
}

Done return_this(NativeEnv&, Thread&, Word*, const Method&) { return Done::yes; }

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
  // Whether it asks if it has happened.
  [[nodiscard]] bool asks() const { return compares && name.find("Exchange") == std::string_view::npos; }
  // The kind of its answer.
  [[nodiscard]] Kind answer(Kind of_variable) const {
    if (asks()) return Kind::boolean_;
    return writes ? Kind::void_ : of_variable;
  }
  // Whether variables of that kind have it.
  [[nodiscard]] bool fits(Kind kind) const {
    if (adds) return kind != Kind::ref && kind != Kind::boolean_;
    if (!name.starts_with("getAndBitwise")) return true;
    return kind != Kind::ref && kind != Kind::float_ && kind != Kind::double_;
  }
  // What getAnd... writes.
  [[nodiscard]] std::uint64_t combined(Kind kind, std::uint64_t old, std::uint64_t value) const {
    if (adds && kind == Kind::float_) {
      return from_float(as_float(static_cast<Word>(old)) + as_float(static_cast<Word>(value)));
    }
    if (adds && kind == Kind::double_) {
      Word words[3][2];
      put64(words[0], old);
      put64(words[1], value);
      put_double(words[2], as_double(words[0]) + as_double(words[1]));
      return get64(words[2]);
    }
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

// Two values at most, of the variable's own type.
using Values = std::array<std::uint64_t, 2>;

// Does it, and returns the answer.
template <typename Place>
std::uint64_t perform(NativeEnv& env, const AccessMode& mode, const Place& location, const Values& values) {
  const std::uint64_t old = location.load();
  if (mode.compares) {
    const bool same = old == values[0];
    if (same) location.store(env, values[1]);
    if (mode.name.find("Exchange") == std::string_view::npos) return same ? 1 : 0;
  } else if (!mode.reads) {
    location.store(env, mode.writes ? values[0] : mode.combined(location.kind, old, values[0]));
  }
  return old;
}

// Boxes that the call needs have classes, which have to be initialised before anything happens.
Done initialize_boxes(NativeEnv& env, Thread& thread, Kind kind) {
  const BoxClasses classes = box_classes(env, kind);
  for (Class* const it : {classes.box, classes.cache}) {
    if (it == nullptr) continue;
    if (const Done done = env.initialize(thread, *it); done != Done::yes) return done;
  }
  return Done::yes;
}

Done other_type(NativeEnv& env, Thread& thread) {
  return env.throw_new(thread, "java/lang/invoke/WrongMethodTypeException", "cannot convert a VarHandle's value");
}

// A value of the call as one of the variable's kind, as MethodHandle.asType has it.
Done convert(NativeEnv& env, Thread& thread, Kind from, const Word* word, Kind to, std::uint64_t& out) {
  const Word* value = word;
  if (to == Kind::ref && from != Kind::ref) {
    out = boxed(env, thread, from, is_wide(from) ? get64(word) : word[0]);
    return out == 0 ? Done::thrown : Done::yes;
  }
  if (from == Kind::ref && to != Kind::ref) {
    if (word[0] == 0) return env.throw_null(thread);
    if (!unboxed(env, word[0], from, value)) {
      return env.throw_new(thread, "java/lang/ClassCastException", env.at(word[0])->klass->text());
    }
  }
  Word words[2] = {0, 0};
  if (from == to) {
    words[0] = value[0];
    if (is_wide(to)) words[1] = value[1];
  } else if (!widen(from, to, value, words)) {
    return other_type(env, thread);
  }
  out = is_wide(to) ? get64(words) : words[0];
  return Done::yes;
}

// The answer, of a kind, as the call wants it; its classes are initialised.
Done give_answer(NativeEnv& env, Thread& thread, Kind kind, std::uint64_t answer, Kind wanted, Word*& stack) {
  if (wanted == Kind::void_) return Done::yes;
  std::uint64_t bits = answer;
  if (kind != wanted) {
    Word words[2] = {0, 0};
    put64(words, answer);
    if (const Done done = convert(env, thread, kind, words, wanted, bits); done != Done::yes) return done;
  }
  if (is_wide(wanted)) {
    put64(stack, bits);
  } else {
    stack[0] = static_cast<Word>(bits);
  }
  stack += words_of(wanted);
  return Done::yes;
}

// The values of a call, from `word` on.
Done convert_all(NativeEnv& env, Thread& thread, const HandleCall& call, std::size_t coordinates, Kind to,
                 Values& values) {
  // Coordinates are an index or references, of one word each.
  const Word* word = call.args + 1 + coordinates;
  for (std::size_t i = coordinates; i < call.kinds.size(); ++i) {
    const Kind kind = call.kinds[i];
    if (const Done done = convert(env, thread, kind, word, to, values[i - coordinates]); done != Done::yes) return done;
    word += words_of(kind);
  }
  return Done::yes;
}

// Before anything happens: after that, the call is not made again.
Done initialize_all_boxes(NativeEnv& env, Thread& thread, const HandleCall& call, std::size_t coordinates, Kind kind,
                          Kind answered) {
  if (call.result == Kind::ref && answered != Kind::ref && answered != Kind::void_) {
    if (const Done done = initialize_boxes(env, thread, answered); done != Done::yes) return done;
  }
  for (std::size_t i = coordinates; kind == Kind::ref && i < call.kinds.size(); ++i) {
    if (call.kinds[i] == Kind::ref) continue;
    if (const Done done = initialize_boxes(env, thread, call.kinds[i]); done != Done::yes) return done;
  }
  return Done::yes;
}

// Bytes of an array that are taken together as a number.
struct BytesPlace {
  Kind kind;
  bool big_endian;
  Object* array;
  std::uint32_t index;

  [[nodiscard]] std::uint32_t size() const { return 1u << element_shift(kind); }
  [[nodiscard]] std::uint8_t* bytes() const { return reinterpret_cast<std::uint8_t*>(array->data()) + index; }
  [[nodiscard]] unsigned shift(std::uint32_t i) const { return 8 * (big_endian ? size() - 1 - i : i); }
  [[nodiscard]] std::uint64_t load() const {
    std::uint64_t value = 0;
    for (std::uint32_t i = 0; i < size(); ++i) value |= std::uint64_t{bytes()[i]} << shift(i);
    return is_wide(kind) ? value : narrowed(kind, static_cast<Word>(value));
  }
  void store(NativeEnv& env, std::uint64_t value) const {
    env.memory().touch(*array);
    for (std::uint32_t i = 0; i < size(); ++i) bytes()[i] = static_cast<std::uint8_t>(value >> shift(i));
  }
};

// The array, and the place in it, that a call on an array or on a buffer means.
Done locate_bytes(NativeEnv& env, Thread& thread, const HandleCall& call, const NativeEnv::Variable& variable,
                  bool writes, BytesPlace& out) {
  if (call.kinds.size() < 2 || call.kinds[0] != Kind::ref || call.kinds[1] != Kind::int_) {
    return other_arguments(env, thread);
  }
  if (call.args[1] == 0) return env.throw_null(thread);
  Object* given = env.at(call.args[1]);
  std::uint64_t first = 0;
  std::uint64_t limit = 0;
  if (variable.buffer) {
    static constexpr std::string_view buffers = "java/nio/ByteBuffer";
    if (!given->klass->extends(&env.loader().need(buffers))) {
      return env.throw_new(thread, "java/lang/ClassCastException", "VarHandle");
    }
    const Ref bytes = given->data()[env.field(buffers, "hb")];
    if (bytes == 0) return env.unsupported(thread, "a VarHandle of memory outside of the heap");
    if (given->escaped && env.memory().living() > 1) {
      return env.unsupported(thread, "a VarHandle of a buffer that several threads share");
    }
    if (writes && given->data()[env.field(buffers, "isReadOnly")] != 0) {
      return env.throw_new(thread, "java/nio/ReadOnlyBufferException", {}, false);
    }
    first = given->data()[env.field(buffers, "offset")];
    limit = given->data()[env.field("java/nio/Buffer", "limit")];
    given = env.at(bytes);
  } else {
    limit = given->length;
  }
  if (!given->klass->is_array() || given->klass->element_kind != Kind::byte_) {
    return env.throw_new(thread, "java/lang/ClassCastException", "VarHandle");
  }
  out = {variable.element, variable.big_endian, given, 0};
  const std::uint64_t index = call.args[2];
  if (index + out.size() > limit) {
    return env.throw_new(thread, "java/lang/IndexOutOfBoundsException",
                         fmt::format("Index {} out of bounds for length {}", as_int(call.args[2]),
                                     static_cast<std::int64_t>(limit) - out.size() + 1));
  }
  out.index = static_cast<std::uint32_t>(first + index);
  return Done::yes;
}

Done access_view(NativeEnv& env, Thread& thread, const Method& method, const HandleCall& call,
                 const NativeEnv::Variable& variable, Word*& stack) {
  const AccessMode mode(method.name);
  BytesPlace place{};
  if (const Done done = locate_bytes(env, thread, call, variable, !mode.reads, place); done != Done::yes) return done;
  if (call.kinds.size() - 2 != mode.values()) return other_arguments(env, thread);
  // Since JDK 23 arrays of bytes have plain accesses only.
  constexpr int of_jdk_23 = 67;
  const bool plain_only = !variable.buffer && env.loader().need("java/lang/Object").file->major >= of_jdk_23;
  if (plain_only && mode.name != "get" && mode.name != "set") {
    return env.throw_new(thread, "java/lang/UnsupportedOperationException", mode.name);
  }
  const bool is_real = place.kind == Kind::float_ || place.kind == Kind::double_;
  const bool updates = !mode.reads && !mode.writes;
  if ((updates && place.size() < 4) || (updates && !mode.compares && is_real && mode.name != "getAndSet")) {
    return env.throw_new(thread, "java/lang/UnsupportedOperationException", {}, false);
  }
  if (mode.synchronizes() && place.index % place.size() != 0) {
    return env.throw_new(thread, "java/lang/IllegalStateException",
                         fmt::format("Misaligned access at index: {}", as_int(call.args[2])));
  }
  const Kind answered = mode.answer(place.kind);
  if (const Done done = initialize_all_boxes(env, thread, call, 2, place.kind, answered); done != Done::yes) {
    return done;
  }
  const Location location = Location::element(*place.array, place.index);
  if (!location.pass(env, thread, mode.what(), mode.synchronizes())) return Done::stopped;
  Values values{};
  if (const Done done = convert_all(env, thread, call, 2, place.kind, values); done != Done::yes) return done;
  const std::uint64_t answer = perform(env, mode, place, values);
  stack = call.args;
  return give_answer(env, thread, answered, answer, call.result, stack);
}

// --- questions about a handle ---

// Null: the run ends, since references of arrays all count as one kind here.
Class* type_of(NativeEnv& env, Thread& thread, Ref handle, NativeEnv::Variable& variable) {
  const auto known = env.variables.find(handle);
  if (known == env.variables.end()) {
    env.unsupported(thread, "a VarHandle that the library made");
    return nullptr;
  }
  variable = known->second;
  if (variable.field != nullptr) {
    Class* const type = env.loader().of_descriptor(variable.field->descriptor);
    if (type == nullptr) env.unsupported(thread, "the type of a VarHandle, which is not found");
    return type;
  }
  if (variable.element != Kind::ref) return &env.loader().primitive(variable.element);
  env.unsupported(thread, "the type of a VarHandle of an array of references");
  return nullptr;
}
Done variable_type(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  NativeEnv::Variable variable;
  Class* const type = type_of(env, thread, args[0], variable);
  return type == nullptr ? Done::stopped : give(args, env.mirror(*type));
}
Done coordinate_types(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  NativeEnv::Variable variable;
  Class* const type = type_of(env, thread, args[0], variable);
  if (type == nullptr) return Done::stopped;
  std::vector<Class*> types;
  if (variable.field == nullptr) {
    Class& bytes = env.loader().need(variable.buffer ? "java/nio/ByteBuffer" : "[B");
    types = {variable.view ? &bytes : &env.loader().array_of(*type), &env.loader().primitive(Kind::int_)};
  } else if (variable.klass == nullptr) {
    types = {variable.field->owner};
  }
  Object* const array =
      env.allocate(thread, env.loader().need("[Ljava/lang/Class;"), static_cast<std::uint32_t>(types.size()));
  if (array == nullptr) return Done::thrown;
  for (std::size_t i = 0; i < types.size(); ++i) array->data()[i] = env.mirror(*types[i]);
  Method* const list = env.loader().need("java/util/List").declared("of", "([Ljava/lang/Object;)Ljava/util/List;");
  if (list == nullptr) return env.unsupported(thread, "VarHandle.coordinateTypes, without List.of");
  return env.call(thread, method, *list, {array->place});
}
// isAccessModeSupported(AccessMode)
Done is_supported(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  static constexpr std::string_view modes = "java/lang/invoke/VarHandle$AccessMode";
  NativeEnv::Variable variable;
  if (args[1] == 0) return env.throw_null(thread);
  if (type_of(env, thread, args[0], variable) == nullptr) return Done::stopped;
  if (variable.view) return env.unsupported(thread, "VarHandle.isAccessModeSupported of bytes");
  const std::string name = env.text(env.at(args[1])->data()[env.field(modes, "methodName")]);
  const AccessMode mode(name);
  const Kind kind = variable.field != nullptr ? variable.field->kind : variable.element;
  const bool is_final = variable.field != nullptr && variable.field->is_final();
  return give_bool(args, mode.fits(kind) && (mode.reads || !is_final));
}

constexpr Served var_handle_table[] = {
    {"java/lang/invoke/MethodHandles.lookup", lookup},
    {"java/lang/invoke/MethodHandles.privateLookupIn", lookup},
    {"java/lang/invoke/MethodHandles.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.<clinit>", nothing_to_do},
    {"java/lang/invoke/VarHandle.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.findVarHandle", find_var_handle},
    {"java/lang/invoke/MethodHandles$Lookup.findStaticVarHandle", find_var_handle},
    {"jdk/internal/invoke/MhUtil.findVarHandle"
     "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
     find_own_var_handle},
    {"java/lang/invoke/MethodHandles.arrayElementVarHandle", array_handle},
    {"java/lang/invoke/MethodHandles.byteArrayViewVarHandle", view_handle},
    {"java/lang/invoke/MethodHandles.byteBufferViewVarHandle", view_handle},
    {"java/lang/invoke/VarHandle.varType", variable_type},
    {"java/lang/invoke/VarHandle.coordinateTypes", coordinate_types},
    {"java/lang/invoke/VarHandle.isAccessModeSupported", is_supported},
    {"java/lang/invoke/MethodHandles.publicLookup", public_lookup},
    {"java/lang/invoke/VarHandle.withInvokeExactBehavior", return_this},
    {"java/lang/invoke/VarHandle.withInvokeBehavior", return_this},
    {"java/lang/invoke/VarHandle.fullFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.acquireFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.releaseFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.loadLoadFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.storeStoreFence", nothing_to_do},
};

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
    name.text = fmt::format("{}{} {}", variable.buffer ? "buffer's " : "", how, static_cast<int>(variable.element));
    name.label = 0x7A4 + static_cast<std::uint64_t>(variable.element) + (variable.view ? 0x100u : 0u) +
                 (variable.big_endian ? 0x200u : 0u) + (variable.buffer ? 0x400u : 0u);
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
  const AccessMode mode(method.name);
  if (call.kinds.size() - coordinates != mode.values()) return other_arguments(env, thread);
  if (!mode.fits(location.kind)) {
    return env.throw_new(thread, "java/lang/UnsupportedOperationException", {}, false);
  }
  const Kind answered = mode.answer(location.kind);
  if (const Done done = initialize_all_boxes(env, thread, call, coordinates, location.kind, answered);
      done != Done::yes) {
    return done;
  }
  // What the library does when it fails for no reason is its own affair.
  const bool may_fail = mode.weak && env.settings().spurious && !thread.top().method->owner->library;
  if (!location.pass(env, thread, mode.what(), mode.synchronizes(), may_fail ? 2 : 1)) return Done::stopped;
  const bool fails = may_fail && env.parts.scheduler.way() == 1;
  Values values{};
  if (const Done done = convert_all(env, thread, call, coordinates, location.kind, values); done != Done::yes) {
    return done;
  }
  // Boxes that were made may have moved it.
  if (const Done done = locate_variable(env, thread, call, variable, location); done != Done::yes) return done;
  const std::uint64_t answer = fails ? 0 : perform(env, mode, location, values);
  stack = call.args;
  return give_answer(env, thread, answered, answer, call.result, stack);
}

}  // namespace waymark::java
