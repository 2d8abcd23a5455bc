// Narrator: hears what a step does, to tell it to a person.
#pragma once

#include <cstdint>
#include <string_view>

#include "llvm/memory/object.hpp"

namespace waymark::llvm {

class Narrator {
 public:
  Narrator() = default;
  Narrator(const Narrator&) = delete;
  Narrator& operator=(const Narrator&) = delete;
  virtual ~Narrator() = default;

  virtual void runs(const Thread& thread, const Code& code, const Op& op) = 0;
  // The thread stops before what it was about to run.
  virtual void stays() = 0;
  virtual void writes(const Thread& thread, const Object& object, std::uint64_t offset, unsigned bytes,
                      const Value& before, const Value& after) = 0;
  virtual void assigns(const Thread& thread, const Code& code, std::uint32_t slot, const Value& before,
                       const Value& after) = 0;
  virtual void prints(const Thread& thread, std::string_view text) = 0;
};

}  // namespace waymark::llvm
