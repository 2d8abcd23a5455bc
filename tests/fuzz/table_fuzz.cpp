// Any bytes as the table of an extraction: refused with a line, or read, and brought up to date it is read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/diagnostics.hpp"
#include "c/extract/table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    waymark::c::Table table("table", {reinterpret_cast<const char*>(data), size});
    (void)table.decide("f", 'C', "!(x == 1)", {"x"});
    (void)table.substituted("x = y");
    const waymark::c::Table again("table", table.updated());
  } catch (const waymark::base::InputError& bad) {
    if (*bad.what() == '\0') std::abort();
  }
  return 0;
}
