// Batch: some states expanded together, and where their steps arrived, until all of that is known to the store. A store
// that knows early what will be inserted prefetches it while other steps are being taken.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "containers/mix.hpp"
#include "search/expander.hpp"
#include "store/store.hpp"

namespace waymark::search {

class Batch {
 public:
  Batch(model::Model& model, store::Store& store, base::Budget& budget, const Limits& limits, const Judged& judged)
      : model_(model), store_(store), expander_(model, budget, limits, judged) {}

  // Expands one more state, so many transitions from the initial one; tick() is called now and then. False if no more
  // should follow before the log has been replayed and clear() called.
  template <typename Tick>
  [[nodiscard]] bool expand(std::uint64_t number, std::uint64_t depth, const Tick& tick) {
    model_.unpack(store_.words(number));
    const auto arrive = [&] {
      tick();
      return put_aside(model_.pack());
    };
    return expander_.expand(depth, log_, arrive) && arrivals_.size() < most_arrivals && words_.size() < most_words;
  }
  // Something was thrown on the way: what was begun with has not happened.
  void abandon() {
    expander_.abandon();
    log_.drop_unfinished();
  }
  void prefetch_entry() {
    for (Aside& arrival : arrivals_) store_.prefetch_entry(arrival.probe);
  }
  [[nodiscard]] const StepLog& log() const { return log_; }
  // What the log says of an arrival is which one it is.
  [[nodiscard]] std::span<const model::Word> words(std::uint64_t arrival) const {
    return {words_.data() + arrivals_[arrival].begin, arrivals_[arrival].length};
  }
  [[nodiscard]] store::Found insert(std::uint64_t arrival) {
    return store_.insert({words(arrival)}, arrivals_[arrival].probe);
  }
  void clear() {
    log_.clear();
    arrivals_.clear();
    words_.clear();
  }

 private:
  static constexpr std::size_t most_arrivals = 128;
  static constexpr std::size_t most_words = 1 << 13;

  struct Aside {
    store::Probe probe;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };

  [[nodiscard]] std::uint64_t put_aside(const model::Packed& state) {
    if (!state.room || words_.size() + state.words.size() > ~std::uint32_t{0}) return Expander::nowhere;
    arrivals_.push_back({store_.prefetch_bucket(containers::mix_words(state.words)),
                         static_cast<std::uint32_t>(words_.size()), static_cast<std::uint32_t>(state.words.size())});
    words_.insert(words_.end(), state.words.begin(), state.words.end());
    return arrivals_.size() - 1;
  }

  model::Model& model_;
  store::Store& store_;
  Expander expander_;
  StepLog log_;
  std::vector<Aside> arrivals_;
  std::vector<containers::Word> words_;
};

}  // namespace waymark::search
