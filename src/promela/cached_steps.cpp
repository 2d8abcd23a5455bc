// Steps out of the cache: what a process does here was seen before, from the same bytes.
#include <algorithm>

#include "promela/executor.hpp"

namespace waymark::promela {

using model::Transition;

void Executor::settle_cache() {
  if (cache_structure_ == state_.structure()) return;
  std::vector<std::uint32_t> widths;
  for (const Process& process : processes_) widths.push_back(program_->types[process.type].state_count);
  cache_.settle(state_, widths);
  cache_structure_ = state_.structure();
}

bool Executor::append_cached(std::uint32_t pid, std::vector<Transition>& out) {
  StepCache::Site& site = cache_.site(pid, process_state(processes_[pid]), state_);
  if (site.closed) return false;
  ++site.tries;
  StepCache::Entry* entry = cache_.find(site, state_);
  if (entry == nullptr && cache_.missed(site)) entry = fill_cache(pid, site);
  if (entry == nullptr) return false;
  for (std::uint32_t number = entry->steps; number < entry->steps_end; ++number) {
    out.push_back(cache_.step(number).transition);
    listing_.steps.push_back(number);
  }
  listing_.any = listing_.any || entry->steps != entry->steps_end;
  return true;
}

// Does everything that the process can do here, looks what it touches, and takes it back.
StepCache::Entry* Executor::fill_cache(std::uint32_t pid, StepCache::Site& site) {
  std::vector<Transition> ways;
  std::vector<std::uint8_t> reached(reached_.size(), 0);
  const model::Mark here = state_.mark();
  const std::uint64_t structure = state_.structure();
  touched_.clear();
  state_.notice(&touched_);
  touched_.note(processes_[pid].base + ProcessHeader::state, 2);
  if (may_move(pid)) collect(pid, ways);
  cache_.begin();
  for (const Transition& way : ways) {
    std::swap(reached, reached_);  // nobody has asked for this step yet
    model::Step step = model::Step::unsupported;
    try {
      step = go(way);
    } catch (const base::Stopped&) {
      std::swap(reached, reached_);
      state_.notice(nullptr);
      rewind(here);
      throw;
    }
    std::swap(reached, reached_);
    const bool known = step == model::Step::moved && state_.structure() == structure;
    cache_.add(way, known);
    if (known) {
      std::vector<std::uint32_t> written;
      state_.for_written(here, [&](std::uint32_t word) { written.push_back(word); });
      std::sort(written.begin(), written.end());
      written.erase(std::unique(written.begin(), written.end()), written.end());
      for (const std::uint32_t word : written) cache_.add_write(word, state_.word(word));
      for (model::ActionId action = 0; action < reached.size(); ++action) {
        if (reached[action] != 0) cache_.add_action(action);
      }
    }
    std::fill(reached.begin(), reached.end(), 0);
    rewind(here);
  }
  state_.notice(nullptr);
  settle_cache();  // steps that start or end processes have unsettled it
  return cache_.end(site, state_, touched_);
}

StepCache::Step* Executor::listed(const Transition& transition) {
  for (std::size_t i = listing_.next; i < listing_.steps.size(); ++i) {
    if (listing_.steps[i] == Listing::none) continue;
    StepCache::Step& step = cache_.step(listing_.steps[i]);
    if (step.transition != transition) continue;
    listing_.next = i + 1;
    return &step;
  }
  return nullptr;
}

StepCache::Step* Executor::find_cached(const Transition& transition) {
  if (transition.actor >= processes_.size()) return nullptr;
  settle_cache();
  StepCache::Site& site = cache_.site(transition.actor, process_state(processes_[transition.actor]), state_);
  if (site.closed) return nullptr;
  const StepCache::Entry* entry = cache_.find(site, state_);
  if (entry == nullptr) return nullptr;
  for (StepCache::Step& step : cache_.steps(*entry)) {
    if (step.transition == transition) return &step;
  }
  return nullptr;
}

StepCache::Step* Executor::cached(const Transition& transition) {
  const bool is_listed = listing_.at == state_.mark() && listing_.generation == cache_.generation();
  if (is_listed && !listing_.any) return nullptr;
  StepCache::Step* step = is_listed ? listed(transition) : nullptr;
  if (step == nullptr) step = find_cached(transition);
  return step != nullptr && step->known ? step : nullptr;
}

void Executor::tell_reached(StepCache::Step& step) {
  for (const model::ActionId action : cache_.actions(step)) reached_[action] = 1;
  step.told = true;
}

std::span<const model::StepId> Executor::step_ids() const {
  const bool any = listing_.at != Listing::nowhere && listing_.any && listing_.generation == step_id_generation_;
  return any && cache_.generation() == step_id_generation_ ? listing_.steps : std::span<const model::StepId>();
}

model::Step Executor::fire_cached(model::StepId step_id, const Transition& transition) {
  if (step_id == model::no_step_id || cache_.generation() != step_id_generation_) return fire(transition);
  StepCache::Step& step = cache_.step(step_id);
  return step.known && explanation_ == nullptr ? take(step) : go(transition);
}

bool Executor::successor_words(model::StepId step_id, std::vector<model::Word>& out) {
  if (step_id == model::no_step_id || cache_.generation() != step_id_generation_) return false;
  StepCache::Step& step = cache_.step(step_id);
  if (!step.known) return false;
  if (!step.told) tell_reached(step);  // whoever asks this may not go there
  const std::span<const model::Word> here = state_.pack().words;
  const std::size_t begin = out.size();
  out.insert(out.end(), here.begin(), here.end());
  model::Word* const words = out.data() + begin;
  for (const StepCache::Write& write : cache_.writes(step)) {
    words[write.word] = (words[write.word] & ~write.mask) | write.value;
  }
  return true;
}

std::optional<model::Fingerprint> Executor::successor_fingerprint(const Transition& transition) {
  StepCache::Step* step = cached(transition);
  if (step == nullptr) return std::nullopt;
  if (!step->told) tell_reached(*step);  // whoever asks this does not go there
  if (!step->has_delta) {
    for (const StepCache::Write& write : cache_.writes(*step)) {
      const model::Fingerprint weight = state_.weight(write.word, state_.word(write.word) & write.mask, write.value);
      step->delta = model::FlatState::sum(step->delta, weight);
    }
    step->has_delta = true;
  }
  return model::FlatState::sum(state_.fingerprint(), step->delta);
}

}  // namespace waymark::promela
