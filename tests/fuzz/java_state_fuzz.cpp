// Any bytes as a state that another process has written: refused, or a state that can be looked at, written again and
// gone on from. The first byte says how.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "java/toy_heap.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace waymark;
  if (size == 0) return 0;
  tests::ToyHeap heap;
  const auto initial = heap.packed();
  const std::string before = heap.written();
  if (heap.reads({reinterpret_cast<const char*>(data + 1), size - 1})) {
    (void)heap.memory.fingerprint();
    const std::string bytes = heap.written();
    if (!heap.reads(bytes) || heap.written() != bytes) std::abort();
    std::mt19937 random(data[0]);
    for (int i = 0; i < 4; ++i) heap.step(random);
  }
  heap.memory.unpack(initial);
  if (heap.written() != before) std::abort();
  return 0;
}
