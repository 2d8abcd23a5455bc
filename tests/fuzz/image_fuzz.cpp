// Any bytes as a run-time image: every name it holds, and some it does not, is looked up. Refused with a message or
// answered, never a crash or a hang.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/diagnostics.hpp"
#include "classpath/image.hpp"

namespace {

template <class Action>
void try_to(Action action) {
  try {
    action();
  } catch (const waymark::base::InputError& error) {
    if (*error.what() == '\0') std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try_to([&] {
    const waymark::classpath::Image image("fuzz", {data, size});
    for (std::uint32_t i = 0; i < std::min(image.table_length(), 64u); ++i) {
      const auto name = image.name(i);
      try_to([&] { (void)image.find(name); });
      try_to([&] { (void)image.module_of(name.starts_with("/packages/") ? name.substr(10) : name); });
    }
    try_to([&] { (void)image.find("/m1/a/b/C4.class"); });
  });
  return 0;
}
