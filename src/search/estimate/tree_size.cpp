#include "search/estimate/tree_size.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace waymark::search {

namespace {

constexpr std::uint64_t least_steps = 4096;  // some milliseconds
constexpr std::uint64_t share_of_steps = 100;
constexpr std::uint64_t most_steps = 1 << 20;
constexpr std::uint64_t share_of_memory = 16;
constexpr std::uint64_t first_width = 8;
constexpr std::uint64_t last_width = 1024;
constexpr std::size_t runs_that_count = 3;
constexpr double most_states = 1e100;  // more is no end

}  // namespace

std::optional<model::StateCount> TreeSize::estimate(std::uint64_t frontier) {
  steps_left_ = std::clamp(explorer_.tallies().transitions / share_of_steps, least_steps, most_steps);
  const std::uint64_t room = budget_.limit() / share_of_memory / sizeof(std::uint64_t);
  met_size_ = std::bit_floor(std::min(4 * steps_left_, room));
  auto block = met_size_ == 0 ? std::nullopt : containers::Block::make(budget_, met_size_ * sizeof(std::uint64_t));
  if (!block) return std::nullopt;
  met_ = std::move(*block);
  std::vector<double> ended;
  for (std::uint64_t width = first_width; width <= last_width; width *= 2) {
    const std::optional<double> beyond = run(frontier, width);
    path_.clear();
    if (!beyond || *beyond > most_states) break;
    ended.push_back(*beyond);
  }
  met_ = {};
  if (ended.size() < runs_that_count) return std::nullopt;
  const auto last = ended.end() - runs_that_count;
  double sum = 0;
  for (auto each = last; each != ended.end(); ++each) sum += *each;
  const auto kept = static_cast<double>(store_.kept());
  return model::StateCount{kept + sum / runs_that_count, kept + *std::min_element(last, ended.end()),
                           kept + *std::max_element(last, ended.end())};
}

std::optional<double> TreeSize::run(std::uint64_t frontier, std::uint64_t width) {
  met_.clear();
  met_count_ = 0;
  beam_.resize(width);
  next_.resize(width);
  const std::uint64_t open = store_.kept() - frontier;
  beam_count_ = std::min(width, open);
  // One of each of as many equal stretches.
  for (std::uint64_t i = 0; i < beam_count_; ++i) {
    const std::uint64_t begin = open * i / beam_count_;
    const auto words = store_.words(frontier + begin + below(open * (i + 1) / beam_count_ - begin));
    beam_[i].assign(words.begin(), words.end());
  }
  double stands_for = static_cast<double>(open) / static_cast<double>(beam_count_);
  double total = 0;
  while (beam_count_ != 0) {
    next_count_ = 0;
    children_ = 0;
    for (std::uint64_t i = 0; i < beam_count_; ++i) {
      explorer_.model().unpack(beam_[i]);
      if (!expand()) return std::nullopt;
    }
    const auto children = static_cast<double>(children_);
    total += stands_for * children;
    stands_for *= children / static_cast<double>(std::max<std::uint64_t>(next_count_, 1));
    beam_.swap(next_);
    beam_count_ = next_count_;
  }
  return total;
}

bool TreeSize::expand() {
  if (!path_.push(0)) return false;
  const model::Expansion expansion =
      path_.each_successor(explorer_.limits().chain, [this] { return arrive() && !explorer_.stopping(); });
  if (expansion != model::Expansion::complete) return false;
  path_.pop();
  return true;
}

bool TreeSize::arrive() {
  explorer_.tick();
  if (steps_left_ == 0) return false;
  --steps_left_;
  const model::Packed state = explorer_.model().pack();
  if (!state.room) return false;
  const std::uint64_t hash = containers::mix_words(state.words);
  if (store_.is_kept(state, hash) || !is_new(hash)) return true;
  if (2 * ++met_count_ > met_size_) return false;
  ++children_;
  // Each child has the same chance to be among those drawn.
  const std::uint64_t place = next_count_ < next_.size() ? next_count_++ : below(children_);
  if (place < next_.size()) next_[place].assign(state.words.begin(), state.words.end());
  return true;
}

bool TreeSize::is_new(std::uint64_t hash) {
  auto* const met = met_.as<std::uint64_t>();
  const std::uint64_t value = std::max<std::uint64_t>(hash, 1);
  std::uint64_t at = hash & (met_size_ - 1);
  while (met[at] != 0 && met[at] != value) at = (at + 1) & (met_size_ - 1);
  if (met[at] == value) return false;
  met[at] = value;
  return true;
}

}  // namespace waymark::search
