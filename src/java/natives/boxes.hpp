// Boxed values, and widening: how reflection takes and gives primitives.
#pragma once

#include <string_view>
#include <utility>

#include "java/machine/native_env.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

// The primitive that a box holds; void_ if it is none.
inline Kind boxed_kind(const Class& klass) {
  static constexpr std::pair<std::string_view, Kind> boxes[] = {
      {"java/lang/Boolean", Kind::boolean_}, {"java/lang/Character", Kind::char_}, {"java/lang/Float", Kind::float_},
      {"java/lang/Double", Kind::double_},   {"java/lang/Byte", Kind::byte_},      {"java/lang/Short", Kind::short_},
      {"java/lang/Integer", Kind::int_},     {"java/lang/Long", Kind::long_}};
  for (const auto& [name, kind] : boxes) {
    if (klass.name == name) return kind;
  }
  return Kind::void_;
}

// False: it is no box.
inline bool unboxed(NativeEnv& env, Ref box, Kind& kind, const Word*& value) {
  const Object& object = *env.at(box);
  kind = boxed_kind(*object.klass);
  if (kind == Kind::void_) return false;
  value = object.data() + env.field(object.klass->name, "value");
  return true;
}

// The class of a box, and the one that has those of small numbers ready.
struct BoxClasses {
  Class* box = nullptr;
  Class* cache = nullptr;
};
inline BoxClasses box_classes(NativeEnv& env, Kind kind) {
  const auto both = [&](std::string_view box, std::string_view cache) {
    return BoxClasses{&env.loader().need(box), cache.empty() ? nullptr : &env.loader().need(cache)};
  };
  switch (kind) {
    case Kind::boolean_:
      return both("java/lang/Boolean", "java/lang/Boolean");
    case Kind::char_:
      return both("java/lang/Character", "java/lang/Character$CharacterCache");
    case Kind::byte_:
      return both("java/lang/Byte", "java/lang/Byte$ByteCache");
    case Kind::short_:
      return both("java/lang/Short", "java/lang/Short$ShortCache");
    case Kind::long_:
      return both("java/lang/Long", "java/lang/Long$LongCache");
    case Kind::float_:
      return both("java/lang/Float", "");
    case Kind::double_:
      return both("java/lang/Double", "");
    default:
      return both("java/lang/Integer", "java/lang/Integer$IntegerCache");
  }
}

// What valueOf() gives. REQUIRES: both classes are initialised. 0: there is no room, and an exception is pending.
inline Ref boxed(NativeEnv& env, Thread& thread, Kind kind, std::uint64_t bits) {
  const BoxClasses classes = box_classes(env, kind);
  const auto constant = [&](std::string_view name) {
    return classes.cache->statics[classes.cache->declared_field(name, {})->offset];
  };
  if (kind == Kind::boolean_) return constant((bits & 1) != 0 ? "TRUE" : "FALSE");
  const auto number = kind == Kind::long_ ? static_cast<std::int64_t>(bits)
                                          : std::int64_t{static_cast<std::int32_t>(static_cast<Word>(bits))};
  const std::int64_t first = kind == Kind::char_ ? 0 : -128;
  if (classes.cache != nullptr && number >= first && number <= 127) {
    return env.at(constant("cache"))->data()[static_cast<std::size_t>(number - first)];
  }
  Object* const made = env.allocate(thread, *classes.box);
  if (made == nullptr) return 0;
  Word* const value = made->data() + env.field(classes.box->name, "value");
  if (is_wide(kind)) {
    put64(value, bits);
  } else {
    *value = static_cast<Word>(bits);
  }
  return made->place;
}

// Widening as the language allows it (JLS 5.1.2). False: there is none.
inline bool widen(Kind from, Kind to, const Word* value, Word* out) {
  out[0] = value[0];
  out[1] = is_wide(from) ? value[1] : 0;
  if (from == to) return true;
  if (from == Kind::void_ || from == Kind::ref || from == Kind::boolean_ || to == Kind::boolean_ || to == Kind::char_ ||
      from == Kind::double_)
    return false;
  const bool whole = from != Kind::float_;
  const std::int64_t number = from == Kind::long_ ? as_long(value) : as_int(value[0]);
  switch (to) {
    case Kind::short_:
      return from == Kind::byte_;
    case Kind::int_:
      return whole && from != Kind::long_;
    case Kind::long_:
      if (whole) put_long(out, number);
      return whole;
    case Kind::float_:
      if (whole) out[0] = from_float(static_cast<float>(number));
      return whole;
    case Kind::double_:
      put_double(out, whole ? static_cast<double>(number) : static_cast<double>(as_float(value[0])));
      return true;
    default:
      return false;
  }
}

}  // namespace waymark::java
