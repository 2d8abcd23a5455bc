#include "java/natives/location.hpp"

#include <fmt/format.h>

#include <cstring>

#include "java/machine/values.hpp"

namespace waymark::java {

Location Location::element(Object& array, std::uint32_t index) {
  Location it;
  it.object = &array;
  it.kind = array.klass->element_kind;
  it.raw = true;
  it.offset = index << element_shift(it.kind);
  it.bytes = reinterpret_cast<std::uint8_t*>(array.data()) + it.offset;
  return it;
}

Location Location::field(Object& object, const Field& field) {
  Location it;
  it.object = &object;
  it.kind = field.kind;
  it.offset = field.offset * 4;
  it.bytes = reinterpret_cast<std::uint8_t*>(object.data()) + it.offset;
  return it;
}

Location Location::static_field(Class& klass, const Field& field) {
  Location it;
  it.klass = &klass;
  it.kind = field.kind;
  it.offset = field.offset * 4;
  it.bytes = reinterpret_cast<std::uint8_t*>(klass.statics.data()) + it.offset;
  return it;
}

std::uint64_t Location::load() const {
  if (is_wide(kind)) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, 8);
    return value;
  }
  if (!raw) {
    Word value = 0;
    std::memcpy(&value, bytes, 4);
    return value;
  }
  switch (kind) {
    case Kind::boolean_:
      return bytes[0];
    case Kind::byte_:
      return static_cast<Word>(static_cast<std::int8_t>(bytes[0]));
    case Kind::short_: {
      std::int16_t value = 0;
      std::memcpy(&value, bytes, 2);
      return static_cast<Word>(value);
    }
    case Kind::char_: {
      std::uint16_t value = 0;
      std::memcpy(&value, bytes, 2);
      return value;
    }
    default: {
      Word value = 0;
      std::memcpy(&value, bytes, 4);
      return value;
    }
  }
}

void Location::store(NativeEnv& env, std::uint64_t value) const {
  if (object != nullptr) {
    env.memory().touch(*object);
    if (kind == Kind::ref && object->escaped) env.memory().escape(static_cast<Ref>(value));
  } else {
    env.memory().touch(*klass);
    if (kind == Kind::ref) env.memory().escape(static_cast<Ref>(value));
  }
  std::size_t size = words_of(kind) * 4;
  if (raw) {
    size = std::size_t{1} << element_shift(kind);
  } else {
    if (!is_wide(kind)) value = narrowed(kind, static_cast<Word>(value));
  }
  if (env.parts.objects.narrator != nullptr && (object == nullptr || object->escaped)) {
    const std::uint64_t before = load();
    const auto text = [&](std::uint64_t it) {
      if (kind == Kind::ref) return env.parts.objects.describe(static_cast<Ref>(it));
      if (is_wide(kind)) return fmt::format("{}", static_cast<std::int64_t>(it));
      return fmt::format("{}", static_cast<std::int32_t>(it));
    };
    const Class& owner = object != nullptr ? *object->klass : *klass;
    env.parts.objects.narrator->wrote(name(env), text(before), text(value), owner.library);
  }
  std::memcpy(bytes, &value, size);
}

std::string Location::name(NativeEnv& env) const {
  const Class& owner = object != nullptr ? *object->klass : *klass;
  std::string whole = object != nullptr ? env.parts.objects.describe(object->place) : owner.short_text();
  if (raw) return whole + fmt::format("[{}]", offset >> element_shift(owner.element_kind));
  for (const Class* it = &owner; it != nullptr; it = it->super) {
    for (const Field& candidate : it->fields) {
      if (candidate.offset * 4 == offset && candidate.is_static() == (object == nullptr)) {
        return whole + "." + std::string(candidate.name);
      }
    }
  }
  return whole;
}

bool Location::pass(NativeEnv& env, Thread& thread, Pending::What what, bool synchronizes, std::uint32_t ways) const {
  if (object != nullptr && what != Pending::What::read && object->frozen) {
    env.unsupported(thread, "a write to an array that was taken to be constant");
    return false;
  }
  const bool unnoticed = object != nullptr && (!object->escaped || (object->frozen && what == Pending::What::read));
  if (ways == 1 && (env.parts.scheduler.free_running(thread) || unnoticed)) return true;
  Pending pending;
  pending.count = ways;
  pending.what = what;
  pending.object = object == nullptr ? 0 : object->place;
  pending.klass = klass;
  pending.offset = raw ? offset >> element_shift(object->klass->element_kind) : offset / 4;
  pending.synchronizes = synchronizes;
  return env.parts.scheduler.pass(thread, pending);
}

}  // namespace waymark::java
