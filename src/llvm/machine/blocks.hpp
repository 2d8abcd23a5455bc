// Blocks: what functions that the machine runs itself have in common, and those on memory: blocks of the heap, copies,
// the life of variables, lists of arguments. Layer of the machine below Builtins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
  [[nodiscard]] static bool allocates(Builtin builtin) {
    return builtin == Builtin::allocate || builtin == Builtin::allocate_zeroed || builtin == Builtin::allocate_aligned;
  }
  // How many bytes such a call asks for. Throws Failure and Unsupported.
  [[nodiscard]] std::uint64_t asked_bytes(const Run& run, const Call& call, Builtin builtin) const;
  // Freed blocks that the call may be given again, if Settings has that: pointers to them are left, and they are as
  // large. In the order of their names.
  [[nodiscard]] const std::vector<Reference>& reusable(const Call& call, std::uint64_t bytes);

 private:
  [[nodiscard]] Next copy_bytes(const Run& run, const Call& call);
  [[nodiscard]] Next fill_bytes(const Run& run, const Call& call);
  [[nodiscard]] Next allocate(const Run& run, const Call& call, std::uint64_t bytes, bool zeroed);
  [[nodiscard]] Reference fresh_block(const Run& run, const Call& call, std::uint64_t bytes, bool zeroed);
  [[nodiscard]] Next reallocate(const Run& run, const Call& call);
  [[nodiscard]] Next release_block(const Run& run, const Call& call);
  void check_allocator(const Object& object, const Call& call);
  [[nodiscard]] Object& block(const Value& address);
  void start_list(const Run& run, const Call& call);

  std::vector<Reference> reusable_;
};

}  // namespace waymark::llvm
