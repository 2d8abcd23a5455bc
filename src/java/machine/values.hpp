// Values as words: how Java's numbers stand in them, are converted, compared and kept in arrays.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "java/memory/object.hpp"
#include "java/memory/thread.hpp"

namespace waymark::java {

// --- of two words ---
inline std::uint64_t get64(const Word* words) { return words[0] | std::uint64_t{words[1]} << 32; }
inline void put64(Word* words, std::uint64_t value) {
  words[0] = static_cast<Word>(value);
  words[1] = static_cast<Word>(value >> 32);
}

inline float as_float(Word word) { return std::bit_cast<float>(word); }
inline Word from_float(float value) { return std::bit_cast<Word>(value); }
inline double as_double(const Word* words) { return std::bit_cast<double>(get64(words)); }
inline void put_double(Word* words, double value) { put64(words, std::bit_cast<std::uint64_t>(value)); }
inline std::int32_t as_int(Word word) { return static_cast<std::int32_t>(word); }
inline std::int64_t as_long(const Word* words) { return static_cast<std::int64_t>(get64(words)); }
inline void put_long(Word* words, std::int64_t value) { put64(words, static_cast<std::uint64_t>(value)); }

template <typename To, typename From>
To saturated(From value) {
  if (std::isnan(value)) return 0;
  if (value <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (value >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(value);
}

template <typename T>
Word compared(T a, T b, int unordered) {
  if (a > b) return 1;
  if (a == b) return 0;
  if (a < b) return static_cast<Word>(-1);
  return static_cast<Word>(unordered);
}

inline Word narrowed(Kind kind, Word value) {
  switch (kind) {
    case Kind::boolean_:
      return value & 1;
    case Kind::byte_:
      return static_cast<Word>(static_cast<std::int8_t>(value));
    case Kind::short_:
      return static_cast<Word>(static_cast<std::int16_t>(value));
    case Kind::char_:
      return value & 0xFFFF;
    default:
      return value;
  }
}

template <typename T>
T element(const Object& array, std::uint32_t index) {
  T value;
  std::memcpy(&value, reinterpret_cast<const std::uint8_t*>(array.data()) + std::size_t{index} * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
void set_element(Object& array, std::uint32_t index, T value) {
  std::memcpy(reinterpret_cast<std::uint8_t*>(array.data()) + std::size_t{index} * sizeof(T), &value, sizeof(T));
}

// The kind of array that an instruction works on; baload is for bytes and booleans alike.
inline constexpr Kind array_kinds[] = {Kind::int_, Kind::long_, Kind::float_, Kind::double_,
                                       Kind::ref,  Kind::byte_, Kind::char_,  Kind::short_};

inline bool fits(const Class& klass, Kind kind) {
  if (!klass.is_array()) return false;
  return klass.element_kind == kind || (kind == Kind::byte_ && klass.element_kind == Kind::boolean_);
}

// A length of time that the program gives in milliseconds; too long a one is cut off.
inline std::int64_t in_nanoseconds(std::int64_t milliseconds) {
  constexpr std::int64_t each = 1'000'000;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / each;
  return milliseconds > most ? most * each : milliseconds * each;
}

// The length of an Object.wait that the thread is in, whose arguments stand on the stack still.
inline std::int64_t asked_wait(const Thread& thread) {
  const Frame& frame = thread.frames.back();
  const Word* const end = thread.words.data() + frame.base + frame.method->max_locals + frame.depth;
  return in_nanoseconds(static_cast<std::int64_t>(get64(end - 2)));
}

// What a thread's clock shows: milliseconds since 1970, of a moment in 2020 at the start, and nanoseconds.
inline std::uint64_t milliseconds(const Thread& thread) {
  return 1'600'000'000'000 + thread.elapsed / 1'000'000 + (thread.far() << 42);
}
inline std::uint64_t nanoseconds(const Thread& thread) { return 1'000'000'000 + thread.elapsed + (thread.far() << 62); }

}  // namespace waymark::java
