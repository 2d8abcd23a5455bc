#include "promela/reduction.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::size_t most_known = 20'000;

}  // namespace

std::string Reducer::obstacle(const Program& program) {
  if (program.claim != Program::none) return "it has a never claim, which may count steps";
  if (program.trace != Program::none) return "it has a trace";
  if (program.uses_priorities) return "it uses priorities";
  if (program.uses_provided) return "it has a 'provided' clause";
  if (program.uses_last) return "it uses _last";
  for (const Instruction& instruction : program.code) {
    if (instruction.op == Op::enabled) return "it uses enabled()";
    if (instruction.op == Op::control_state) return "it uses pc_value()";
  }
  return "";
}

Reducer::Reducer(std::shared_ptr<const Program> program, const std::vector<Code>& watched, bool accepting,
                 bool progress)
    : program_(std::move(program)), objects_(*program_), footprinter_(*program_, objects_) {
  visible_ = {objects_.none(), accepting, progress};
  for (const Code code : watched) {
    const ObjectSet reads = footprinter_.reads_of(code);
    for (std::size_t i = 0; i < reads.size(); ++i) visible_.objects[i] |= reads[i];
  }
  for (std::uint32_t type = 0; type < program_->types.size(); ++type) {
    const std::vector<bool>& stable = footprinter_.stable(type);
    std::vector<model::Word> mask(program_->types[type].words, 0);
    for (std::uint32_t byte = ProcessHeader::size; byte < stable.size(); ++byte) {
      if (stable[byte]) mask[byte / 4] |= model::Word{0xFF} << byte % 4 * 8;
    }
    masks_.push_back(std::move(mask));
  }
}

const Footprints& Reducer::footprints(const model::FlatState& state, std::uint32_t pid, const ProcessPlace& process) {
  if (slots_.size() <= pid) slots_.resize(pid + 1);
  Slot& slot = slots_[pid];
  const std::vector<model::Word>& mask = masks_[process.type];
  bool same = slot.type == process.type;
  for (std::uint32_t i = 1; same && i < mask.size(); ++i) {
    same = (state.get<model::Word>(process.base + 4 * i) & mask[i]) == slot.stable[i];
  }
  if (same) return *slot.footprints;
  slot.type = process.type;
  slot.stable.assign(mask.size(), 0);
  for (std::uint32_t i = 1; i < mask.size(); ++i) {
    slot.stable[i] = state.get<model::Word>(process.base + 4 * i) & mask[i];
  }
  if (known_.size() > most_known) {
    const Slot kept = slot;
    slots_.assign(slots_.size(), {});
    known_.clear();
    slots_[pid] = kept;
  }
  auto& found = known_[{process.type, pid, slots_[pid].stable}];
  if (!found) found = std::make_unique<Footprints>(footprinter_.of(process.type, pid, state, process.base, visible_));
  slots_[pid].footprints = found.get();
  return *found;
}

void Reducer::look(const model::FlatState& state, const std::vector<ProcessPlace>& processes, std::uint32_t way_mask,
                   const std::vector<model::Transition>& enabled) {
  const std::size_t words = objects_.words();
  now_.assign(processes.size(), {});
  touched_.assign(processes.size() * 3 * words, 0);
  for (std::uint32_t pid = 0; pid < processes.size(); ++pid) {
    now_[pid].state = state.get<std::uint16_t>(processes[pid].base + ProcessHeader::state);
    now_[pid].footprints = &footprints(state, pid, processes[pid]);
  }
  // Transitions of a process lie together, those of one statement too.
  std::size_t next = 0;
  for (auto pid = static_cast<std::uint32_t>(processes.size()); pid-- > 0;) {
    Now& now = now_[pid];
    const ControlState& at = program_->states[processes[pid].first_state + now.state];
    std::uint64_t* const reads = &touched_[pid * 3 * words];
    std::uint64_t* const writes = reads + words;
    std::uint64_t* const guards = writes + words;
    for (std::uint32_t i = 0; i < at.count; ++i) {
      const Effects& effects = now.footprints->ways[at.first + i - now.footprints->first_way];
      bool takes = false;
      while (next < enabled.size() && enabled[next].actor == pid && (enabled[next].choice & way_mask) == i) {
        takes = true;
        ++next;
        ++now.transitions;
      }
      if (takes) {
        now.bound = now.bound || effects.sticky || effects.visible;
        for (std::size_t w = 0; w < words; ++w) {
          reads[w] |= effects.reads[w];
          writes[w] |= effects.writes[w];
        }
      }
      // A statement that some can accept may be accepted by others later.
      const bool may_gain = !takes || program_->transitions[at.first + i].kind == TransitionKind::send;
      for (std::size_t w = 0; may_gain && w < words; ++w) guards[w] |= effects.guard[w];
    }
  }
}

// Whether anything that `other` may ever do can disable, change or enable what `member` can do now.
bool Reducer::disturbs(std::uint32_t other, std::uint32_t member) const {
  const std::size_t words = objects_.words();
  const std::uint64_t* const reads = &touched_[member * 3 * words];
  const std::uint64_t* const writes = reads + words;
  const std::uint64_t* const guards = writes + words;
  const ObjectSet& later_reads = now_[other].footprints->reads[now_[other].state];
  const ObjectSet& later_writes = now_[other].footprints->writes[now_[other].state];
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t clash = writes[w] & (later_reads[w] | later_writes[w]);
    clash |= (reads[w] | guards[w]) & later_writes[w];
    // Ends: two processes never compete for one, since only the youngest can end.
    constexpr std::uint64_t ends = std::uint64_t{1} << Objects::ends;
    if (w == 0 && (clash & ends) != 0) {
      const bool waits = (guards[0] & ends & later_writes[0]) != 0 && other > member;
      const bool counts = (writes[0] & ends & later_reads[0]) != 0 || (reads[0] & ends & later_writes[0]) != 0;
      if (!waits && !counts) clash &= ~ends;
    }
    if (clash != 0) return true;
  }
  return false;
}

std::uint32_t Reducer::close(std::uint32_t first, std::uint32_t most) {
  set_.assign(1, first);
  in_set_.assign(now_.size(), false);
  in_set_[first] = true;
  std::uint32_t transitions = 0;
  for (std::size_t i = 0; i < set_.size(); ++i) {
    const std::uint32_t member = set_[i];
    if (now_[member].bound) return 0;
    transitions += now_[member].transitions;
    if (transitions >= most) return 0;
    for (std::uint32_t other = 0; other < now_.size(); ++other) {
      if (in_set_[other] || !disturbs(other, member)) continue;
      in_set_[other] = true;
      set_.push_back(other);
    }
  }
  return transitions;
}

void Reducer::reduce(const model::FlatState& state, const std::vector<ProcessPlace>& processes, std::uint32_t way_mask,
                     std::vector<model::Transition>& enabled) {
  if (enabled.size() < 2 || enabled.front().actor == enabled.back().actor) return;
  look(state, processes, way_mask, enabled);
  auto most = static_cast<std::uint32_t>(enabled.size());
  best_.clear();
  for (auto pid = static_cast<std::uint32_t>(processes.size()); pid-- > 0 && most > 1;) {
    if (now_[pid].transitions == 0 || now_[pid].bound || now_[pid].transitions >= most) continue;
    const std::uint32_t transitions = close(pid, most);
    if (transitions == 0) continue;
    most = transitions;
    best_ = set_;
  }
  if (best_.empty()) return;
  std::erase_if(enabled, [&](const model::Transition& transition) {
    return std::find(best_.begin(), best_.end(), transition.actor) == best_.end();
  });
}

}  // namespace waymark::promela
