#include "search/worker.hpp"

#include <algorithm>

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
      writer_(parts.states, parts.losing),
      coder_(parts.coding.make()),
      expander_(parts.model, parts.budget, parts.limits, parts.judged) {}

void Worker::expand(const Level& level, Round& round) {
  const std::uint64_t size = level.places.size();
  while (!round.closing) {
    const std::uint64_t begin = round.next.fetch_add(sources_in_a_unit);
    if (begin >= size) break;
    const std::uint64_t end = std::min(begin + sources_in_a_unit, size);
    const std::uint64_t expanded = expand_unit(level, begin, end);
    if (expanded < end || ended_) round.cut_at(expanded);
    if (events_ > most_events) round.closing = true;
  }
}

std::uint64_t Worker::expand_unit(const Level& level, std::uint64_t begin, std::uint64_t end) {
  if (used_ == units_.size()) units_.emplace_back();
  Unit& unit = units_[used_++];
  unit.begin = begin;
  unit.log.clear();
  inserted_events_ = 0;
  inserted_sources_ = begin;
  ended_ = false;
  std::uint64_t next = begin;
  bool room = true;
  try {
    for (; next < end && room && !ended_; ++next) {
      base::poll(stop_);
      model_.unpack(words(level.places[next]));
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
  const auto code = encode(state);
  if (!code) {
    asides_.push_back({.room = false});
    return 0;
  }
  const std::uint64_t hash = containers::mix_words(*code);
  states_.expect(hash);
  asides_.push_back({.hash = hash,
                     .begin = static_cast<std::uint32_t>(words_.size()),
                     .length = static_cast<std::uint32_t>(code->size())});
  words_.insert(words_.end(), code->begin(), code->end());
  return 0;
}

bool Worker::insert_asides(Unit& unit, const Level& level) {
  for (Aside& aside : asides_) aside.guess = states_.approach(aside.hash);
  const auto events = unit.log.events();
  auto aside = asides_.begin();
  std::size_t begin = inserted_events_;  // of the events of a state
  std::uint64_t index = 0;
  bool room = true;
  for (std::size_t i = inserted_events_; i < events.size() && room; ++i) {
    switch (events[i].kind()) {
      case StepLog::Kind::arrived: {
        const std::span<const model::Word> code{words_.data() + aside->begin, aside->length};
        room = aside->room && index < store::Edge::most_indices;
        if (!room) break;
        const auto answer = writer_.insert(code, aside->hash, {level.first + inserted_sources_, index++}, aside->guess);
        room = answer.place != store::SharedStates::nowhere;
        if (!room) break;
        events[i].set_at(answer.place);
        if (answer.fresh && !judged_.invariants.empty()) judge(answer.place, code);
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
  words_.clear();
  return room;
}

void Worker::judge(store::Place place, std::span<const model::Word> code) {
  model_.unpack(decode(code));
  for (std::uint32_t i = 0; i < judged_.invariants.size(); ++i) {
    if (model_.holds(judged_.invariants[i].watch)) continue;
    broken_.push_back({place, i, std::string(model_.undefined())});
  }
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
      if (i + marks_ahead < events.size() && events[i + marks_ahead].kind() == StepLog::Kind::arrived) {
        states_.expect_mark(events[i + marks_ahead].at());
      }
      if (event.kind() == StepLog::Kind::done || event.kind() == StepLog::Kind::cut_off) {
        ++source;
        index = 0;
      }
      if (event.kind() != StepLog::Kind::arrived) continue;
      const store::SharedStates::Mark mark = states_.mark(event.at());
      if (mark.has_number()) {
        event.set_at(mark.number() | numbered);
      } else if (mark.is({source, index})) {
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
    for (StepLog::Event& event : unit.log.events()) {
      if (event.kind() != StepLog::Kind::arrived || (event.at() & discovered) == 0) continue;
      const store::Place place = event.at() ^ discovered;
      states_.set_number(place, number);
      places[number - first] = place;
      event.set_at(number++ | numbered);
    }
  }
}

void Worker::find_numbers(std::uint64_t end) {
  for (Unit& unit : units()) {
    if (unit.begin >= end) continue;
    for (StepLog::Event& event : unit.log.events()) {
      if (event.kind() != StepLog::Kind::arrived) continue;
      const bool known = (event.at() & numbered) != 0;
      event.set_at(known ? event.at() ^ numbered : states_.mark(event.at()).number());
    }
  }
}

std::uint64_t Worker::log_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto* const units : {&units_, &units_before_}) {
    for (const Unit& unit : *units) bytes += sizeof(Unit) + unit.log.bytes();
  }
  return bytes;
}

}  // namespace waymark::search
