#include "promela/reduce/constants.hpp"

#include <algorithm>

namespace waymark::promela {

namespace {

constexpr std::ptrdiff_t most_followed = 64;  // bytes of a process; each may be given up once in every control state

}  // namespace

Constants::Constants(const Background& background, const Instance& instance, const KnownBytes* parameters) {
  std::vector<bool> followed = background.changing[instance.type];
  // Where there is a state, it has the variables that never change.
  if (parameters != nullptr) unite(followed, background.stable[instance.type]);
  const auto count = std::count(followed.begin(), followed.end(), true);
  if (count == 0 || count > most_followed) return;
  const ProcessType& type = background.program.types[instance.type];
  states_.resize(type.state_count);
  (void)meet(type.start, at_start(background, instance, followed, parameters));
  std::vector<std::uint32_t> waiting{type.start};
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    const ControlState& at = background.program.states[type.first_state + state];
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
      const TransitionInfo& way = background.program.transitions[i];
      if (way.kind == TransitionKind::end) continue;
      AbstractInterpreter interpreter(background, instance.at(&states_[state]), AbstractInterpreter::Known::stable);
      interpreter.statement(way);
      const std::uint32_t target = way.kind == TransitionKind::dstep ? way.operand : way.target;
      if (meet(target, interpreter.known_after())) waiting.push_back(target);
    }
  }
  const KnownBytes nothing(followed.size(), unknown_byte);
  for (KnownBytes& known : states_) known = known.empty() ? nothing : known;
}

// All variables are 0 but the parameters and those that get channels; then the process sets their initial values.
KnownBytes Constants::at_start(const Background& background, const Instance& instance,
                               const std::vector<bool>& followed, const KnownBytes* parameters) {
  const ProcessType& type = background.program.types[instance.type];
  KnownBytes known(followed.size(), unknown_byte);
  for (std::size_t byte = 0; byte < known.size(); ++byte) {
    if (followed[byte]) known[byte] = 0;
  }
  for (const auto& [offset, cell] : type.parameters) {
    for (std::uint32_t byte = offset; byte < offset + cell.size(); ++byte) {
      known[byte] = parameters != nullptr && followed[byte] ? (*parameters)[byte] : unknown_byte;
    }
  }
  for (const ChannelStart& start : type.channels) known.at(start.offset) = unknown_byte;
  AbstractInterpreter interpreter(background, instance.at(&known), AbstractInterpreter::Known::stable);
  interpreter.code(type.initialise);
  return interpreter.known_after();
}

bool Constants::meet(std::uint32_t state, const KnownBytes& known) {
  KnownBytes& here = states_[state];
  if (here.empty()) {
    here = known;
    return true;
  }
  bool changed = false;
  for (std::size_t byte = 0; byte < here.size(); ++byte) {
    if (here[byte] == unknown_byte || here[byte] == known[byte]) continue;
    here[byte] = unknown_byte;
    changed = true;
  }
  return changed;
}

}  // namespace waymark::promela
