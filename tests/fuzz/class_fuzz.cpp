// Any bytes as a class file: refused with a reason, or read, linked and prepared to run, never a crash or a hang.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "java/loading.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    waymark::tests::load_and_prepare({data, size});
  } catch (const waymark::java::BadClass& bad) {
    if (*bad.what() == '\0') std::abort();
  }
  return 0;
}
