#include "search/parallel/worker.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::search {

namespace {

constexpr std::uint64_t marks_ahead = 12;

}  // namespace

Worker::Worker(const Parts& parts)
    : model_(parts.model),
      judged_(parts.judged),
      stop_(parts.limits.stop),
      states_(parts.states),
      writer_(parts.states, parts.cas_failure_rate),
      compact_(parts.compact),
      level_words_(parts.budget),
      expander_(parts.model, parts.budget, parts.limits, parts.judged) {
  if (parts.settled != nullptr) settled_.emplace(*parts.settled);
}

std::span<const model::Word> Worker::kept_of(std::span<const model::Word> state) {
  if (!compact_) return state;
  const std::uint64_t hash = (*compact_)(state);
  compacted_ = {static_cast<model::Word>(hash), static_cast<model::Word>(hash >> 32)};
  return compacted_;
}

store::Place Worker::meet_root(const model::Packed& state) {
  const store::Place place = writer_.insert(kept_of(state.words), store::Edge(0, 0)).place;
  if (place == store::SharedStates::nowhere) return place;
  states_.set_number(place, 0);
  if (!compact_) return place;
  const store::Place words = level_words_.keep(state.words);
  next_level();
  return words;
}

void Worker::expand(const Level& level, Round& round) {
  while (!round.closing) {
    const std::uint64_t begin = round.next.fetch_add(sources_in_a_unit);
    if (begin >= level.size) break;
    const std::uint64_t end = std::min(begin + sources_in_a_unit, level.size);
    const std::uint64_t expanded = expand_unit(level, begin, end);
    if (expanded < end || ended_) round.cut_at(expanded);
    if (events_ > most_events || fresh_ > round.most_fresh) round.closing = true;
  }
}

std::uint64_t Worker::expand_unit(const Level& level, std::uint64_t begin, std::uint64_t end) {
  if (used_ == units_.size()) units_.emplace_back();
  Unit& unit = units_[used_++];
  unit.begin = begin;
  unit.log.clear();
  unit.met.clear();
  inserted_events_ = 0;
  inserted_sources_ = begin;
  ended_ = false;
  std::uint64_t next = begin;
  bool room = true;
  try {
    for (; next < end && room && !ended_; ++next) {
      base::poll(stop_);
      model_.unpack(words(level.place(level.first + next)));
      ended_ = !expander_.expand(level.depth, unit.log, [this] { return put_aside(); });
      if (asides_.size() >= most_asides || words_.size() >= most_words) room = insert_asides(unit, level);
    }
  } catch (const base::Stopped& stopped) {
    stopped_ = stopped.why();
    expander_.abandon();
    unit.log.drop_unfinished();
  }
  if (room) room = insert_asides(unit, level);
  if (!room) ended_ = false;
  events_ += unit.log.events().size();
  return room ? next : inserted_sources_;
}

std::uint64_t Worker::put_aside() {
  const model::Packed state = model_.pack();
  if (!state.room) return Expander::nowhere;
  Aside aside{.begin = static_cast<std::uint32_t>(words_.size()),
              .length = static_cast<std::uint32_t>(state.words.size())};
  if (settled_) {
    aside.approached = settled_->approach(state.words, aside.root);
  } else {
    aside.hash = containers::mix_words(kept_of(state.words));
    if (compact_) hashes_.push_back(compacted_);
    states_.expect(aside.hash);
  }
  words_.insert(words_.end(), state.words.begin(), state.words.end());
  asides_.push_back(aside);
  return 0;
}

std::uint64_t Worker::settled_at(const Aside& aside) const {
  const std::uint64_t number = aside.approached ? settled_->number(aside.root) : store::TreeReader::nothing;
  return number == store::TreeReader::nothing ? Expander::nowhere : number | numbered;
}

bool Worker::insert_asides(Unit& unit, const Level& level) {
  for (Aside& aside : asides_) {
    if (!settled_) aside.guess = states_.prefetch_entry(aside.hash);
  }
  const auto events = unit.log.events();
  auto aside = asides_.begin();
  std::size_t begin = inserted_events_;  // of the events of a state
  std::uint64_t index = 0;
  bool room = true;
  for (std::size_t i = inserted_events_; i < events.size() && room; ++i) {
    switch (events[i].kind()) {
      case StepLog::Kind::arrived: {
        const std::span<const model::Word> words{words_.data() + aside->begin, aside->length};
        room = index < store::Edge::most_indices;
        if (!room) break;
        const store::Edge edge(level.first + inserted_sources_, index++);
        if (const std::uint64_t known = settled_at(*aside); known != Expander::nowhere) {
          events[i].set_at(known);
          ++aside;
          break;
        }
        const std::span<const model::Word> kept = compact_ ? hashes_[aside - asides_.begin()] : words;
        if (settled_) aside->hash = containers::mix_words(kept);
        const auto answer = writer_.insert(kept, aside->hash, edge, aside->guess);
        room = answer.place != store::SharedStates::nowhere;
        if (!room) break;
        fresh_ += answer.fresh ? 1 : 0;
        events[i].set_at(answer.mark.has_number() ? answer.mark.number() | numbered : answer.place);
        if (compact_ && answer.mark.is(edge)) {
          unit.met.insert(unit.met.end(), {static_cast<model::Word>(i), static_cast<model::Word>(words.size())});
          unit.met.insert(unit.met.end(), words.begin(), words.end());
        }
        if (!compact_ && answer.fresh && !judged_.invariants.empty()) judge(words);
        ++aside;
        break;
      }
      case StepLog::Kind::done:
      case StepLog::Kind::cut_off:
        ++inserted_sources_;
        begin = i + 1;
        index = 0;
        break;
      default:
        break;
    }
  }
  if (!room) unit.log.drop_from(begin);
  inserted_events_ = unit.log.events().size();
  asides_.clear();
  hashes_.clear();
  words_.clear();
  return room;
}

void Worker::judge(std::span<const model::Word> words) {
  if (has_broken_) return;
  model_.unpack(words);
  has_broken_ = !std::all_of(judged_.invariants.begin(), judged_.invariants.end(),
                             [this](const Invariant& invariant) { return model_.holds(invariant.watch); });
}

void Worker::find_discoveries(const Level& level, std::uint64_t end) {
  for (Unit& unit : units()) {
    unit.fresh = 0;
    if (unit.begin >= end) continue;
    std::uint64_t source = level.first + unit.begin;
    std::uint64_t index = 0;
    const auto events = unit.log.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      StepLog::Event& event = events[i];
      if (i + marks_ahead < events.size() && is_open(events[i + marks_ahead])) {
        states_.expect_mark(events[i + marks_ahead].at());
      }
      if (event.kind() == StepLog::Kind::done || event.kind() == StepLog::Kind::cut_off) {
        ++source;
        index = 0;
      }
      if (event.kind() != StepLog::Kind::arrived) continue;
      if (is_open(event) && states_.mark(event.at()).is({source, index})) {
        event.set_at(event.at() | discovered);
        ++unit.fresh;
      }
      ++index;
    }
  }
}

void Worker::number_discoveries(std::uint64_t end, std::span<store::Place> places, std::uint64_t first) {
  for (Unit& unit : units()) {
    if (unit.begin >= end) continue;
    std::uint64_t number = unit.first;
    std::size_t cursor = 0;
    const auto events = unit.log.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].kind() != StepLog::Kind::arrived || (events[i].at() & discovered) == 0) continue;
      const store::Place place = events[i].at() ^ discovered;
      states_.set_number(place, number);
      places[number - first] = compact_ ? keep_words(unit, i, cursor) : place;
      events[i].set_at(number++ | numbered);
    }
  }
}

void Worker::number_arrivals(std::uint64_t end) {
  for (Unit& unit : units()) {
    if (unit.begin >= end) continue;
    for (StepLog::Event& event : unit.log.events()) {
      if (is_open(event)) event.set_at(states_.mark(event.at()).number() | numbered);
    }
  }
}

// Of states that are taken for one it is the one met first that is expanded and judged.
store::Place Worker::keep_words(const Unit& unit, std::size_t event, std::size_t& cursor) {
  while (cursor < unit.met.size() && unit.met[cursor] != event) cursor += 2 + unit.met[cursor + 1];
  CHECK(cursor < unit.met.size() && "the words of whatever may prove to be the first arrival");
  const std::span<const model::Word> words{unit.met.data() + cursor + 2, unit.met[cursor + 1]};
  const store::Place kept = level_words_.keep(words);
  if (kept == store::SharedStates::nowhere) refused_ = true;
  if (!judged_.invariants.empty()) judge(words);
  return kept;
}

std::uint64_t Worker::log_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto* const units : {&units_, &units_before_}) {
    for (const Unit& unit : *units)
      bytes += sizeof(Unit) + unit.log.bytes() + unit.met.capacity() * sizeof(model::Word);
  }
  return bytes;
}

}  // namespace waymark::search
