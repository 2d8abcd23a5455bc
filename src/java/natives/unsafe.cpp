// jdk.internal.misc.Unsafe: typed access to fields and array elements by offset. All is sequentially consistent, so the
// weaker forms of an operation are the operation itself; fences do nothing.
//
// An offset is 16 + 4 * word for a field, 16 + bytes for an array's element, and for static fields (whose base is the
// class) the same with a high bit.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::uint64_t first_offset = 16;
constexpr std::uint64_t static_bit = std::uint64_t{1} << 40;

constexpr std::string_view off_heap_class = "waymark/internal/OffHeap";
constexpr unsigned off_heap_shift = 32;
constexpr std::string_view off_heap_misuse = "an access to memory outside of the heap that is not allocated";

// The block that holds memory outside of the heap, which is an array in waymark.internal.OffHeap. The address becomes
// an offset in it. 0: nothing is allocated there.
Ref off_heap_block(NativeEnv& env, std::uint64_t& address) {
  Class* const holder = env.loader().find_loaded(off_heap_class);
  const Field* const field = holder == nullptr ? nullptr : holder->declared_field("blocks", {});
  if (field == nullptr || holder->init != Class::Init::yes || holder->statics[field->offset] == 0) return 0;
  const Object& blocks = *env.at(holder->statics[field->offset]);
  const std::uint64_t number = address >> off_heap_shift;
  if (number == 0 || number > blocks.length) return 0;
  address = first_offset + (address & ((std::uint64_t{1} << off_heap_shift) - 1));
  return blocks.data()[number - 1];
}

// Nothing if it is elsewhere: an exception is pending.
bool locate(NativeEnv& env, Thread& thread, Ref ref, std::uint64_t offset, Kind kind, Location& out) {
  if (ref == 0 && (ref = off_heap_block(env, offset)) == 0) {
    env.unsupported(thread, std::string(off_heap_misuse));
    return false;
  }
  Object& object = *env.at(ref);
  out.kind = kind;
  std::uint64_t limit = 0;
  std::uint8_t* start = nullptr;
  if ((offset & static_bit) != 0) {
    Class* klass = env.of_mirror(ref);
    if (klass == nullptr) {
      env.unsupported(thread, "Unsafe access to a static field without its class");
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
      env.unsupported(thread, "Unsafe access to references as numbers");
      return false;
    }
  }
  const std::uint64_t size = out.raw ? std::uint64_t{1} << element_shift(kind) : words_of(kind) * 4;
  if (offset < first_offset || offset - first_offset + size > limit || (!out.raw && offset % 4 != 0)) {
    env.unsupported(thread, fmt::format("Unsafe access outside of an object of {}", object.klass->text()));
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
Done get(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Location location;
  if (!locate(env, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  const bool synchronizes = method.name.find("Volatile") != std::string_view::npos;
  if (!location.pass(env, thread, Pending::What::read, synchronizes)) return Done::stopped;
  return result(args, kind, location.load());
}

Done put(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Location location;
  if (!locate(env, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  const bool synchronizes = method.name.find("Volatile") != std::string_view::npos;
  if (!location.pass(env, thread, Pending::What::write, synchronizes)) return Done::stopped;
  location.store(env, argument(args + 4, kind));
  return Done::yes;
}

Done compare_and_set(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  const std::uint32_t words = words_of(kind);
  Location location;
  if (!locate(env, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  if (!location.pass(env, thread, Pending::What::update, true)) return Done::stopped;
  const std::uint64_t old = location.load();
  const bool same = old == argument(args + 4, kind);
  if (same) location.store(env, argument(args + 4 + words, kind));
  if (method.result == Kind::boolean_) return give_bool(args, same);
  return result(args, kind, old);
}

// Served whole, so that they are one step: getAndAddInt, getAndSetReference and so on.
Done get_and(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Kind kind = kind_in(method.name);
  Location location;
  if (!locate(env, thread, args[1], get64(args + 2), kind, location)) return Done::stopped;
  if (!location.pass(env, thread, Pending::What::update, true)) return Done::stopped;
  const std::uint64_t old = location.load();
  const std::uint64_t operand = argument(args + 4, kind);
  std::uint64_t next = operand;
  if (method.name.find("Add") != std::string_view::npos) next = old + operand;
  if (method.name.find("BitwiseOr") != std::string_view::npos) next = old | operand;
  if (method.name.find("BitwiseAnd") != std::string_view::npos) next = old & operand;
  if (method.name.find("BitwiseXor") != std::string_view::npos) next = old ^ operand;
  location.store(env, next);
  return result(args, kind, old);
}

// copyMemory0(from, offset, to, offset, bytes), between arrays of numbers or outside of the heap; copySwapMemory0(...,
// size) turns the bytes of each element round.
Done copy_memory(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const std::uint64_t bytes = get64(args + 7);
  if (bytes == 0) return Done::yes;
  const auto part = [&](Ref ref, std::uint64_t& offset) -> Object* {
    if (ref == 0) ref = off_heap_block(env, offset);
    Object* const array = ref == 0 ? nullptr : env.at(ref);
    if (array == nullptr || !array->klass->is_array() || array->klass->element_kind == Kind::ref) return nullptr;
    const std::uint64_t size = std::uint64_t{array->length} << element_shift(array->klass->element_kind);
    return offset >= first_offset && bytes <= size && offset - first_offset <= size - bytes ? array : nullptr;
  };
  std::uint64_t from_at = get64(args + 2);
  std::uint64_t to_at = get64(args + 5);
  Object* const from = part(args[1], from_at);
  Object* const to = part(args[4], to_at);
  if (from == nullptr || to == nullptr) return env.unsupported(thread, std::string(off_heap_misuse));
  if (to->frozen) return env.unsupported(thread, "a write to an array that was taken to be constant");
  const bool from_is_seen = from->escaped && !from->frozen;
  if (to->escaped || from_is_seen) {
    Pending pending;
    pending.what = to->escaped ? Pending::What::write : Pending::What::read;
    pending.object = to->escaped ? to->place : from->place;
    if (to->escaped && from_is_seen) pending.also = from->place;
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  }
  env.memory().touch(*to);
  std::memmove(reinterpret_cast<std::uint8_t*>(to->data()) + (to_at - first_offset),
               reinterpret_cast<const std::uint8_t*>(from->data()) + (from_at - first_offset), bytes);
  if (method.name != "copySwapMemory0") return Done::yes;
  const std::uint64_t size = get64(args + 9);
  auto* const first = reinterpret_cast<std::uint8_t*>(to->data()) + (to_at - first_offset);
  for (std::uint64_t at = 0; size != 0 && at + size <= bytes; at += size) std::reverse(first + at, first + at + size);
  return Done::yes;
}

// setMemory0(array, offset, bytes, value), of an array of numbers or outside of the heap.
Done set_memory(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  std::uint64_t at = get64(args + 2);
  const std::uint64_t bytes = get64(args + 4);
  if (bytes == 0) return Done::yes;
  const Ref ref = args[1] != 0 ? args[1] : off_heap_block(env, at);
  Object* const array = ref == 0 ? nullptr : env.at(ref);
  const bool numbers = array != nullptr && array->klass->is_array() && array->klass->element_kind != Kind::ref;
  const std::uint64_t size =
      numbers ? std::uint64_t{array->length} << element_shift(array->klass->element_kind) : std::uint64_t{0};
  if (!numbers || at < first_offset || bytes > size || at - first_offset > size - bytes) {
    return env.unsupported(
        thread, args[1] == 0 ? std::string(off_heap_misuse) : "Unsafe.setMemory outside of an array of numbers");
  }
  if (array->frozen) return env.unsupported(thread, "a write to an array that was taken to be constant");
  if (array->escaped) {
    Pending pending;
    pending.what = Pending::What::write;
    pending.object = array->place;
    if (!env.pass_if_noticed(thread, pending)) return Done::stopped;
  }
  env.memory().touch(*array);
  std::memset(reinterpret_cast<std::uint8_t*>(array->data()) + (at - first_offset), static_cast<int>(args[6] & 0xFF),
              bytes);
  return Done::yes;
}

// allocateMemory0, reallocateMemory0, freeMemory0: what OffHeap has of that name.
Done off_heap(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  Class* const holder = env.loader().find(off_heap_class);
  Method* const instead = holder == nullptr ? nullptr : holder->declared(method.name, method.descriptor);
  if (instead == nullptr) {
    return env.unsupported(thread, "memory outside of the heap, without waymark-library.jar beside the binary");
  }
  if (const Done done = env.initialize(thread, *holder); done != Done::yes) return done;
  std::uint64_t address = get64(args + 1);
  if (method.name != "allocateMemory0" && off_heap_block(env, address) == 0) {
    return env.unsupported(thread, std::string(off_heap_misuse));
  }
  return env.call(thread, method, *instead, std::span<const Word>(args + 1, method.argument_words - 1));
}

Done field_offset(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  // (this, Class, String) or (this, Field)
  Class* klass = nullptr;
  const Field* found = nullptr;
  if (method.argument_words == 3) {
    if (args[1] == 0 || args[2] == 0) return env.throw_null(thread);
    klass = env.of_mirror(args[1]);
    found = klass->declared_field(env.text(args[2]), {});
    if (found == nullptr) return env.throw_new(thread, "java/lang/InternalError", env.text(args[2]));
  } else {
    if (args[1] == 0) return env.throw_null(thread);
    const Object& reflected = *env.at(args[1]);
    static constexpr std::string_view mirrored_field = "java/lang/reflect/Field";
    klass = env.of_mirror(reflected.data()[env.field(mirrored_field, "clazz")]);
    const Word slot = reflected.data()[env.field(mirrored_field, "slot")];
    if (klass == nullptr || slot >= klass->fields.size()) return env.unsupported(thread, "an unknown field");
    found = &klass->fields[slot];
  }
  return give_long(args, first_offset + std::uint64_t{found->offset} * 4 + (found->is_static() ? static_bit : 0));
}

Done static_base(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  return give(args, env.at(args[1])->data()[env.field("java/lang/reflect/Field", "clazz")]);
}

Done array_base(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, first_offset); }
Done array_scale(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give(args, 1u << element_shift(env.of_mirror(args[1])->element_kind));
}
Done allocate_instance(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Class& klass = *env.of_mirror(args[1]);
  if (const Done done = env.initialize(thread, klass); done != Done::yes) return done;
  return give(args, env.allocate(thread, klass)->place);
}
Done ensure_initialized(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return env.initialize(thread, *env.of_mirror(args[1]));
}
Done throw_exception(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  env.parts.exceptions.pending = args[1];
  return Done::thrown;
}
Done should_initialize(NativeEnv& env, Thread&, Word* args, const Method&) {
  return give_bool(args, env.of_mirror(args[1])->init != Class::Init::yes);
}

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
    {UNSAFE("copyMemory0"), copy_memory},
    {UNSAFE("copySwapMemory0"), copy_memory},
    {UNSAFE("setMemory0"), set_memory},
    {UNSAFE("allocateMemory0"), off_heap},
    {UNSAFE("reallocateMemory0"), off_heap},
    {UNSAFE("freeMemory0"), off_heap},
    {UNSAFE("loadFence"), nothing_to_do},
    {UNSAFE("storeFence"), nothing_to_do},
    {UNSAFE("fullFence"), nothing_to_do},
    {UNSAFE("allocateInstance"), allocate_instance},
    {UNSAFE("ensureClassInitialized0"), ensure_initialized},
    {UNSAFE("ensureClassInitialized"), ensure_initialized},
    {UNSAFE("shouldBeInitialized0"), should_initialize},
    {UNSAFE("throwException"), throw_exception},
};
#undef UNSAFE

}  // namespace

std::span<const Served> unsafe_natives() { return unsafe_table; }

}  // namespace waymark::java
