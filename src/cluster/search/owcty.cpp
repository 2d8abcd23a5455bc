#include "cluster/search/owcty.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "cluster/transport/collective.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

Owcty::Owcty(const search::Parts& parts, Transport& transport, const DistributedBfs::Settings& settings)
    : transport_(transport),
      stop_(parts.limits.stop),
      cycle_(parts.judged.cycle),
      most_errors_(parts.limits.errors),
      levels_(parts, transport, settings),
      model_(parts.model),
      codec_(parts.model),
      re_expansion_(levels_, transport, parts.budget),
      elimination_(levels_, re_expansion_, transport, parts.budget, {}) {}

search::Outcome Owcty::run() {
  levels_.search();
  if (!levels_.went_through()) return levels_.finish();
  std::optional<search::Finding> finding;
  if (find_set()) finding = find_lasso();
  // Whatever ended it, it did so in a turn, which is begun anew.
  if (keeps_ && !levels_.went_through()) keep_set();
  search::Outcome outcome = levels_.finish();
  if (!finding) return outcome;
  outcome.verdict = search::Verdict::violation;
  outcome.tallies.errors = 1;
  if (most_errors_ == 1) outcome.why = search::Why::errors;
  outcome.findings.push_back(std::move(*finding));
  return outcome;
}

void Owcty::keep_by(search::Checkpoints* checkpoints) {
  keeps_ = true;
  levels_.checkpoint().keep_by(checkpoints, [this](checkpoint::Writer& writer) {
    writer.varint(kept_set_.empty() ? 0 : 1);
    std::uint8_t byte = 0;
    for (std::size_t i = 0; i < kept_set_.size(); ++i) {
      if (kept_set_[i]) byte = static_cast<std::uint8_t>(byte | 1u << i % 8);
      if (i % 8 != 7 && i + 1 != kept_set_.size()) continue;
      writer.bytes({&byte, 1});
      byte = 0;
    }
  });
}

std::optional<search::Tallies> Owcty::resume(checkpoint::Reader& reader) {
  if (!levels_.restore(reader, true)) return std::nullopt;
  const bool has_set = reader.varint(1) == 1;
  if (!has_set && levels_.found_all()) reader.malformed("nothing is left to be found, and nothing is said of what was");
  if (has_set && !levels_.found_all()) reader.malformed("states are left to be found");
  if (has_set) read_set(reader);
  return levels_.explorer().tallies();
}

void Owcty::read_set(checkpoint::Reader& reader) {
  const std::vector<std::uint64_t>& numbers = levels_.frontier().all_numbers();
  const std::vector<std::uint64_t> ids = order_of(numbers);
  begin_.emplace(ids.size());
  auto next = ids.begin();
  std::uint8_t byte = 0;
  for (std::uint64_t number = 0; number < levels_.states_of_all(); ++number) {
    if (number % 8 == 0) byte = reader.byte();
    if (next == ids.end() || numbers[*next] != number) continue;
    (*begin_)[*next++] = (byte >> number % 8 & 1) != 0;
  }
}

void Owcty::keep_set() {
  // What the depth limit cut off is only found again where its level is expanded.
  if (levels_.cut_off()) return;
  base::ByteSink sink;
  const std::uint64_t states = levels_.explorer().store().size();
  for (std::uint64_t id = 0; id < states; ++id) {
    const bool kept = turning_ ? elimination_.was_in_set(id) : !begin_ || (*begin_)[id];
    if (kept) sink.varint(levels_.frontier().all_numbers()[id]);
  }
  if (transport_.rank() == 0) kept_set_.assign(levels_.states_of_all(), false);
  gather_at_first(transport_, sink, [&](MessageReader& reader) {
    while (!reader.at_end()) kept_set_[reader.below(kept_set_.size())] = true;
  });
  levels_.checkpoint().keep();
}

bool Owcty::begin_turns() {
  elimination_.begin();
  if (re_expansion_.any_stops()) return false;
  for (std::uint64_t id = 0; begin_ && id < elimination_.states(); ++id) {
    if (!(*begin_)[id]) elimination_.take_away(id);
  }
  elimination_.note_set();
  turning_ = true;
  return true;
}

bool Owcty::find_set() {
  if (!begin_turns()) return false;
  std::uint64_t before = elimination_.gather_sizes().set;
  while (before != 0) {
    elimination_.note_set();
    if (keeps_ && levels_.checkpoint().due()) keep_set();
    elimination_.reach();
    if (re_expansion_.any_stops()) return false;
    elimination_.eliminate();
    if (re_expansion_.any_stops()) return false;
    const Elimination::Sizes left = elimination_.gather_sizes();
    if (left.weak != 0) {
      // There all states are accepting, and each has a predecessor among them.
      elimination_.keep_weak();
      return true;
    }
    if (left.set == before) return true;
    before = left.set;
  }
  return false;
}

void Owcty::leaves(std::uint64_t) { component_ = model_.facts().component; }

bool Owcty::follows() { return model_.facts().component == component_; }

void Owcty::arrives(std::uint64_t id, unsigned, std::uint64_t) {
  if (!elimination_.in_set(id)) return;
  closed_ = closed_ || seed_ == id;
  if (elimination_.meet(id)) layers_.back().push_back(id);
}

// Every state of the set has a predecessor in it, and some accepting state of it leads there. So whatever nothing else
// leads to, of all that lead to each other, contains an accepting cycle; and it is still there when an accepting state
// that does not lead to itself is taken away with all to which that one leads.
std::optional<search::Finding> Owcty::find_lasso() {
  // What was found is completed, even if there is little time or room left.
  if (stop_ != nullptr) stop_->conclude();
  elimination_.forget_counts();
  elimination_.clear_met();
  re_expansion_.deliver_to(*this);
  for (;;) {
    const Named seed = nearest();
    if (re_expansion_.any_stops()) return std::nullopt;
    CHECK(seed.rank);
    const bool found = closes(seed);
    if (re_expansion_.any_stops()) return std::nullopt;
    if (found) return lasso(seed);
    for (const std::vector<std::uint64_t>& layer : layers_) {
      for (const std::uint64_t id : layer) elimination_.take_away(id);
    }
  }
}

Owcty::Named Owcty::nearest() {
  Step best;
  search::Explorer& explorer = levels_.explorer();
  const std::vector<std::uint64_t>& begins = levels_.frontier().level_begins();
  explorer.guard([&] {
    std::uint64_t depth = 0;
    for (std::uint64_t id = 0; id < elimination_.states(); ++id) {
      while (depth + 1 < begins.size() && begins[depth + 1] <= id) ++depth;
      if (best.source.rank && depth > best.source.depth) break;
      if (!elimination_.in_set(id) || !elimination_.accepts(id)) continue;
      model_.unpack(explorer.store().words(id));
      const model::Fingerprint fingerprint = model_.fingerprint();
      if (best.source.rank && best.source.fingerprint < fingerprint) continue;
      best.source = {transport_.rank(), id, depth, fingerprint, {}};
    }
  });
  return first_of_all(best).source;
}

// Layer by layer, until a transition leads back.
bool Owcty::closes(const Named& seed) {
  layers_.assign(1, {});
  seed_.reset();
  closed_ = false;
  if (seed.rank == transport_.rank()) {
    seed_ = seed.id;
    if (elimination_.meet(seed.id)) layers_.back().push_back(seed.id);
  }
  for (bool going = true; going;) {
    layers_.emplace_back();
    const std::vector<std::uint64_t>& layer = layers_[layers_.size() - 2];
    re_expansion_.expand_all(layer.size(), [&](std::uint64_t i) { return layer[i]; });
    const std::uint8_t mine = static_cast<std::uint8_t>((closed_ ? 1 : 0) | (layers_.back().empty() ? 0 : 2) |
                                                        (levels_.explorer().stopping() ? 4 : 0));
    std::uint8_t all = 0;
    for (const Bytes& one : transport_.gather({&mine, 1})) all = static_cast<std::uint8_t>(all | one.at(0));
    if ((all & 4) != 0) return false;
    closed_ = (all & 1) != 0;
    going = !closed_ && (all & 2) != 0;
  }
  return closed_;
}

search::Finding Owcty::lasso(const Named& seed) {
  std::vector<std::uint64_t> indices;  // from the end on
  Named target = seed;
  const std::uint64_t around = layers_.size() - 1;
  for (std::uint64_t i = around; i > 0; --i) {
    Step step = step_to(target, layers_[i - 1]);
    indices.push_back(step.index);
    target = std::move(step.source);
  }
  const std::vector<std::uint64_t>& begins = levels_.frontier().level_begins();
  std::vector<std::uint64_t> level;
  for (std::uint64_t depth = seed.depth; depth > 0; --depth) {
    level.resize(begins[depth] - begins[depth - 1]);
    std::iota(level.begin(), level.end(), begins[depth - 1]);
    Step step = step_to(target, level);
    indices.push_back(step.index);
    target = std::move(step.source);
  }
  search::Finding finding;
  finding.violation = cycle_;
  finding.length = indices.size();
  search::Retrace retrace(model_);
  retrace.start();
  for (std::uint64_t i = indices.size(); i > 0; --i) {
    if (i == around) finding.cycle = finding.choices.size();
    retrace.go(indices[i - 1], finding.choices);
  }
  return finding;
}

Owcty::Step Owcty::step_to(const Named& target, std::span<const std::uint64_t> ids) {
  if (!codec_.read(target.state)) MessageReader(*target.rank, {}).malformed();
  const auto packed = model_.pack().words;
  const std::vector<model::Word> words(packed.begin(), packed.end());
  const model::Fingerprint fingerprint = model_.fingerprint();
  Step best;
  model::Path path(model_);
  for (const std::uint64_t id : ids) {
    model_.unpack(levels_.explorer().store().words(id));
    const model::Fingerprint here = model_.fingerprint();
    if (best.source.rank && best.source.fingerprint < here) continue;
    const std::optional<std::uint64_t> index = index_of(path, fingerprint, words);
    if (index) best = {{transport_.rank(), id, 0, here, {}}, *index};
  }
  Step first = first_of_all(best);
  CHECK(first.source.rank);
  return first;
}

std::optional<std::uint64_t> Owcty::index_of(model::Path& path, const model::Fingerprint& fingerprint,
                                             std::span<const model::Word> words) {
  std::optional<std::uint64_t> found;
  CHECK(path.push(0));
  std::uint64_t index = 0;
  (void)path.each_successor(model::no_chain_limit, [&] {
    if (model_.fingerprint() == fingerprint) {
      const auto there = model_.pack().words;
      if (std::equal(there.begin(), there.end(), words.begin(), words.end())) found = index;
    }
    ++index;
    return !found;
  });
  path.clear();
  return found;
}

Owcty::Step Owcty::first_of_all(const Step& mine) {
  base::ByteSink sink;
  if (mine.source.rank) {
    sink.varint(mine.source.id);
    sink.varint(mine.source.depth);
    sink.varint(mine.source.fingerprint.high);
    sink.varint(mine.source.fingerprint.low);
    sink.varint(mine.index);
    model_.unpack(levels_.explorer().store().words(mine.source.id));
    const auto state = codec_.here();
    sink.varint(state.size());
    sink.raw(state);
  }
  Step best;
  gather(transport_, sink, [&](MessageReader& reader) {
    if (reader.at_end()) return;
    Step step;
    Named& named = step.source;
    named.rank = reader.rank();
    named.id = reader.number();
    named.depth = reader.number();
    named.fingerprint.high = reader.number();
    named.fingerprint.low = reader.number();
    step.index = reader.number();
    const auto state = reader.bytes(reader.number());
    named.state.assign(state.begin(), state.end());
    const auto order = [](const Named& one) { return std::pair(one.depth, one.fingerprint); };
    if (!best.source.rank || order(named) < order(best.source)) best = std::move(step);
  });
  return best;
}

}  // namespace waymark::cluster
