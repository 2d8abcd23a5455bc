// Blocks: what functions that the machine runs itself have in common, and those on memory: blocks of the heap, copies,
// the life of variables, lists of arguments. Layer of the machine below Builtins.
#pragma once

#include <string>
#include <string_view>

#include "llvm/machine/accesses.hpp"

namespace waymark::llvm {

class Blocks : public Accesses {
 protected:
  enum class Next : std::uint8_t {
    on,     // behind the operation
    stop,   // before it
    again,  // where the innermost frame stands now
    ended,  // the thread has ended
  };

  using Accesses::Accesses;

  [[nodiscard]] Builtin builtin_of(const Thread& thread, const Call& call) const;
  // Of the function that is called.
  [[nodiscard]] const std::string& callee_name(const Thread& thread, const Call& call) const;
  [[nodiscard]] Value argument(const Thread& thread, const Call& call, std::size_t index) const;
  // One that must be initialised.
  [[nodiscard]] Value defined(const Run& run, const Call& call, std::size_t index, std::string_view what) const;
  void result(const Run& run, const Value& value);
  [[nodiscard]] Next run_memory(const Run& run, const Call& call, Builtin builtin);

 private:
  [[nodiscard]] Next copy_bytes(const Run& run, const Call& call);
  [[nodiscard]] Next fill_bytes(const Run& run, const Call& call);
  void allocate(const Run& run, const Call& call, std::uint64_t bytes, bool zeroed);
  [[nodiscard]] Next reallocate(const Run& run, const Call& call);
  [[nodiscard]] Next release_block(const Run& run, const Call& call);
  void check_allocator(const Object& object, const Call& call);
  [[nodiscard]] Object& block(const Value& address);
  void start_list(const Run& run, const Call& call);
};

}  // namespace waymark::llvm
