// An object as it stands in memory: its header, and behind it its fields or elements.
#pragma once

#include <cstdint>

#include "java/link/klass.hpp"
#include "model/fingerprint.hpp"

namespace waymark::java {

struct Object {
  Class* klass = nullptr;
  Ref place = 0;
  std::uint32_t length = 0;   // of an array
  std::uint32_t words = 0;    // of data; the last of an array's is its guard
  std::uint32_t entity = 0;   // 0: an immortal that was never written
  std::uint32_t monitor = 0;  // thread that holds it, and one more; above that, times entered
  bool escaped = false;       // another thread may reach it
  bool frozen = false;        // an array that nobody writes any more
  bool pinned = false;        // its identity hash code was asked for: it keeps its name as long as it lives
  bool immortal = false;
  bool listed = false;  // waits to be packed
  bool listed_hash = false;
  bool hashed = false;  // hash is up to date and in the sum
  std::uint32_t trace = 0;
  std::uint32_t reach = 0;
  std::uint32_t live = 0;  // place in the list of live objects
  std::uint64_t epoch = 0;
  model::Fingerprint hash;

  [[nodiscard]] Word* data() { return reinterpret_cast<Word*>(this + 1); }
  [[nodiscard]] const Word* data() const { return reinterpret_cast<const Word*>(this + 1); }
  [[nodiscard]] std::uint32_t owner() const { return monitor & (one_entry - 1); }
  [[nodiscard]] std::uint32_t entries() const { return monitor / one_entry; }
  static constexpr std::uint32_t one_entry = 1u << 10;
  static constexpr std::uint32_t monitor_bits = 29;
  static constexpr std::uint32_t most_entries = (1u << monitor_bits) / one_entry - 1;
  static constexpr std::uint32_t most_owners = one_entry - 1;

  // What a state has of it besides its class and contents: the monitor, and above it what holds of the object.
  [[nodiscard]] std::uint32_t header() const {
    return monitor | (pinned ? 1u << 29 : 0) | (escaped ? 1u << 30 : 0) | (frozen ? 1u << 31 : 0);
  }
  void set_header(std::uint32_t header) {
    monitor = header & ((1u << monitor_bits) - 1);
    pinned = (header >> 29 & 1) != 0;
    escaped = (header >> 30 & 1) != 0;
    frozen = header >> 31 != 0;
  }
  static constexpr std::uint32_t most_marks = 7;
  [[nodiscard]] std::uint32_t marks() const { return (escaped ? 1u : 0) | (frozen ? 2u : 0) | (pinned ? 4u : 0); }
  void set_marks(std::uint32_t marks) {
    escaped = (marks & 1) != 0;
    frozen = (marks & 2) != 0;
    pinned = (marks & 4) != 0;
  }
};

}  // namespace waymark::java
