// NativeSource: a program's steps as native code, if they are asked for; begun when the first model is made, and shared
// by all of them.
#pragma once

#include <memory>
#include <mutex>

#include "load/source.hpp"
#include "promela/native/interface.hpp"

namespace waymark::load {

class NativeSource {
 public:
  NativeSource(std::shared_ptr<const promela::Program> program, const Source& source);
  // nullptr: they are not asked for. Throws base::InputError if they have to be there and cannot.
  [[nodiscard]] std::shared_ptr<const promela::NativeSlot> steps();

 private:
  std::shared_ptr<const promela::Program> program_;
  Native when_;
  std::string compiler_;
  std::mutex mutex_;
  std::shared_ptr<const promela::NativeSlot> steps_;
};

}  // namespace waymark::load
