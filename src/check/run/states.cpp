#include "check/run/states.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "check/lift/lasso.hpp"
#include "check/run/hunting.hpp"
#include "check/run/preemptions.hpp"
#include "check/run/recording.hpp"
#include "check/run/run.hpp"
#include "check/run/workers.hpp"
#include "check/say/telling.hpp"
#include "load/derive.hpp"

namespace waymark::check {

namespace {

// Workers of one process remember so many states that they sent to the others, each of which keeps its share of them:
// about as many as a level of a middling search has. They take half a kilobyte each in most programs.
constexpr std::uint32_t remembered_by_workers = 4096;

Strategy strategy_of(const SearchSettings& settings) {
  if (settings.swarm) return Strategy::swarm;
  if (settings.hunt) return Strategy::hunt;
  if (settings.preemptions) return Strategy::preemptions;
  switch (settings.order()) {
    case Order::bfs:
      return Strategy::bfs;
    case Order::dfs:
      return Strategy::dfs;
  }
  CHECK(false);
}

class StateRun final : public Run {
 public:
  StateRun(const load::Program& plain, const Settings& settings, const Context& context)
      : Run(plain, settings, context), one_worker_(why_one_worker(settings, plain, context)), program_(plain) {}

  StateRun(const StateRun&) = delete;
  StateRun& operator=(const StateRun&) = delete;
  ~StateRun() override { release(); }  // before the recorders

  [[nodiscard]] Result result() {
    Result result;
    result.program = plain_.path;
    result.actors = plain_.actors;
    result.view = plain_.view;
    add_observed(result);
    enter_search(result, settings_.swarm.has_value());
    result.search = strategy_of(settings_);
    if (settings_.jobs > 1 && !settings_.swarm && !settings_.hunt && !one_worker_.empty()) {
      result.notes.push_back(fmt::format("By one worker: {}.", one_worker_));
    }
    if (settings_.store == StoreKind::disk) {
      result.rests_on.emplace_back("128-bit fingerprints of states");
      result.notes.push_back(fmt::format("On disk there were at most {}.", base::size(statistics_.disk_bytes)));
    }
    enter_ranks(statistics_.ranks, context_.team, result);
    if (settings_.cluster.ask_first) result.rests_on.emplace_back("128-bit fingerprints of states");
    enter_findings(result);
    if (!whole_.empty() && settings_.reduction.by_user && settings_.reduction == Reduction::on) {
      result.notes.push_back(fmt::format("Not reduced: {}.", whole_));
    }
    if (!remark_.empty()) result.notes.push_back(remark_);
    if (const auto& waves = statistics_.waves) {
      const std::uint64_t last = waves->states.empty() ? 0 : waves->states.size() - 1;
      result.preemptions = {waves->violated.value_or(last), waves->cut_off || !result.complete, waves->states};
    }
    if (statistics_.hunt) result.hunted.emplace().runs = *statistics_.hunt;
    tell_checkpoints(result);
    if (recording_ && context_.team.is_first()) write_script(result);
    return result;
  }

 private:
  void prepare() override {
    whole_ = why_whole();
    if (whole_.empty()) {
      whole_ = load::reduce(program_, settings_.properties.invariants);
      if (!whole_.empty()) load::refuse_whole(plain_, whole_);
    }
    model_ = program_.make();
    Recorders recorders;
    if (!settings_.script.empty()) {
      recording_.emplace(settings_.script, settings_, context_.budget);
      if (settings_.estimate.wanted) model_->key(model::Key::quick());
      if (context_.team.alone() && recording_->steps() != nullptr) context_.listeners.push_back(recording_->steps());
      recorders = {recording_->states(), recording_->lean()};
    }
    assembled_ = assemble(settings_, *model_, program_, context_, recorders);
  }

  [[nodiscard]] Subject subject() const override {
    const script::Header what = header();
    return {
        tool(), what.program, what.options_text, what.assumptions, depth_of(settings_.limits), recording_.has_value()};
  }

  // Searches by several keep what they record themselves.
  [[nodiscard]] observe::LeanRecorder* recorder() override {
    return recording_ && !assembled_.collect ? recording_->lean() : nullptr;
  }

  void ended() override {
    if (recording_ && assembled_.collect && found_nothing()) assembled_.collect(*recording_->lean());
  }

  // Trails are in the choices of the whole program.
  void enter_findings(Result& result) {
    for (const search::Finding& finding : outcome_.findings) {
      result.found.push_back({finding.violation, finding.choices, finding.length});
      if (!whole_.empty()) continue;
      const std::unique_ptr<model::Model> plain = plain_.make();
      std::vector<model::Watch> invariants;
      for (const std::string& text : settings_.properties.invariants)
        invariants.push_back(plain->watch_invariant(text));
      const Lasso run = project(finding, *model_, *plain);
      // What was found where calls of a library are one step is there in steps, too.
      CHECK(plain_.library.taken_for.empty() || shows(finding.violation, *plain, run.last, invariants));
      result.found.back().choices = run.choices;
      result.found.back().steps = run.steps;
    }
    result.shortest = outcome_.shortest && !whole_.empty();
  }

  [[nodiscard]] script::Header header() const {
    script::Header header;
    header.tool = settings_.tool;
    header.program = program_.text_digest();
    header.options = program_.options_digest();
    header.options_text = program_.options_text();
    header.assumptions = judged_text(settings_.properties, program_);
    return header;
  }

  void write_script(Result& result) {
    const bool ended_early = outcome_.verdict == search::Verdict::incomplete && !found_nothing();
    if (ended_early && result.coverage && assembled_.draw) return write_sampled(result);
    if (ended_early) return write_partial(result);
    if (!found_nothing()) {
      result.notes.emplace_back("No script was written: only a search without a violation has one.");
      return;
    }
    if (!recording_->write(named(header(), settings_))) {
      throw base::InputError(fmt::format("{}: error: everything holds, but the script could not be written: {}",
                                         settings_.script, recording_->why()));
    }
    wrote_script(result);
  }
  void write_partial(Result& result) {
    if (assembled_.collect) {
      result.notes.push_back(fmt::format("No script was written: of a search by {} that does not end there is none.",
                                         context_.team.name()));
      return;
    }
    result.script_in_part = recording_->write_partial(named(header(), settings_));
    if (result.script_in_part) return wrote_script(result);
    result.notes.push_back(fmt::format("No script was written: {}.", recording_->why()));
  }
  // If there is neither time nor room for the sample, the script does without.
  void write_sampled(Result& result) {
    stop_.conclude_whole();  // only a signal cuts this short
    const Recording::ReservoirCount sampled{statistics_.falls,
                                            [this](std::uint64_t number) { return assembled_.store->words(number); },
                                            context_.budget, context_.stop};
    std::string why;
    try {
      if (recording_->write_sampled(named(header(), settings_), *model_, sampled, *result.coverage)) {
        result.script_in_part = true;
        return wrote_script(result);
      }
      why = recording_->why();
    } catch (const base::Stopped& early) {
      why = early.what();
    }
    result.notes.push_back(fmt::format("The script shows nothing of the estimate: {}.", why));
    write_partial(result);
  }
  void wrote_script(Result& result) const {
    result.script_file = settings_.script;
    if (!may_omit_) return;
    result.notes.emplace_back("A script proves what such a search cannot: if it certifies, nothing was missed.");
  }

  std::string one_worker_;  // why it is one worker's
  load::Program program_;   // reduced, if that can be
  std::optional<Recording> recording_;
};

// What has been searched can be told.
std::function<Result()> searched(const load::Program& program, const Settings& settings, const Context& context) {
  const std::shared_ptr<Earlier> earlier = open_earlier(program, settings.resume, context);
  std::uint64_t restarts = 0;
  const std::shared_ptr<StateRun> run = run_valid<StateRun>(earlier.get(), restarts, program, settings, context);
  return [earlier, restarts, run] {
    Result result = run->result();
    if (restarts > 0) {
      result.notes.push_back(fmt::format("The search began anew {}: what the reduction presumed did not hold.",
                                         base::counted(restarts, "time")));
    }
    return result;
  };
}

}  // namespace

Result search_states(const load::Program& program, const Settings& settings, const Context& context) {
  return searched(program, settings, context)();
}

Result check_states(const load::Program& program, const Settings& settings, const Context& context) {
  if (settings.hunt) return check_by_hunting(program, settings, context);
  if (settings.preemptions) return check_by_preemptions(program, settings, context);
  const unsigned jobs = workers_for_states(settings, program, context);
  if (jobs == 1 || !program.words_differ) return search_states(program, settings, context);
  Settings own = settings;
  own.jobs = 1;
  own.cluster.remembered = remembered_by_workers / (jobs - 1);
  own.cluster.by_parts = true;
  return share_states(jobs, context, [&](const Context& worker) { return searched(program, own, worker); });
}

}  // namespace waymark::check
