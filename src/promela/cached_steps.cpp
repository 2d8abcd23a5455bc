#include "promela/cached_steps.hpp"

#include <algorithm>

namespace waymark::promela {

using model::Transition;

void CachedSteps::settle() {
  if (structure_ == state_.flat().structure()) return;
  std::vector<std::uint32_t> widths;
  for (const ProcessPart& process : state_.processes()) {
    widths.push_back(state_.program().types[process.type].state_count);
  }
  cache_.settle(state_.flat(), widths);
  structure_ = state_.flat().structure();
}

void CachedSteps::begin_listing() {
  listing_.steps.clear();
  listing_.next = 0;
  listing_.any = false;
  listing_.generation = cache_.generation();
}

void CachedSteps::collect_system(std::vector<Transition>& out) {
  settle();
  for (auto pid = static_cast<std::uint32_t>(state_.processes().size()); pid-- > 0;) {
    if (append(pid, out)) continue;
    interpreter_.transitions().collect_if_allowed(pid, out);
    listing_.steps.resize(out.size(), Listing::none);
  }
  if (out.empty()) interpreter_.transitions().collect_at_timeout(out);
}

void CachedSteps::keep(const Pids& pids, std::vector<Transition>& out) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!pids[out[i].actor]) continue;
    if (i < listing_.steps.size()) listing_.steps[kept] = listing_.steps[i];
    out[kept++] = out[i];
  }
  out.resize(kept);
  listing_.steps.resize(std::min(kept, listing_.steps.size()));
}

bool CachedSteps::append(std::uint32_t pid, std::vector<Transition>& out) {
  StepCache::Site& site = this->site(pid);
  if (site.closed) return false;
  ++site.tries;
  const StepCache::Entry* entry = cache_.find(site, state_.flat());
  if (entry == nullptr && cache_.missed(site)) entry = fill(pid, site);
  if (entry == nullptr) return false;
  for (std::uint32_t number = entry->steps; number < entry->steps_end; ++number) {
    out.push_back(cache_.step(number).transition);
    listing_.steps.push_back(number);
  }
  listing_.any = listing_.any || entry->steps != entry->steps_end;
  return true;
}

// Takes every step that the process can take here, notes what it touches, and goes back.
const StepCache::Entry* CachedSteps::fill(std::uint32_t pid, StepCache::Site& site) {
  model::FlatState& state = state_.flat();
  std::vector<Transition> ways;
  const model::Mark here = state.mark();
  touched_.clear();
  state.notice(&touched_);
  touched_.note(state_.processes()[pid].base + ProcessHeader::state, 2);
  Transitions& transitions = interpreter_.transitions();
  if (transitions.may_move(pid)) transitions.collect(pid, ways);
  cache_.begin();
  // Statements are reached when the step is taken.
  std::vector<std::uint8_t> reached(interpreter_.reached().size(), 0);
  std::swap(reached, interpreter_.reached());
  try {
    for (const Transition& way : ways) add_step(way, here);
  } catch (const base::Stopped&) {
    std::swap(reached, interpreter_.reached());
    state.notice(nullptr);
    state_.rewind(here);
    throw;
  }
  std::swap(reached, interpreter_.reached());
  state.notice(nullptr);
  settle();  // steps that start or end processes have unsettled it
  return cache_.end(site, state, touched_);
}

void CachedSteps::add_step(const Transition& way, model::Mark here) {
  model::FlatState& state = state_.flat();
  const std::span<std::uint8_t> reached = interpreter_.reached();
  const std::uint64_t structure = state.structure();
  const model::Step step = interpreter_.step(way);
  const bool known = step == model::Step::moved && state.structure() == structure;
  cache_.add(way, known);
  if (known) {
    std::vector<std::uint32_t> written;
    state.for_written(here, [&](std::uint32_t word) { written.push_back(word); });
    std::sort(written.begin(), written.end());
    written.erase(std::unique(written.begin(), written.end()), written.end());
    for (const std::uint32_t word : written) cache_.add_write(word, state.word(word));
    for (model::ActionId action = 0; action < reached.size(); ++action) {
      if (reached[action] != 0) cache_.add_action(action);
    }
  }
  std::fill(reached.begin(), reached.end(), 0);
  state_.rewind(here);
}

StepCache::Step* CachedSteps::find_listed(const Transition& transition) {
  for (std::size_t i = listing_.next; i < listing_.steps.size(); ++i) {
    if (listing_.steps[i] == Listing::none) continue;
    StepCache::Step& step = cache_.step(listing_.steps[i]);
    if (step.transition != transition) continue;
    listing_.next = i + 1;
    return &step;
  }
  return nullptr;
}

StepCache::Step* CachedSteps::find_cached(const Transition& transition) {
  if (transition.actor >= state_.processes().size()) return nullptr;
  settle();
  StepCache::Site& site = this->site(transition.actor);
  if (site.closed) return nullptr;
  const StepCache::Entry* entry = cache_.find(site, state_.flat());
  if (entry == nullptr) return nullptr;
  for (StepCache::Step& step : cache_.steps(*entry)) {
    if (step.transition == transition) return &step;
  }
  return nullptr;
}

StepCache::Step* CachedSteps::find(const Transition& transition) {
  const bool is_listed = listing_.at == state_.flat().mark() && listing_.generation == cache_.generation();
  if (is_listed && !listing_.any) return nullptr;
  StepCache::Step* step = is_listed ? find_listed(transition) : nullptr;
  if (step == nullptr) step = find_cached(transition);
  return step != nullptr && step->known ? step : nullptr;
}

void CachedSteps::note_reached(StepCache::Step& step) {
  // All states in which this step is in the cache have the same processes.
  for (const model::ActionId action : cache_.actions(step)) {
    interpreter_.reached()[action] |= interpreter_.executed_here();
  }
  step.reached = true;
}

std::span<const model::StepId> CachedSteps::step_ids() const {
  const bool any = listing_.at != Listing::nowhere && listing_.any && listing_.generation == step_id_generation_;
  return any && cache_.generation() == step_id_generation_ ? listing_.steps : std::span<const model::StepId>();
}

void CachedSteps::append_successor(StepCache::Step& step, std::vector<model::Word>& out) {
  if (!step.reached) note_reached(step);
  const std::span<const model::Word> here = state_.flat().pack().words;
  const std::size_t begin = out.size();
  out.resize(begin + here.size());
  model::Word* const words = out.data() + begin;
  std::copy(here.begin(), here.end(), words);
  for (const StepCache::Write& write : cache_.writes(step)) {
    words[write.word] = (words[write.word] & ~write.mask) | write.value;
  }
}

void CachedSteps::find_delta(StepCache::Step& step) {
  model::FlatState& state = state_.flat();
  for (const StepCache::Write& write : cache_.writes(step)) {
    const model::Fingerprint weight = state.weight(write.word, state.word(write.word) & write.mask, write.value);
    step.delta = model::wide_sum(step.delta, weight);
  }
  step.has_delta = true;
}

}  // namespace waymark::promela
