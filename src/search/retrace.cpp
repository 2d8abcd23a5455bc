#include "search/retrace.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::search {

void Retrace::go(std::span<const model::Word> words, std::vector<std::uint32_t>& out, std::uint64_t transitions) {
  path_.clear();
  CHECK(path_.push(0));
  for (;;) {
    while (path_.exhausted()) path_.pop();
    const model::Step step = path_.step();
    if (step == model::Step::moved && arrived(words)) break;
    if (step == model::Step::intermediate) CHECK(path_.push_intermediate());
    if (step == model::Step::moved && path_.depth() + 1 < transitions) CHECK(path_.push(0));
  }
  path_.choices(out);
}

void Retrace::go(std::uint64_t index, std::vector<std::uint32_t>& out) {
  path_.clear();
  CHECK(path_.push(0));
  CHECK(path_.each_successor(model::no_chain_limit, [&] { return index-- != 0; }) == model::Expansion::stopped);
  path_.choices(out);
}

bool Retrace::arrived(std::span<const model::Word> words) {
  const auto here = model_.pack().words;
  return std::equal(here.begin(), here.end(), words.begin(), words.end());
}

}  // namespace waymark::search
