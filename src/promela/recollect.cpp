// Steps by memory: what a process does here was seen before, from the same bytes.
#include <algorithm>

#include "promela/executor.hpp"

namespace waymark::promela {

using model::Transition;

void Executor::settle_recall() {
  if (recall_structure_ == state_.structure()) return;
  std::vector<std::uint32_t> widths;
  for (const Process& process : processes_) widths.push_back(program_->types[process.type].state_count);
  recall_.settle(state_, widths);
  recall_structure_ = state_.structure();
}

bool Executor::recollect(std::uint32_t pid, std::vector<Transition>& out) {
  Recall::Spot& spot = recall_.spot(pid, process_state(processes_[pid]), state_);
  if (spot.closed) return false;
  ++spot.tries;
  Recall::Lesson* lesson = recall_.find(spot, state_);
  if (lesson == nullptr && recall_.missed(spot)) lesson = learn(pid, spot);
  if (lesson == nullptr) return false;
  for (const Recall::Way& way : recall_.ways(*lesson)) out.push_back(way.transition);
  return true;
}

// Does everything that the process can do here, looks what it touches, and takes it back.
Recall::Lesson* Executor::learn(std::uint32_t pid, Recall::Spot& spot) {
  std::vector<Transition> ways;
  std::vector<std::uint8_t> reached(reached_.size(), 0);
  const model::Mark here = state_.mark();
  const std::uint64_t structure = state_.structure();
  touched_.clear();
  state_.notice(&touched_);
  touched_.note(processes_[pid].base + ProcessHeader::state, 2);
  if (may_move(pid)) collect(pid, ways);
  recall_.begin();
  for (const Transition& way : ways) {
    std::swap(reached, reached_);  // nobody has asked for this step yet
    const model::Step step = go(way);
    std::swap(reached, reached_);
    const bool known = step == model::Step::moved && state_.structure() == structure;
    recall_.add(way, known);
    if (known) {
      std::vector<std::uint32_t> written;
      state_.for_written(here, [&](std::uint32_t word) { written.push_back(word); });
      std::sort(written.begin(), written.end());
      written.erase(std::unique(written.begin(), written.end()), written.end());
      for (const std::uint32_t word : written) recall_.add_write(word, state_.word(word));
      for (model::ActionId action = 0; action < reached.size(); ++action) {
        if (reached[action] != 0) recall_.add_action(action);
      }
    }
    std::fill(reached.begin(), reached.end(), 0);
    rewind(here);
  }
  state_.notice(nullptr);
  settle_recall();  // steps that start or end processes have unsettled it
  return recall_.end(spot, state_, touched_);
}

Recall::Way* Executor::recalled(const Transition& transition) {
  if (transition.actor >= processes_.size()) return nullptr;
  settle_recall();
  Recall::Spot& spot = recall_.spot(transition.actor, process_state(processes_[transition.actor]), state_);
  if (spot.closed) return nullptr;
  const Recall::Lesson* lesson = recall_.find(spot, state_);
  if (lesson == nullptr) return nullptr;
  for (Recall::Way& way : recall_.ways(*lesson)) {
    if (way.transition != transition) continue;
    if (!way.known) return nullptr;
    if (!way.told) {
      for (const model::ActionId action : recall_.actions(way)) reached_[action] = 1;
      way.told = true;
    }
    return &way;
  }
  return nullptr;
}

std::optional<model::Fingerprint> Executor::successor_fingerprint(const Transition& transition) {
  Recall::Way* way = recalled(transition);
  if (way == nullptr) return std::nullopt;
  if (!way->weighed) {
    for (const Recall::Write& write : recall_.writes(*way)) {
      const model::Fingerprint weight = state_.weight(write.word, state_.word(write.word) & write.mask, write.value);
      way->weight = model::FlatState::sum(way->weight, weight);
    }
    way->weighed = true;
  }
  return model::FlatState::sum(state_.fingerprint(), way->weight);
}

}  // namespace waymark::promela
