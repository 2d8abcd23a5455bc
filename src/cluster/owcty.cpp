#include "cluster/owcty.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "cluster/heard.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned states_in_a_turn = 16;

}  // namespace

Owcty::Owcty(const search::Parts& parts, Transport& transport, const Levels::Settings& settings)
    : transport_(transport),
      budget_(parts.budget),
      stop_(parts.limits.stop),
      cycle_(parts.judged.cycle),
      most_errors_(parts.limits.errors),
      levels_(parts, transport, settings),
      model_(parts.model),
      spelling_(parts.model),
      path_(parts.model, parts.budget) {
  CHECK(settings.store == nullptr);
}

search::Outcome Owcty::run() {
  levels_.search();
  if (!levels_.went_through()) return levels_.finish();
  levels_.post().deliver_to(*this);
  std::optional<search::Finding> finding;
  if (find_set()) finding = find_lasso();
  search::Outcome outcome = levels_.finish();
  if (!finding) return outcome;
  outcome.verdict = search::Verdict::violation;
  outcome.tallies.errors = 1;
  if (most_errors_ == 1) outcome.why = search::Why::errors;
  outcome.findings.push_back(std::move(*finding));
  return outcome;
}

bool Owcty::find_set() {
  classify();
  if (anybody_stops()) return false;
  std::uint64_t before = gather_sizes().set;
  while (before != 0) {
    reach();
    if (anybody_stops()) return false;
    eliminate();
    if (anybody_stops()) return false;
    const Sizes left = gather_sizes();
    if (left.weak != 0) {
      // There all states are accepting, and each has a predecessor among them.
      for (std::uint8_t& mark : marks_) {
        if ((mark & weak) == 0) mark = static_cast<std::uint8_t>(mark & ~in_set);
      }
      return true;
    }
    if (left.set == before) return true;
    before = left.set;
  }
  return false;
}

void Owcty::classify() {
  search::Explorer& explorer = levels_.explorer();
  const std::uint64_t states = explorer.store().size();
  const std::uint64_t depth = explorer.limits().depth;
  const std::vector<std::uint64_t>& begins = levels_.level_begins();
  end_ = depth < begins.size() ? begins[depth] : states;
  // The bytes of what marks_ and counts_ need, before there is anything in them.
  if (!budget_.take(2 * states)) return explorer.stop(search::Why::memory);
  held_ = 2 * states;
  marks_.resize(states);
  counts_.resize(states);
  explorer.guard([&] {
    for (std::uint64_t id = 0; id < states && !explorer.stopping(); ++id) {
      explorer.tick();
      model_.unpack(explorer.store().words(id));
      const model::Facts facts = model_.facts();
      if (facts.weak && !facts.accepting) continue;
      marks_[id] = static_cast<std::uint8_t>(in_set | (facts.accepting ? accepting : 0) | (facts.weak ? weak : 0));
    }
  });
}

void Owcty::reach() {
  counts_.clear();
  for (std::uint8_t& mark : marks_) {
    mark = static_cast<std::uint8_t>((mark & accepting) != 0 ? mark | reached : mark & ~reached);
  }
  work_off(Doing::reaching);
  for (std::uint8_t& mark : marks_) {
    if ((mark & reached) == 0) mark = static_cast<std::uint8_t>(mark & ~in_set);
  }
}

void Owcty::eliminate() { work_off(Doing::eliminating); }

void Owcty::work_off(Doing doing) {
  doing_ = doing;
  next_ = 0;
  waiting_.clear();
  levels_.post().work_off([this] { return work(); });
}

Post::Left Owcty::work() {
  bool any = false;
  levels_.explorer().guard([&] {
    for (unsigned left = states_in_a_turn; left > 0 && !stopping(); --left) {
      std::uint64_t id = 0;
      if (!waiting_.empty()) {
        id = waiting_.back();
        waiting_.pop_back();
      } else {
        while (next_ < marks_.size() && !begins_with(next_)) ++next_;
        if (next_ == marks_.size()) return;
        id = next_++;
      }
      any = true;
      expand(id);
    }
    charge();
  });
  while (!path_.empty()) path_.pop();
  if (stopping()) return Post::Left::stop;
  return any ? Post::Left::some : Post::Left::nothing;
}

bool Owcty::begins_with(std::uint64_t id) {
  if ((marks_[id] & in_set) == 0) return false;
  if (doing_ == Doing::reaching) return (marks_[id] & accepting) != 0;
  if (counts_[id] != 0) return false;
  marks_[id] = static_cast<std::uint8_t>(marks_[id] & ~in_set);
  return true;
}

void Owcty::expand(std::uint64_t id) {
  if (id >= end_) return;
  search::Explorer& explorer = levels_.explorer();
  model_.unpack(explorer.store().words(id));
  if (levels_.classes().by_fingerprints()) (void)model_.fingerprint();  // those of the successors are found from it
  const std::uint32_t component = model_.facts().component;
  if (!path_.push(id)) return explorer.stop(search::Why::memory);
  while (!explorer.stopping() && (!path_.exhausted() || path_.intermediate())) {
    if (path_.exhausted()) {
      path_.pop();
      continue;
    }
    explorer.tick();
    const model::Step step = path_.step();
    if (step == model::Step::moved) step_arrived(component);
    if (step == model::Step::intermediate && !path_.push_intermediate()) explorer.stop(search::Why::memory);
  }
  while (!path_.empty()) path_.pop();
}

void Owcty::step_arrived(std::uint32_t component) {
  levels_.count_retaken();
  if (model_.facts().component != component) return;
  const std::uint64_t hash = levels_.classes().hash_here();
  const unsigned owner = levels_.owner_here(hash);
  if (owner != transport_.rank()) {
    (void)levels_.post().send(owner, Edge(), hash, spelling_.here());
  } else if (const std::optional<std::uint64_t> id = number_here()) {
    arrive(*id);
  }
}

// Every state was met before; nothing if there is no room to find out which it is.
std::optional<std::uint64_t> Owcty::number_here() {
  const model::Packed state = model_.pack();
  const store::Found found =
      state.room ? levels_.explorer().store().insert(state) : store::Found{store::Seen::no_room, 0};
  if (found.seen == store::Seen::no_room) {
    levels_.explorer().stop(search::Why::memory);
    return std::nullopt;
  }
  CHECK(found.seen == store::Seen::known);
  return found.number;
}

void Owcty::receive(Records& records) {
  levels_.explorer().guard([&] {
    while (!stopping() && records.next()) {
      levels_.explorer().tick();
      if (records.kind() == Records::Kind::again) {
        arrive(records.number());
        continue;
      }
      if (records.kind() != Records::Kind::whole || !spelling_.read(records.state())) records.malformed();
      const std::optional<std::uint64_t> id = number_here();
      if (!id) return;
      records.keep(*id);
      arrive(*id);
    }
  });
}

void Owcty::arrive(std::uint64_t id) {
  std::uint8_t& mark = marks_[id];
  if ((mark & in_set) == 0) return;
  switch (doing_) {
    case Doing::reaching:
      counts_.add(id);
      if ((mark & reached) != 0) return;
      mark = static_cast<std::uint8_t>(mark | reached);
      return waiting_.push_back(id);
    case Doing::eliminating:
      counts_.subtract(id);
      if (counts_[id] != 0) return;
      mark = static_cast<std::uint8_t>(mark & ~in_set);
      return waiting_.push_back(id);
    case Doing::closing:
      closed_ = closed_ || seed_ == id;
      if ((mark & reached) != 0) return;
      mark = static_cast<std::uint8_t>(mark | reached);
      return layers_.back().push_back(id);
  }
}

void Owcty::charge() {
  const std::uint64_t bytes = marks_.capacity() + counts_.bytes() + waiting_.capacity() * sizeof(std::uint64_t);
  if (bytes <= held_) return;
  if (!budget_.take(bytes - held_)) return levels_.explorer().stop(search::Why::memory);
  held_ = bytes;
}

bool Owcty::anybody_stops() {
  const search::Explorer& explorer = levels_.explorer();
  const std::uint8_t mine =
      explorer.stopping() ? static_cast<std::uint8_t>(1 + static_cast<unsigned>(explorer.why())) : 0;
  const std::vector<Bytes> said = transport_.gather({&mine, 1});
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    const std::uint64_t why = Heard(rank, said[rank]).below(static_cast<std::uint64_t>(search::Why::unsupported) + 2);
    if (why == 0) continue;
    levels_.end_with(static_cast<search::Why>(why - 1));
    return true;
  }
  return false;
}

Owcty::Sizes Owcty::gather_sizes() {
  Sizes mine;
  for (const std::uint8_t mark : marks_) {
    if ((mark & in_set) == 0) continue;
    ++mine.set;
    mine.weak += (mark & weak) != 0 ? 1 : 0;
  }
  base::ByteSink sink;
  sink.varint(mine.set);
  sink.varint(mine.weak);
  Sizes all;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    Heard heard(rank, said[rank]);
    all.set += heard.number();
    all.weak += heard.number();
  }
  return all;
}

// Every state of the set has a predecessor in it, and some accepting state of it leads there. So whatever nothing else
// leads to, of all that lead to each other, contains an accepting cycle; and it is still there when an accepting state
// that does not lead to itself is taken away with all to which that one leads.
std::optional<search::Finding> Owcty::find_lasso() {
  // What was found is told whole, even if there is little time or room left.
  if (stop_ != nullptr) stop_->conclude();
  doing_ = Doing::closing;
  counts_ = {};
  for (std::uint8_t& mark : marks_) mark = static_cast<std::uint8_t>(mark & ~reached);
  for (;;) {
    const Named seed = nearest();
    if (anybody_stops()) return std::nullopt;
    CHECK(seed.rank);
    const bool found = closes(seed);
    if (anybody_stops()) return std::nullopt;
    if (found) return lasso(seed);
    for (const std::vector<std::uint64_t>& layer : layers_) {
      for (const std::uint64_t id : layer) marks_[id] = static_cast<std::uint8_t>(marks_[id] & ~in_set);
    }
  }
}

Owcty::Named Owcty::nearest() {
  Step best;
  search::Explorer& explorer = levels_.explorer();
  const std::vector<std::uint64_t>& begins = levels_.level_begins();
  explorer.guard([&] {
    std::uint64_t depth = 0;
    for (std::uint64_t id = 0; id < marks_.size(); ++id) {
      while (depth + 1 < begins.size() && begins[depth + 1] <= id) ++depth;
      if (best.source.rank && depth > best.source.depth) break;
      if ((marks_[id] & in_set) == 0 || (marks_[id] & accepting) == 0) continue;
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
    marks_[seed.id] = static_cast<std::uint8_t>(marks_[seed.id] | reached);
    layers_.back().push_back(seed.id);
  }
  for (bool going = true; going;) {
    layers_.emplace_back();
    const std::vector<std::uint64_t>& layer = layers_[layers_.size() - 2];
    levels_.explorer().guard([&] {
      for (std::uint64_t i = 0; i < layer.size() && !stopping(); ++i) {
        expand(layer[i]);
        if (i % states_in_a_turn == 0) levels_.post().turn();
      }
    });
    while (!path_.empty()) path_.pop();
    levels_.post().end_level(stopping());
    const std::uint8_t said = static_cast<std::uint8_t>((closed_ ? 1 : 0) | (layers_.back().empty() ? 0 : 2) |
                                                        (levels_.explorer().stopping() ? 4 : 0));
    std::uint8_t all = 0;
    for (const Bytes& one : transport_.gather({&said, 1})) all = static_cast<std::uint8_t>(all | one.at(0));
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
  const std::vector<std::uint64_t>& begins = levels_.level_begins();
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
  if (!spelling_.read(target.state)) Heard(*target.rank, {}).malformed();
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
  for (std::uint64_t index = 0; !found && (!path.exhausted() || path.intermediate());) {
    if (path.exhausted()) {
      path.pop();
      continue;
    }
    const model::Step step = path.step();
    if (step == model::Step::intermediate) CHECK(path.push_intermediate());
    if (step != model::Step::moved) continue;
    if (model_.fingerprint() == fingerprint) {
      const auto there = model_.pack().words;
      if (std::equal(there.begin(), there.end(), words.begin(), words.end())) found = index;
    }
    ++index;
  }
  while (!path.empty()) path.pop();
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
    const auto state = spelling_.here();
    sink.varint(state.size());
    sink.raw(state);
  }
  Step best;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    Heard heard(rank, said[rank]);
    if (heard.at_end()) continue;
    Step step;
    Named& named = step.source;
    named.rank = rank;
    named.id = heard.number();
    named.depth = heard.number();
    named.fingerprint.high = heard.number();
    named.fingerprint.low = heard.number();
    step.index = heard.number();
    const auto state = heard.bytes(heard.number());
    named.state.assign(state.begin(), state.end());
    const auto order = [](const Named& one) { return std::pair(one.depth, one.fingerprint); };
    if (!best.source.rank || order(named) < order(best.source)) best = std::move(step);
  }
  return best;
}

}  // namespace waymark::cluster
