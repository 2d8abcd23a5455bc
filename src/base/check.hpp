// CHECK(condition): a promise of ours that must hold in every build. A failure is always our own bug, never the
// user's: it says where and ends the process with exit code 70.
#pragma once

namespace waymark::base {

[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace waymark::base

#define CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::waymark::base::check_failed(#condition, __FILE__, __LINE__))
