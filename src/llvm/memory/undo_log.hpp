// UndoLog: what has to be written back to go to an earlier state. Entries are read from the end, so that the last word
// of an entry says what it is.
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/code/value.hpp"

namespace waymark::llvm {

class UndoLog {
 public:
  enum class Tag : std::uint8_t { cell, made, whole, shared, record, values, pushed, popped };

  void push(std::uint64_t word) { words_.push_back(word); }
  void push(const Value& value) {
    words_.push_back(value.bits);
    words_.push_back(value.undefined);
    words_.push_back(value.object);
  }
  void close(Tag tag, std::uint64_t who) { words_.push_back(who << 8 | static_cast<std::uint64_t>(tag)); }
  [[nodiscard]] std::uint64_t pop() {
    const std::uint64_t word = words_.back();
    words_.pop_back();
    return word;
  }
  [[nodiscard]] Value pop_value() {
    Value value;
    value.object = static_cast<Reference>(pop());
    value.undefined = pop();
    value.bits = pop();
    return value;
  }
  [[nodiscard]] std::uint64_t size() const { return words_.size(); }
  void clear() { words_.clear(); }
  [[nodiscard]] std::uint64_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace waymark::llvm
