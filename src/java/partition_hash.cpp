#include "java/partition_hash.hpp"

#include <string_view>

#include "containers/mix.hpp"

namespace waymark::java {

namespace {

std::uint64_t mix_text(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

// Numbers of methods mean something in this process only.
std::uint64_t mix_counter(const Thread& thread, const Frame& frame, std::uint64_t place) {
  const Method& method = *frame.method;
  const std::uint64_t name = mix_text(method.descriptor, mix_text(method.name, mix_text(method.owner->name, place)));
  return containers::mix(name + containers::mix_pair(thread.number, frame.pc));
}

}  // namespace

std::uint64_t PartitionHash::partition_hash(model::PartitionKey key) {
  using Key = model::PartitionKey;
  const model::Fingerprint whole = memory_.fingerprint();  // which hashes all that was touched
  if (key == Key::whole) return whole.high;
  const bool variables = key == Key::actors || key == Key::half;
  std::uint64_t sum = 0;
  for (const auto& thread : memory_.threads()) {
    if (thread->status == Status::none) continue;
    if (key == Key::half && thread->number % 2 == 0) continue;
    const std::size_t calls = thread->frames.size();
    if (variables) sum += thread->hash.high;
    for (std::size_t i = key == Key::counter && calls > 0 ? calls - 1 : 0; i < calls; ++i) {
      const Frame& frame = thread->frames[i];
      // The hash of a frame says whose it is.
      sum += variables ? frame.hash.high : mix_counter(*thread, frame, key == Key::counter ? 0 : i);
    }
  }
  return containers::mix(sum);
}

}  // namespace waymark::java
