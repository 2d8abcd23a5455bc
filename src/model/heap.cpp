#include "model/heap.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::model {

Heap::Heap(Pools& pools, const Size& size) : size_(size), tree_(pools), reached_(size.counters, false) {
  CHECK(size.counters >= 2 && size.counters <= size.parts && size.modulus > 0 && size.words > 0);
  reset();
}

Watch Heap::watch(std::string_view expression) {
  Word value = 0;
  const char* const end = expression.data() + expression.size();
  const auto [at, error] = std::from_chars(expression.data(), end, value);
  if (error != std::errc{} || at != end) {
    throw base::InputError(fmt::format("'{}' found, a number expected", expression));
  }
  watches_.push_back(value);
  return static_cast<Watch>(watches_.size() - 1);
}

void Heap::reset() {
  tree_.clear();
  std::vector<Word> words(size_.words);
  for (std::uint64_t part = 0; part < size_.parts; ++part) {
    for (std::uint32_t i = 1; i < size_.words; ++i) words[i] = filling(part, i);
    tree_.set(part, words);
  }
}

void Heap::enabled(std::vector<Transition>& out) {
  out.clear();
  for (std::uint32_t i = 0; i < size_.counters; ++i) out.push_back({.actor = i, .action = i});
}

Step Heap::fire(const Transition& transition) {
  const std::uint32_t raised = transition.action;
  CHECK(raised < size_.counters);
  reached_[raised] = true;
  Word& up = tree_.edit(name(raised))[0];
  up = up + 1 == size_.modulus ? 0 : up + 1;
  Word& down = tree_.edit(name(after(raised)))[0];
  down = down == 0 ? size_.modulus - 1 : down - 1;
  return Step::moved;
}

bool Heap::read(base::ByteSource& source) {
  if (!tree_.read(source) || tree_.size() != size_.parts) return false;
  std::uint32_t counters = 0;
  for (std::uint64_t part = 0; part < size_.parts; ++part) {
    if (!tree_.has(part)) return false;
    const auto words = tree_.get(part);
    const bool counts = counters < size_.counters && part == name(counters);
    if (counts) ++counters;
    if (words.size() != size_.words || words[0] >= (counts ? size_.modulus : 1)) return false;
    for (std::uint32_t i = 1; i < size_.words; ++i) {
      if (words[i] != filling(part, i)) return false;
    }
  }
  return true;
}

Action Heap::action(ActionId id) const {
  return {.actor = "counter",
          .text = fmt::format("raise {}, lower {}", name(id), name(after(id))),
          .location = fmt::format("heap:{}", id + 1)};
}

Step Heap::narrate(const Transition& transition, Narration& out) {
  const Action told = action(transition.action);
  Event event;
  event.actor = transition.actor;
  event.who = fmt::format("counter {}", transition.actor);
  event.text = told.text;
  event.location = told.location;
  for (const std::uint32_t index : {transition.action, after(transition.action)}) {
    event.changes.push_back({fmt::format("part {}", name(index)), fmt::format("{}", counter(index)), ""});
  }
  const Step step = fire(transition);
  event.changes[0].after = fmt::format("{}", counter(transition.action));
  event.changes[1].after = fmt::format("{}", counter(after(transition.action)));
  out.push_back(std::move(event));
  return step;
}

}  // namespace waymark::model
