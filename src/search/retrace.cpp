#include "search/retrace.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::search {

void Retrace::find(std::uint64_t from, std::uint64_t to, std::vector<std::uint32_t>& out) {
  const auto words = store_.words(to);
  target_.assign(words.begin(), words.end());
  model_.unpack(store_.words(from));
  while (!path_.empty()) path_.pop();
  CHECK(path_.push(from));
  for (;;) {
    while (path_.exhausted()) path_.pop();
    model::Step step = model_.fire(path_.take_next());
    if (step == model::Step::failed) step = model_.violation().after;
    if (step == model::Step::moved && arrived()) break;
    if (step == model::Step::passing) CHECK(path_.push_passing());
  }
  path_.choices(out);
}

bool Retrace::arrived() {
  const auto words = model_.pack().words;
  return std::equal(words.begin(), words.end(), target_.begin(), target_.end());
}

}  // namespace waymark::search
