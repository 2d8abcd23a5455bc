// What a thread is about to do: the operation before which it stands.
#pragma once

#include <cstdint>

#include "llvm/code/value.hpp"

namespace waymark::llvm {

struct Pending {
  enum class What : std::uint8_t {
    run,     // nothing that others could notice
    read,    // of an object
    write,   // the same
    update,  // reads and writes it
    lock,    // a mutex
    other,   // something else that others could notice
    choice,  // nobody else notices
  };
  What what = What::run;
  bool is_atomic = false;
  Reference object = 0;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

}  // namespace waymark::llvm
