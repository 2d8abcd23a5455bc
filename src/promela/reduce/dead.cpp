#include "promela/reduce/dead.hpp"

#include <utility>

namespace waymark::promela {

namespace {

// Members of one set that are not in another.
Bits without(Bits from, BitsView these) {
  for (std::size_t i = 0; i < from.size(); ++i) from[i] &= ~these[i];
  return from;
}

std::vector<DeadVariables::Range> ranges_of(BitsView bytes) {
  std::vector<DeadVariables::Range> ranges;
  each(bytes, [&](std::size_t at) {
    const auto byte = static_cast<std::uint32_t>(at);
    const bool goes_on = !ranges.empty() && ranges.back().begin + ranges.back().length == byte;
    if (!goes_on) ranges.push_back({byte, 0});
    ++ranges.back().length;
  });
  return ranges;
}

// The variables of one process type. A set has a member for each byte of a process.
class Lives {
 public:
  Lives(const Program& program, const Footprinter& footprinter, std::uint32_t type)
      : program_(program), footprinter_(footprinter), number_(type), type_(program.types[type]), mortal_(mortal()) {
    if (is_empty(mortal_) || transitions() * mortal_.size() > most_members) return;
    for (std::uint32_t s = 0; s < type_.state_count; ++s) {
      for (std::uint32_t i = state(s).first; i < state(s).first + state(s).count; ++i) {
        const OwnBytes own = footprinter.own_bytes(type, program.transitions[i]);
        ways_.push_back({i, s, set_of(own.read), set_of(own.written), set_of(own.overwritten)});
      }
    }
    find_alive();
    find_zero();
  }

  [[nodiscard]] Bits dead_at_start() const { return ways_.empty() ? none() : dead(type_.start); }
  // Calls back with each transition and the bytes that are to be set to 0 after it.
  template <typename Visit>
  void each_reset(Visit visit) const {
    for (const Way& way : ways_) {
      const TransitionKind kind = program_.transitions[way.number].kind;
      if (kind == TransitionKind::end || kind == TransitionKind::dstep) continue;  // the statements of a d_step do it
      visit(way.number, without(dead(target(way)), still_zero(way)));
    }
  }

 private:
  struct Way {
    std::uint32_t number = 0;  // of the transition
    std::uint32_t source = 0;
    Bits read, written, overwritten;
  };

  // Words of the sets of a type: the time to find what lives grows faster than their number. Beyond it nothing is dead.
  static constexpr std::size_t most_members = std::size_t{1} << 17;

  [[nodiscard]] std::size_t transitions() const {
    std::size_t count = 0;
    for (std::uint32_t s = 0; s < type_.state_count; ++s) count += state(s).count;
    return count;
  }
  [[nodiscard]] const ControlState& state(std::uint32_t s) const { return program_.states[type_.first_state + s]; }
  // A d_step leads to its first statement.
  [[nodiscard]] std::uint32_t target(const Way& way) const {
    const TransitionInfo& info = program_.transitions[way.number];
    return info.kind == TransitionKind::dstep ? info.operand : info.target;
  }
  [[nodiscard]] bool leads(const Way& way) const {
    return program_.transitions[way.number].kind != TransitionKind::end;
  }
  [[nodiscard]] Bits none() const { return Bits((type_.words * std::size_t{4} + 63) / 64, 0); }
  [[nodiscard]] Bits set_of(const std::vector<bool>& bytes) const {
    Bits set = none();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i]) put(set, i);
    }
    return set;
  }

  // The bytes of variables. A variable that reduction takes to keep its value for life keeps it, and so does one that
  // names a channel of the process.
  [[nodiscard]] Bits mortal() const {
    Bits bytes = none();
    for (const Visible& variable : type_.variables) {
      for (std::uint32_t i = 0; i < variable.count; ++i) {
        const std::uint32_t begin = variable.offset + i * variable.stride;
        for (std::uint32_t byte = begin; byte < begin + variable.cell.size(); ++byte) put(bytes, byte);
      }
    }
    Bits immortal = set_of(footprinter_.stable(number_));
    for (const ChannelStart& start : type_.channels) put(immortal, start.offset);
    unite(immortal, set_of(footprinter_.own_bytes(number_, type_.provided).read));
    for (const ExclusiveEnd& end : type_.exclusive_ends) {
      unite(immortal, set_of(footprinter_.own_bytes(number_, end.channel).read));
    }
    return without(std::move(bytes), immortal);
  }

  // Backwards: a byte is alive in a control state if a way from there may read it before it is overwritten.
  void find_alive() {
    alive_.assign(type_.state_count, none());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = ways_.size(); i-- > 0;) {
        const Way& way = ways_[i];
        Bits alive = leads(way) ? without(alive_[target(way)], way.overwritten) : none();
        unite(alive, way.read);
        unite(alive, alive_[way.source]);
        if (alive == alive_[way.source]) continue;
        alive_[way.source] = std::move(alive);
        changed = true;
      }
    }
  }
  [[nodiscard]] Bits dead(std::uint32_t s) const { return without(mortal_, alive_[s]); }

  // Forwards: bytes that are 0 in a control state already, by whichever way the process came there. At first those are
  // too many, where no way leads yet.
  void find_zero() {
    zero_.assign(type_.state_count, mortal_);
    zero_[type_.start] = dead(type_.start);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Way& way : ways_) {
        if (!leads(way)) continue;
        Bits not_zero = without(mortal_, still_zero(way));
        if (program_.transitions[way.number].kind != TransitionKind::dstep) {
          not_zero = without(std::move(not_zero), dead(target(way)));
        }
        Bits& there = zero_[target(way)];
        Bits left = without(there, not_zero);
        if (left == there) continue;
        there = std::move(left);
        changed = true;
      }
    }
  }
  // Bytes that are 0 after a transition without being set to 0.
  [[nodiscard]] Bits still_zero(const Way& way) const { return without(zero_[way.source], way.written); }

  const Program& program_;
  const Footprinter& footprinter_;
  std::uint32_t number_;
  const ProcessType& type_;
  Bits mortal_;
  std::vector<Way> ways_;
  std::vector<Bits> alive_, zero_;  // by control state
};

}  // namespace

DeadVariables::DeadVariables(const Program& program, const Footprinter& footprinter) : at_start_(program.types.size()) {
  std::vector<std::vector<Range>> after(program.transitions.size());
  const Objects objects(program);
  for (std::uint32_t t = 0; t < program.types.size(); ++t) {
    const ProcessKind kind = program.types[t].kind;
    const bool is_process = kind == ProcessKind::proctype || kind == ProcessKind::init;
    if (!is_process || objects.is_read_from_outside(t)) continue;
    const Lives lives(program, footprinter, t);
    at_start_[t] = ranges_of(lives.dead_at_start());
    lives.each_reset([&](std::uint32_t way, BitsView bytes) { after[way] = ranges_of(bytes); });
  }
  for (const std::vector<Range>& ranges : after) {
    first_.push_back(static_cast<std::uint32_t>(ranges_.size()));
    ranges_.insert(ranges_.end(), ranges.begin(), ranges.end());
  }
  first_.push_back(static_cast<std::uint32_t>(ranges_.size()));
}

}  // namespace waymark::promela
