// jdk.internal.misc.Unsafe and VarHandle: typed access to fields and array elements by offset. All is sequentially
// consistent, so the weaker forms of an operation are the operation itself; fences do nothing.
//
// An offset is 16 + 4 * word for a field, 16 + bytes for an array's element, and for static fields (whose base is the
// class) the same with a high bit.
#include <fmt/format.h>

#include <cstring>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::uint64_t first_offset = 16;
constexpr std::uint64_t static_bit = std::uint64_t{1} << 40;

std::size_t size_of(Kind kind) { return std::size_t{1} << element_shift(kind); }

// Null object: nothing; else where it is, or an exception pending.
bool locate(Vm& vm, Thread& thread, Ref ref, std::uint64_t offset, Kind kind, Vm::Location& out) {
  if (ref == 0) {
    vm.unsupported(thread, "Unsafe access to memory outside of the heap");
    return false;
  }
  Object& object = *vm.at(ref);
  out.kind = kind;
  std::uint64_t limit = 0;
  std::uint8_t* start = nullptr;
  if ((offset & static_bit) != 0) {
    Class* klass = vm.of_mirror(ref);
    if (klass == nullptr) {
      vm.unsupported(thread, "Unsafe access to a static field without its class");
      return false;
    }
    out.klass = klass;
    offset &= ~static_bit;
    limit = std::uint64_t{klass->static_words} * 4;
    start = reinterpret_cast<std::uint8_t*>(klass->statics.data());
  } else {
    out.object = &object;
    limit = object.klass->is_array() ? std::uint64_t{object.length} << element_shift(object.klass->element_kind)
                                     : std::uint64_t{object.words} * 4;
    start = reinterpret_cast<std::uint8_t*>(object.data());
    out.raw = object.klass->is_array();
    if (object.klass->is_array() && (object.klass->element_kind == Kind::ref) != (kind == Kind::ref)) {
      vm.unsupported(thread, "Unsafe access to references as numbers");
      return false;
    }
  }
  const std::uint64_t size = out.raw ? size_of(kind) : words_of(kind) * 4;
  if (offset < first_offset || offset - first_offset + size > limit || (!out.raw && offset % 4 != 0)) {
    vm.unsupported(thread, fmt::format("Unsafe access outside of an object of {}", object.klass->text()));
    return false;
  }
  out.bytes = start + (offset - first_offset);
  out.offset = static_cast<std::uint32_t>(offset - first_offset);
  return true;
}

Kind kind_in(std::string_view name) {
  struct Row {
    std::string_view part;
    Kind kind;
  };
  static constexpr Row rows[] = {{"Boolean", Kind::boolean_}, {"Char", Kind::char_}, {"Float", Kind::float_},
                                 {"Double", Kind::double_},   {"Byte", Kind::byte_}, {"Short", Kind::short_},
                                 {"Int", Kind::int_},         {"Long", Kind::long_}, {"Reference", Kind::ref}};
  for (const Row& row : rows) {
    if (name.find(row.part) != std::string_view::npos) return row.kind;
  }
  return Kind::int_;
}

std::uint64_t argument(const Word* args, Kind kind) { return is_wide(kind) ? get64(args) : args[0]; }
Done result(Word* args, Kind kind, std::uint64_t value) {
  return is_wide(kind) ? give_long(args, value) : give(args, static_cast<Word>(value));
}

// this, object, offset (long), ...
Done get(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Vm::Location location;
  if (!locate(vm, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  const bool synchronizes = method.name.find("Volatile") != std::string_view::npos;
  if (!vm.passes(thread, location, Pending::What::read, synchronizes)) return Done::stopped;
  return result(args, kind, vm.load(location));
}

Done put(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Vm::Location location;
  if (!locate(vm, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  const bool synchronizes = method.name.find("Volatile") != std::string_view::npos;
  if (!vm.passes(thread, location, Pending::What::write, synchronizes)) return Done::stopped;
  vm.store(location, argument(args + 4, kind));
  return Done::yes;
}

Done compare_and_set(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  const std::uint32_t words = words_of(kind);
  Vm::Location location;
  if (!locate(vm, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  if (!vm.passes(thread, location, Pending::What::update, true)) return Done::stopped;
  const std::uint64_t old = vm.load(location);
  const bool same = old == argument(args + 4, kind);
  if (same) vm.store(location, argument(args + 4 + words, kind));
  if (method.result == Kind::boolean_) return give_bool(args, same);
  return result(args, kind, old);
}

// Served whole, so that they are one step: getAndAddInt, getAndSetReference and so on.
Done get_and(Vm& vm, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Vm::Location location;
  if (!locate(vm, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  if (!vm.passes(thread, location, Pending::What::update, true)) return Done::stopped;
  const std::uint64_t old = vm.load(location);
  const std::uint64_t operand = argument(args + 4, kind);
  std::uint64_t next = operand;
  if (method.name.find("Add") != std::string_view::npos) next = old + operand;
  if (method.name.find("BitwiseOr") != std::string_view::npos) next = old | operand;
  if (method.name.find("BitwiseAnd") != std::string_view::npos) next = old & operand;
  if (method.name.find("BitwiseXor") != std::string_view::npos) next = old ^ operand;
  vm.store(location, next);
  return result(args, kind, old);
}

Done field_offset(Vm& vm, Thread& thread, Word* args, const Method& method) {
  // (this, Class, String) or (this, Field)
  Class* klass = nullptr;
  const Field* found = nullptr;
  if (method.argument_words == 3) {
    if (args[1] == 0 || args[2] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
    klass = vm.of_mirror(args[1]);
    found = klass->declared_field(vm.text(args[2]), {});
    if (found == nullptr) return vm.throw_new(thread, "java/lang/InternalError", vm.text(args[2]));
  } else {
    if (args[1] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
    const Object& reflected = *vm.at(args[1]);
    static constexpr std::string_view mirrored_field = "java/lang/reflect/Field";
    klass = vm.of_mirror(reflected.data()[vm.field(mirrored_field, "clazz")]);
    const Word slot = reflected.data()[vm.field(mirrored_field, "slot")];
    if (klass == nullptr || slot >= klass->fields.size()) return vm.unsupported(thread, "an unknown field");
    found = &klass->fields[slot];
  }
  return give_long(args, first_offset + std::uint64_t{found->offset} * 4 + (found->is_static() ? static_bit : 0));
}

Done static_base(Vm& vm, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  return give(args, vm.at(args[1])->data()[vm.field("java/lang/reflect/Field", "clazz")]);
}

Done array_base(Vm&, Thread&, Word* args, const Method&) { return give(args, first_offset); }
Done array_scale(Vm& vm, Thread&, Word* args, const Method&) {
  return give(args, 1u << element_shift(vm.of_mirror(args[1])->element_kind));
}
Done allocate_instance(Vm& vm, Thread& thread, Word* args, const Method&) {
  Class& klass = *vm.of_mirror(args[1]);
  if (const Done done = initialized(vm, thread, klass); done != Done::yes) return done;
  return give(args, vm.allocate(thread, klass)->place);
}
Done ensure_initialized(Vm& vm, Thread& thread, Word* args, const Method&) {
  return initialized(vm, thread, *vm.of_mirror(args[1]));
}
Done should_initialize(Vm& vm, Thread&, Word* args, const Method&) {
  return give_bool(args, vm.of_mirror(args[1])->init != Class::Init::yes);
}

// --- VarHandles ---

Done lookup(Vm& vm, Thread&, Word* args, const Method&) { return give(args, dummy_lookup(vm)); }

Done find_var_handle(Vm& vm, Thread& thread, Word* args, const Method&) {
  Class* klass = vm.of_mirror(args[1]);
  const std::string name = vm.text(args[2]);
  Class* type = vm.of_mirror(args[3]);
  if (klass == nullptr || type == nullptr) return vm.throw_new(thread, "java/lang/NullPointerException", {}, false);
  for (Class* it = klass; it != nullptr; it = it->super) {
    Field* found = it->declared_field(name, {});
    if (found == nullptr) continue;
    Vm::Variable variable;
    variable.field = found;
    if (found->is_static()) variable.klass = it;
    return give(args, vm.variable_handle(variable));
  }
  return vm.throw_new(thread, "java/lang/NoSuchFieldException", name);
}

Done array_handle(Vm& vm, Thread& thread, Word* args, const Method&) {
  Class* klass = args[0] == 0 ? nullptr : vm.of_mirror(args[0]);
  if (klass == nullptr || !klass->is_array())
    return vm.throw_new(thread, "java/lang/IllegalArgumentException", "not an array type");
  Vm::Variable variable;
  variable.element = klass->element_kind;
  return give(args, vm.variable_handle(variable));
}

Done return_this(Vm&, Thread&, Word*, const Method&) { return Done::yes; }

#define UNSAFE(name) "jdk/internal/misc/Unsafe." name
constexpr Served unsafe_table[] = {
    {UNSAFE("getInt(Ljava/lang/Object;J)I"), get},
    {UNSAFE("getReference"), get},
    {UNSAFE("getBoolean"), get},
    {UNSAFE("getByte(Ljava/lang/Object;J)B"), get},
    {UNSAFE("getShort(Ljava/lang/Object;J)S"), get},
    {UNSAFE("getChar(Ljava/lang/Object;J)C"), get},
    {UNSAFE("getLong(Ljava/lang/Object;J)J"), get},
    {UNSAFE("getFloat(Ljava/lang/Object;J)F"), get},
    {UNSAFE("getDouble(Ljava/lang/Object;J)D"), get},
    {UNSAFE("getIntVolatile"), get},
    {UNSAFE("getReferenceVolatile"), get},
    {UNSAFE("getBooleanVolatile"), get},
    {UNSAFE("getByteVolatile"), get},
    {UNSAFE("getShortVolatile"), get},
    {UNSAFE("getCharVolatile"), get},
    {UNSAFE("getLongVolatile"), get},
    {UNSAFE("getFloatVolatile"), get},
    {UNSAFE("getDoubleVolatile"), get},
    {UNSAFE("putInt(Ljava/lang/Object;JI)V"), put},
    {UNSAFE("putReference"), put},
    {UNSAFE("putBoolean"), put},
    {UNSAFE("putByte(Ljava/lang/Object;JB)V"), put},
    {UNSAFE("putShort(Ljava/lang/Object;JS)V"), put},
    {UNSAFE("putChar(Ljava/lang/Object;JC)V"), put},
    {UNSAFE("putLong(Ljava/lang/Object;JJ)V"), put},
    {UNSAFE("putFloat(Ljava/lang/Object;JF)V"), put},
    {UNSAFE("putDouble(Ljava/lang/Object;JD)V"), put},
    {UNSAFE("putIntVolatile"), put},
    {UNSAFE("putReferenceVolatile"), put},
    {UNSAFE("putBooleanVolatile"), put},
    {UNSAFE("putByteVolatile"), put},
    {UNSAFE("putShortVolatile"), put},
    {UNSAFE("putCharVolatile"), put},
    {UNSAFE("putLongVolatile"), put},
    {UNSAFE("putFloatVolatile"), put},
    {UNSAFE("putDoubleVolatile"), put},
    {UNSAFE("compareAndSetInt"), compare_and_set},
    {UNSAFE("compareAndSetLong"), compare_and_set},
    {UNSAFE("compareAndSetReference"), compare_and_set},
    {UNSAFE("compareAndExchangeInt"), compare_and_set},
    {UNSAFE("compareAndExchangeLong"), compare_and_set},
    {UNSAFE("compareAndExchangeReference"), compare_and_set},
    {UNSAFE("getAndAddInt"), get_and},
    {UNSAFE("getAndAddLong"), get_and},
    {UNSAFE("getAndSetInt"), get_and},
    {UNSAFE("getAndSetLong"), get_and},
    {UNSAFE("getAndSetReference"), get_and},
    {UNSAFE("getAndBitwiseOrInt"), get_and},
    {UNSAFE("getAndBitwiseAndInt"), get_and},
    {UNSAFE("getAndBitwiseXorInt"), get_and},
    {UNSAFE("getAndBitwiseOrLong"), get_and},
    {UNSAFE("getAndBitwiseAndLong"), get_and},
    {UNSAFE("getAndBitwiseXorLong"), get_and},
    {UNSAFE("objectFieldOffset(Ljava/lang/reflect/Field;)J"), field_offset},
    {UNSAFE("objectFieldOffset(Ljava/lang/Class;Ljava/lang/String;)J"), field_offset},
    {UNSAFE("objectFieldOffset0"), field_offset},
    {UNSAFE("objectFieldOffset1"), field_offset},
    {UNSAFE("staticFieldOffset"), field_offset},
    {UNSAFE("staticFieldBase"), static_base},
    {UNSAFE("arrayBaseOffset0"), array_base},
    {UNSAFE("arrayIndexScale0"), array_scale},
    {UNSAFE("loadFence"), nothing_to_do},
    {UNSAFE("storeFence"), nothing_to_do},
    {UNSAFE("fullFence"), nothing_to_do},
    {UNSAFE("allocateInstance"), allocate_instance},
    {UNSAFE("ensureClassInitialized0"), ensure_initialized},
    {UNSAFE("ensureClassInitialized"), ensure_initialized},
    {UNSAFE("shouldBeInitialized0"), should_initialize},
    {"java/lang/invoke/MethodHandles.lookup", lookup},
    {"java/lang/invoke/MethodHandles.privateLookupIn", lookup},
    {"java/lang/invoke/MethodHandles.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.<clinit>", nothing_to_do},
    {"java/lang/invoke/VarHandle.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandles$Lookup.findVarHandle", find_var_handle},
    {"java/lang/invoke/MethodHandles$Lookup.findStaticVarHandle", find_var_handle},
    {"java/lang/invoke/MethodHandles.arrayElementVarHandle", array_handle},
    {"java/lang/invoke/VarHandle.withInvokeExactBehavior", return_this},
    {"java/lang/invoke/VarHandle.withInvokeBehavior", return_this},
    {"java/lang/invoke/VarHandle.fullFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.acquireFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.releaseFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.loadLoadFence", nothing_to_do},
    {"java/lang/invoke/VarHandle.storeStoreFence", nothing_to_do},
};
#undef UNSAFE

bool starts(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

}  // namespace

std::span<const Served> unsafe_natives() { return unsafe_table; }

Ref dummy_lookup(Vm& vm) {
  const auto known = vm.singletons.find(lookup_name);
  if (known != vm.singletons.end()) return known->second;
  Class& klass = vm.loader().need("java/lang/invoke/MethodHandles$Lookup");
  const Ref ref = vm.memory().allocate_immortal(lookup_name, klass)->place;
  vm.singletons[lookup_name] = ref;
  return ref;
}

std::uint64_t Vm::load(const Location& location) const {
  if (is_wide(location.kind)) {
    std::uint64_t value = 0;
    std::memcpy(&value, location.bytes, 8);
    return value;
  }
  if (!location.raw) {
    Word value = 0;
    std::memcpy(&value, location.bytes, 4);
    return value;
  }
  switch (location.kind) {
    case Kind::boolean_:
      return location.bytes[0];
    case Kind::byte_:
      return static_cast<Word>(static_cast<std::int8_t>(location.bytes[0]));
    case Kind::short_: {
      std::int16_t value = 0;
      std::memcpy(&value, location.bytes, 2);
      return static_cast<Word>(value);
    }
    case Kind::char_: {
      std::uint16_t value = 0;
      std::memcpy(&value, location.bytes, 2);
      return value;
    }
    default: {
      Word value = 0;
      std::memcpy(&value, location.bytes, 4);
      return value;
    }
  }
}

void Vm::store(const Location& location, std::uint64_t value) {
  if (location.object != nullptr) {
    memory_.touch(*location.object);
    if (location.kind == Kind::ref && location.object->escaped) memory_.escape(static_cast<Ref>(value));
  } else {
    memory_.touch(*location.klass);
    if (location.kind == Kind::ref) memory_.escape(static_cast<Ref>(value));
  }
  std::size_t size = words_of(location.kind) * 4;
  if (location.raw) {
    size = size_of(location.kind);
  } else {
    if (location.kind == Kind::boolean_) value &= 1;
    if (location.kind == Kind::byte_) value = static_cast<Word>(static_cast<std::int8_t>(value));
    if (location.kind == Kind::short_) value = static_cast<Word>(static_cast<std::int16_t>(value));
    if (location.kind == Kind::char_) value &= 0xFFFF;
  }
  if (narrator_ != nullptr && (location.object == nullptr || location.object->escaped)) {
    std::uint64_t before = load(location);
    const auto told = [&](std::uint64_t it) {
      if (location.kind == Kind::ref) return it == 0 ? std::string("null") : describe(*at(static_cast<Ref>(it)));
      if (is_wide(location.kind)) return fmt::format("{}", static_cast<std::int64_t>(it));
      return fmt::format("{}", static_cast<std::int32_t>(it));
    };
    narrator_->wrote(location_name(location), told(before), told(value));
  }
  std::memcpy(location.bytes, &value, size);
}

std::string Vm::location_name(const Location& location) {
  const Class& klass = location.object != nullptr ? *location.object->klass : *location.klass;
  std::string name = location.object != nullptr ? describe(*location.object) : klass.text();
  if (location.raw) return name + fmt::format("[{}]", location.offset >> element_shift(klass.element_kind));
  for (const Class* it = &klass; it != nullptr; it = it->super) {
    for (const Field& candidate : it->fields) {
      if (candidate.offset * 4 == location.offset && candidate.is_static() == (location.object == nullptr)) {
        return name + "." + std::string(candidate.name);
      }
    }
  }
  return name;
}

bool Vm::passes(Thread& thread, const Location& location, Pending::What what, bool synchronizes) {
  stop_ = Stop::point;
  if (location.object != nullptr && what != Pending::What::read && location.object->frozen) {
    unsupported(thread, "a write to an array that was taken to be constant");
    return false;
  }
  if (free_running(thread) && !probing_) return true;
  if (location.object != nullptr &&
      (!location.object->escaped || (location.object->frozen && what == Pending::What::read)))
    return true;
  Pending pending;
  pending.what = what;
  pending.object = location.object == nullptr ? 0 : location.object->place;
  pending.klass = location.klass;
  pending.offset =
      location.raw ? location.offset >> element_shift(location.object->klass->element_kind) : location.offset / 4;
  pending.synchronizes = synchronizes;
  return pass(thread, pending);
}

Ref Vm::variable_handle(const Variable& variable) {
  std::uint64_t name = 0x7A4 + static_cast<std::uint64_t>(variable.element);
  if (variable.field != nullptr) name = hash_text(variable.field->name, variable.field->owner->name_hash);
  const auto known = singletons.find(name);
  if (known != singletons.end()) return known->second;
  const Ref ref = memory_.allocate_immortal(name, loader_.need("java/lang/invoke/VarHandle"))->place;
  singletons[name] = ref;
  variables[ref] = variable;
  return ref;
}

// One of VarHandle's access modes; the call site's descriptor says what stands on the stack.
Vm::Call Vm::invoke_polymorphic(Thread& thread, const Method& method, std::string_view descriptor, Word*& stack) {
  std::vector<Kind> kinds;
  std::uint32_t words = 1;
  std::size_t i = 1;
  for (; descriptor[i] != ')'; i += descriptor_length(descriptor.substr(i))) {
    kinds.push_back(kind_of(descriptor[i]));
    words += words_of(kinds.back());
  }
  const Kind result_kind = kind_of(descriptor[i + 1]);
  Word* const args = stack - words;
  const auto known = variables.find(args[0]);
  if (known == variables.end()) {
    unsupported(thread, fmt::format("{}.{}: method handles", method.owner->text(), method.name));
    return Call::stopped;
  }
  const Variable& variable = known->second;
  Word* at_arg = args + 1;
  Location location;
  std::size_t coordinate = 0;
  const auto null_pointer = [&] {
    throw_new(thread, "java/lang/NullPointerException", {}, false);
    return Call::thrown;
  };
  if (variable.field == nullptr) {
    if (kinds.size() < 2 || kinds[0] != Kind::ref || kinds[1] != Kind::int_) {
      unsupported(thread, "a VarHandle called with other arguments than its own");
      return Call::stopped;
    }
    if (at_arg[0] == 0) return null_pointer();
    Object& array = *at(at_arg[0]);
    if (!array.klass->is_array() || array.klass->element_kind != variable.element) {
      throw_new(thread, "java/lang/ClassCastException", "VarHandle");
      return Call::thrown;
    }
    if (at_arg[1] >= array.length) {
      throw_new(
          thread, "java/lang/ArrayIndexOutOfBoundsException",
          fmt::format("Index {} out of bounds for length {}", static_cast<std::int32_t>(at_arg[1]), array.length));
      return Call::thrown;
    }
    location.object = &array;
    location.kind = variable.element;
    location.raw = true;
    location.offset = at_arg[1] << element_shift(variable.element);
    location.bytes = reinterpret_cast<std::uint8_t*>(array.data()) + location.offset;
    at_arg += 2;
    coordinate = 2;
  } else {
    location.kind = variable.field->kind;
    location.offset = variable.field->offset * 4;
    if (variable.klass != nullptr) {
      const Ready ready = initialize(thread, *variable.klass);
      if (ready == Ready::called) return Call::pushed;
      if (ready == Ready::thrown) return Call::thrown;
      if (ready == Ready::stopped) return Call::stopped;
      location.klass = variable.klass;
      location.bytes = reinterpret_cast<std::uint8_t*>(variable.klass->statics.data()) + location.offset;
    } else {
      if (kinds.empty() || kinds[0] != Kind::ref) {
        unsupported(thread, "a VarHandle called with other arguments than its own");
        return Call::stopped;
      }
      if (at_arg[0] == 0) return null_pointer();
      Object& object = *at(at_arg[0]);
      if (!object.klass->extends(variable.field->owner)) {
        throw_new(thread, "java/lang/ClassCastException", "VarHandle");
        return Call::thrown;
      }
      location.object = &object;
      location.bytes = reinterpret_cast<std::uint8_t*>(object.data()) + location.offset;
      ++at_arg;
      coordinate = 1;
    }
  }
  const auto same_size = [&](Kind kind) {
    return words_of(kind) == words_of(location.kind) && (kind == Kind::ref) == (location.kind == Kind::ref);
  };
  for (std::size_t k = coordinate; k < kinds.size(); ++k) {
    if (same_size(kinds[k])) continue;
    unsupported(thread, "a VarHandle called with values of another type than its own");
    return Call::stopped;
  }
  const std::string_view name = method.name;
  const bool compares = starts(name, "compareAnd") || starts(name, "weakCompareAnd");
  const std::size_t values = kinds.size() - coordinate;
  const bool reads = starts(name, "get") && !starts(name, "getAnd");
  const bool writes = starts(name, "set");
  if (values != (compares ? 2u : reads ? 0u : 1u)) {
    unsupported(thread, "a VarHandle called with other arguments than its own");
    return Call::stopped;
  }
  const bool synchronizes = name != "get" && name != "set";
  const Pending::What what = reads ? Pending::What::read : writes ? Pending::What::write : Pending::What::update;
  if (!passes(thread, location, what, synchronizes)) return Call::stopped;
  const auto value_at = [&](std::size_t n) {
    const Word* const word = at_arg + n * words_of(location.kind);
    return is_wide(location.kind) ? get64(word) : std::uint64_t{word[0]};
  };
  const std::uint64_t old = load(location);
  std::uint64_t answer = old;
  if (writes) {
    store(location, value_at(0));
  } else if (compares) {
    const bool same = old == value_at(0);
    if (same) store(location, value_at(1));
    if (name.find("Exchange") == std::string_view::npos) answer = same ? 1 : 0;
  } else if (!reads) {
    std::uint64_t next = value_at(0);
    if (starts(name, "getAndAdd")) next += old;
    if (starts(name, "getAndBitwiseOr")) next |= old;
    if (starts(name, "getAndBitwiseAnd")) next &= old;
    if (starts(name, "getAndBitwiseXor")) next ^= old;
    if (location.kind == Kind::float_ || location.kind == Kind::double_) {
      if (starts(name, "getAndAdd")) {
        unsupported(thread, "VarHandle.getAndAdd on a floating-point variable");
        return Call::stopped;
      }
    }
    store(location, next);
  }
  stack = args;
  if (result_kind != Kind::void_) {
    if (is_wide(result_kind)) {
      put64(stack, answer);
    } else {
      stack[0] = static_cast<Word>(answer);
    }
    stack += words_of(result_kind);
  }
  return Call::native;
}

}  // namespace waymark::java
