// Lookahead: while a depth-first search stands in a state, tells the store where the next transitions lead. What the
// store needs for all of them is then on its way from memory at the same time, instead of one after the other. Only for
// models that can tell without going there. Stores are not asked to approach what they were told of: that would wait
// for the first of it to come.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "model/model.hpp"
#include "model/path.hpp"
#include "store/store.hpp"

namespace waymark::search {

class Lookahead {
 public:
  Lookahead(model::Model& model, store::Store& store) : model_(model), store_(store) {}

  // Not where the model can tell of few: all would be looked at for these.
  [[nodiscard]] bool pays() const { return looked_ < enough || 2 * told_ >= looked_; }
  // The model stands where the path's top node was added. Looks at transitions of it from the next one on.
  void look(const model::Path& path) {
    node_ = path.size();
    first_ = path.next();
    end_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(path.width(), first_ + most));
    if (end_ - first_ < least) end_ = first_;
    looked_ += end_ - first_;
    for (std::uint32_t i = first_; i < end_; ++i) {
      const model::Memo memo = path.memo(i);
      const auto hash = memo != model::no_memo ? model_.successor_hash(memo) : std::nullopt;
      known_[i - first_] = hash.has_value();
      told_ += hash ? 1 : 0;
      if (hash) notices_[i - first_] = store_.announce(*hash);
    }
  }
  // What the store knows of where the path's next transition leads, or nullptr. REQUIRES: look() was called since the
  // top node came to be on top.
  [[nodiscard]] const store::Notice* notice(const model::Path& path) const {
    const std::uint32_t next = path.next();
    const bool seen = node_ == path.size() && next >= first_ && next < end_ && known_[next - first_];
    return seen ? &notices_[next - first_] : nullptr;
  }

 private:
  static constexpr std::uint32_t most = 8;
  static constexpr std::uint64_t enough = 1 << 14;  // transitions, to judge by them
  static constexpr std::uint32_t least = 2;         // one alone is asked for before anything has come

  model::Model& model_;
  store::Store& store_;
  std::uint64_t node_ = 0;  // the path's size when that was on top
  std::uint32_t first_ = 0;
  std::uint32_t end_ = 0;
  std::uint64_t looked_ = 0;  // transitions
  std::uint64_t told_ = 0;    // of these, by the model where they lead
  std::array<store::Notice, most> notices_;
  std::array<bool, most> known_ = {};
};

}  // namespace waymark::search
