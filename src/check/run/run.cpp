#include "check/run/run.hpp"

#include <fmt/format.h>

#include "base/check.hpp"
#include "check/say/shallow.hpp"
#include "check/say/telling.hpp"
#include "check/say/unreached.hpp"

namespace waymark::check {

void Run::search(Earlier* earlier, std::uint64_t restarts) {
  earlier_ = earlier;
  context_.team.together([this] {
    prepare();
    if (earlier_ != nullptr) earlier_->refuse_unless(subject());
  });
  context_.team.or_end_all([&] { search_and_sum_up(restarts); });
}

void Run::search_and_sum_up(std::uint64_t restarts) {
  if (!assembled_.search) return;
  set_checkpoints(restarts);
  outcome_ = assembled_.search->run();
  // What was found is told in full: models that retrace it heed the stop of the whole command. What is not supported
  // may be what a reduction presumed; then the search begins anew, within the same limits.
  if (!outcome_.findings.empty() && outcome_.why != search::Why::unsupported) stop_.conclude_whole();
  statistics_ = assembled_.search->statistics();
  store_bytes_ = assembled_.store ? assembled_.store->bytes() : statistics_.store_bytes;
  if (assembled_.store) remark_ = assembled_.store->remark();
  const bool store_omits = assembled_.store && assembled_.store->promise() == store::Promise::may_omit;
  may_omit_ = !settings_.estimate.wanted && (statistics_.may_omit || store_omits);
  ended();
  find_unreached();
  find_observed();
}

bool Run::invalidated() const {
  return outcome_.why == search::Why::unsupported && plain_.front_end->invalidated_by(outcome_.unsupported);
}

void Run::set_checkpoints(std::uint64_t restarts) {
  if (earlier_ == nullptr && settings_.checkpoint.empty()) return;
  search::Resumable* const search = assembled_.search->resumable();
  CHECK(search != nullptr);
  if (earlier_ != nullptr) earlier_->restore(*model_, *search, recorder());
  if (settings_.checkpoint.empty()) return;
  if (context_.team.is_first()) {
    checkpointing_.emplace(
        settings_, Checkpointing::Parts{
                       .subject = subject(),
                       .learnt = {plain_.front_end->invalidated(), restarts},
                       .unreached = [this, search] { return kept_unreached(plain_, earlier_, search->unreached()); },
                       .recorder = recorder(),
                       .turns = context_.team.alone() ? 16u : 1u});  // a level is long
  }
  search->keep_by(checkpointing_ ? &*checkpointing_ : nullptr);
}

void Run::tell_checkpoints(Result& result) const {
  if (earlier_ != nullptr) result.rests_on.push_back("the checkpoint " + earlier_->path());
  if (!checkpointing_) return;
  const std::string note = checkpointing_->tell(outcome_.verdict != search::Verdict::incomplete);
  if (!note.empty()) result.notes.push_back(note);
  if (!checkpointing_->fault().empty()) result.faults.push_back(checkpointing_->fault());
}

void Run::release() {
  assembled_.search.reset();  // before what it works on
  assembled_ = {};
}

void Run::find_unreached() {
  const std::vector<model::ActionId>* const before = earlier_ != nullptr ? &earlier_->unreached() : nullptr;
  if (!context_.team.alone()) {
    unreached_ = unreached(*model_, context_.team, before);
    return;
  }
  std::vector<model::ActionId> ids = unreached(*model_, before);
  std::erase_if(ids, [this](model::ActionId id) { return assembled_.search->others_reached(id); });
  unreached_ = describe(*model_, ids);
}

// What was seen before a checkpoint is not known.
void Run::find_observed() {
  if (earlier_ == nullptr) observed_ = model_->observed();
  if (!observed_) return;
  for (const model::Observed& other : assembled_.search->others_observed()) observed_->add(other);
  observed_ = seen_by_all(*observed_, context_.team);
}

void Run::add_observed(Result& result) const {
  if (!result.search) {
    result.observed = observed_;
  } else if (!observed_) {
    result.observed.reset();
  } else if (result.observed) {
    result.observed->add(*observed_);
  }
}

void share_invalidated(const load::Program& program, const Team& team) {
  base::ByteSink mine;
  mine.text(program.front_end->invalidated());
  const auto invalidate = [&](cluster::MessageReader& message) {
    if (!program.front_end->invalidate(message.text())) message.malformed();
  };
  team.together([&] { team.gather(mine, invalidate); });
}

std::string Run::why_whole() const {
  if (settings_.reduction == Reduction::off) return "--por off";
  return settings_.shortest ? "--shortest asks about every order of steps" : "";
}

bool Run::found_nothing() const {
  const bool only_doubtful = outcome_.why == search::Why::omissions && outcome_.tallies.errors == 0;
  return outcome_.verdict == search::Verdict::holds || only_doubtful;
}

void Run::enter_search(Result& result, bool any_estimate) const {
  const base::Budget& budget = context_.budget;
  enter(outcome_, settings_, budget, result);
  if (!settings_.hunt) result.store = settings_.store.value;
  result.store_bytes = store_bytes_;
  result.memory_bytes = budget.peak();
  if (statistics_.runs) result.notes.push_back(tell_runs(*statistics_.runs, settings_.swarm.value_or(0), outcome_));
  result.omission.reset();
  result.coverage.reset();
  if (may_omit_) result.omission = outcome_.share_missed();
  const bool estimated = outcome_.why == search::Why::memory || outcome_.why == search::Why::omissions;
  if (outcome_.estimate && (estimated || any_estimate)) {
    result.coverage = describe(*outcome_.estimate, settings_, budget);
  }
  const std::optional<model::Action> first = counted(*model_);
  result.counts_statements = first.has_value();
  result.counts_functions = first && first->whole;
  result.unreached = unreached_;
  result.reduced = whole_.empty();
}

}  // namespace waymark::check
