#include "check/states.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "check/assemble.hpp"
#include "check/checkpointing.hpp"
#include "check/lasso.hpp"
#include "check/ranks.hpp"
#include "check/recording.hpp"
#include "check/telling.hpp"
#include "check/unreached.hpp"
#include "check/workers.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::check {

namespace {

Strategy strategy_of(const Settings& settings) {
  if (settings.swarm) return Strategy::swarm;
  if (settings.cluster.unordered) return Strategy::unordered;
  switch (settings.order()) {
    case Order::bfs:
      return Strategy::bfs;
    case Order::dfs:
      return Strategy::dfs;
    case Order::random:
      return Strategy::random;
  }
  CHECK(false);
}

// One search of the program, reduced as far as the settings allow.
class StateSearch {
 public:
  // `earlier`, if any, is a checkpoint to go on with. Before this one so many searches were begun.
  StateSearch(const load::Program& plain, const Settings& settings, Context context, Earlier* earlier,
              std::uint64_t restarts)
      : plain_(plain),
        settings_(settings),
        program_(plain),
        transport_(context.transport),
        ranks_here_(context.ranks_here),
        one_process_(context.one_process),
        one_worker_(why_one_worker(settings, plain, context)),
        earlier_(earlier) {
    if (transport_ != nullptr) {
      cluster::together(*transport_, [&] {
        prepare(context);
        if (earlier_ != nullptr) earlier_->refuse_unless(subject());
      });
      search_together(restarts);
    } else {
      prepare(context);
      prepare_checkpoints(restarts);
      outcome_ = assembled_.search->run();
    }
  }

  // The reduction presumed what does not hold: the program knows better now.
  [[nodiscard]] bool invalidated() const {
    return outcome_.why == search::Why::unsupported && plain_.front_end->invalidated_by(outcome_.unsupported);
  }

  [[nodiscard]] Result result(base::Budget& budget, const base::Stop* stop) {
    Result result;
    result.program = plain_.path;
    result.view = plain_.view;
    result.inputs = plain_.inputs;
    enter(outcome_, settings_, budget, result);
    tell_search(budget, result);
    result.counts_statements = counts_statements(*model_);
    result.unreached = transport_ != nullptr ? unreached_ : describe(*model_, never_executed());
    result.memory_bytes = budget.peak();
    if (transport_ != nullptr) tell_ranks(result);
    enter_findings(result);
    if (whole_.empty()) {
      result.reduced = true;
    } else if (settings_.reduction == Reduction::on) {
      result.notes.push_back(fmt::format("Not reduced: {}.", whole_));
    }
    if (const std::string changes = tell_changes(assembled_.chosen); !changes.empty()) result.notes.push_back(changes);
    if (earlier_ != nullptr) result.rests_on.push_back("the checkpoint " + earlier_->path());
    if (checkpointing_) {
      const bool over = outcome_.verdict != search::Verdict::incomplete;
      if (const std::string told = checkpointing_->tell(over); !told.empty()) result.notes.push_back(told);
    }
    if (recording_ && (transport_ == nullptr || transport_->rank() == 0)) write_script(result, budget, stop);
    return result;
  }

 private:
  void prepare(Context context) {
    whole_ = reduce();
    model_ = program_.make();
    Recorders recorders;
    if (!settings_.script.empty()) {
      recording_.emplace(settings_, context.budget);
      if (settings_.estimate.wanted) model_->key(model::Key::quick());
      if (transport_ == nullptr && recording_->steps() != nullptr) context.listeners.push_back(recording_->steps());
      recorders = {recording_->states(), recording_->lean()};
    }
    assembled_ = assemble(settings_, *model_, program_, context, recorders);
  }

  void search_together(std::uint64_t restarts) {
    cluster::or_end_all(*transport_, [&] {
      prepare_checkpoints(restarts);
      outcome_ = assembled_.search->run();
      if (recording_ && came_to_its_end()) recording_->collect(*assembled_.levels);
      unreached_ = unreached(*model_, *transport_, unreached_before());
    });
  }

  // Why nothing is left out; empty: the program is reduced.
  std::string reduce() {
    if (settings_.reduction == Reduction::off) return "--por off";
    if (settings_.shortest) return "--shortest asks about every order of steps";
    if (settings_.order() == Order::random) return "random walks take any order of steps";
    std::string why = load::reduce(program_, settings_.properties.invariants);
    if (!why.empty()) load::refuse_whole(plain_, why);
    return why;
  }

  void prepare_checkpoints(std::uint64_t restarts) {
    if (earlier_ == nullptr && settings_.checkpoint.empty()) return;
    Checkpointing::Parts parts{.subject = subject(),
                               .learnt = {plain_.front_end->invalidated(), restarts},
                               .unreached = {},
                               .recorder = nullptr};
    if (cluster::DistributedBfs* const levels = assembled_.levels) {
      if (earlier_ != nullptr) earlier_->restore(*model_, *levels);
      if (settings_.checkpoint.empty()) return;
      parts.turns = 1;  // a level is long
      parts.unreached = [this, levels] { return kept_unreached(plain_, earlier_, levels->unreached()); };
      if (transport_->rank() == 0) checkpointing_.emplace(settings_, std::move(parts));
      return levels->keep_by(checkpointing_ ? &*checkpointing_ : nullptr);
    }
    CHECK(assembled_.breadth_first != nullptr);
    observe::LeanRecorder* const recorder = recording_ ? recording_->lean() : nullptr;
    if (earlier_ != nullptr) {
      earlier_->refuse_unless(parts.subject);
      earlier_->restore(*model_, *assembled_.breadth_first, recorder);
    }
    if (settings_.checkpoint.empty()) return;
    parts.unreached = [this] { return kept_unreached(plain_, nullptr, unreached(*model_, unreached_before())); };
    parts.recorder = recorder;
    checkpointing_.emplace(settings_, std::move(parts));
    assembled_.breadth_first->keep_by(&*checkpointing_);
  }

  // What a checkpoint is of. Those of a cluster have other things in them.
  [[nodiscard]] Subject subject() const {
    const script::Header what = header();
    const std::string tool = what.tool + (transport_ != nullptr ? " with --cluster" : "");
    return {tool, what.program, what.options_text, what.assumptions, depth_of(settings_), recording_.has_value()};
  }

  // If another search has been here: what that had not executed.
  [[nodiscard]] const std::vector<model::ActionId>* unreached_before() const {
    return earlier_ != nullptr ? &earlier_->unreached() : nullptr;
  }

  [[nodiscard]] std::vector<model::ActionId> never_executed() const {
    std::vector<model::ActionId> ids = unreached(*model_, unreached_before());
    if (assembled_.parallel != nullptr) {
      const auto reached = [this](model::ActionId id) { return assembled_.parallel->others_reached(id); };
      ids.erase(std::remove_if(ids.begin(), ids.end(), reached), ids.end());
    }
    return ids;
  }

  void tell_search(const base::Budget& budget, Result& result) const {
    result.search = strategy_of(settings_);
    const bool stores = assembled_.chosen.store || settings_.swarm || assembled_.delayed != nullptr;
    if (stores || assembled_.parallel != nullptr) result.store = settings_.store;
    if (assembled_.parallel != nullptr) result.store_bytes = assembled_.parallel->statistics().store_bytes;
    if (settings_.jobs > 1 && !settings_.swarm && transport_ == nullptr && !one_worker_.empty()) {
      result.notes.push_back(fmt::format("By one worker: {}.", one_worker_));
    }
    if (assembled_.delayed != nullptr) {
      result.rests_on.emplace_back("128-bit fingerprints of states");
      result.notes.push_back(
          fmt::format("On disk there were at most {}.", base::size(assembled_.delayed->statistics().disk_bytes)));
    }
    if (assembled_.chosen.store) result.store_bytes = assembled_.chosen.store->bytes();
    for (const std::string& told : {tell_runs(assembled_, outcome_, settings_), tell_forgotten(assembled_.chosen)}) {
      if (!told.empty()) result.notes.push_back(told);
    }
    if (assembled_.may_omit()) result.omission = outcome_.share_missed();
    const bool estimated = outcome_.why == search::Why::memory || outcome_.why == search::Why::omissions;
    if (outcome_.estimate && (estimated || settings_.swarm)) {
      result.coverage = describe(*outcome_.estimate, settings_, budget);
    }
  }

  void tell_ranks(Result& result) const {
    if (one_process_) {
      result.store_bytes = 0;
      const search::Statistics statistics = assembled_.search->statistics();
      for (const cluster::RankStatistics& share : statistics.ranks) result.store_bytes += share.store_bytes;
      return;
    }
    enter_ranks(assembled_.search->statistics().ranks, ranks_here_, result);
    if (settings_.cluster.ask_first) result.rests_on.emplace_back("128-bit fingerprints of states");
    if (settings_.cluster.unordered) {
      result.notes.emplace_back("Not in the order of levels: depth is that of the ways by which states were met.");
    }
  }

  // Trails are told in the choices of the whole program.
  void enter_findings(Result& result) {
    for (const search::Finding& finding : outcome_.findings) {
      result.found.push_back({finding.violation, finding.choices, finding.length});
      if (!whole_.empty()) continue;
      const std::unique_ptr<model::Model> plain = plain_.make();
      std::vector<model::Watch> invariants;
      for (const std::string& text : settings_.properties.invariants) invariants.push_back(plain->watch(text));
      const Lasso told = project(finding, *model_, *plain);
      // What was found where calls of a library are one step is there in steps, too.
      CHECK(plain_.library.taken_for.empty() || shows(finding.violation, *plain, told.last, invariants));
      result.found.back().choices = told.choices;
      result.found.back().steps = told.steps;
    }
    result.shortest = outcome_.shortest && !whole_.empty();
  }

  [[nodiscard]] script::Header header() const {
    script::Header header;
    header.tool = settings_.tool;
    header.program = program_.text_digest();
    header.options = program_.options_digest;
    header.options_text = program_.options_text;
    for (const Property kind : asked(settings_.properties, program_)) {
      if (!header.assumptions.empty()) header.assumptions += ", ";
      header.assumptions += base::name(kind);
    }
    for (const std::string& text : settings_.properties.invariants) {
      header.assumptions += "; invariant " + base::printable(text);
    }
    return header;
  }

  // Nothing is violated, though states may have been missed.
  [[nodiscard]] bool came_to_its_end() const {
    const bool only_doubtful = outcome_.why == search::Why::omissions && outcome_.tallies.errors == 0;
    return outcome_.verdict == search::Verdict::holds || only_doubtful;
  }

  void write_script(Result& result, base::Budget& budget, const base::Stop* stop) {
    const bool ended_early = outcome_.verdict == search::Verdict::incomplete && !came_to_its_end();
    if (ended_early && result.coverage && assembled_.draw) return write_sampled(result, budget, stop);
    if (ended_early) return write_partial(result);
    if (!came_to_its_end()) {
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
    if (transport_ != nullptr) {
      result.notes.push_back(fmt::format("No script was written: of a search by {} that does not end there is none.",
                                         one_process_ ? "workers with models of their own" : "a cluster"));
      return;
    }
    result.script_in_part = recording_->write_partial(named(header(), settings_));
    if (result.script_in_part) return wrote_script(result);
    result.notes.push_back(fmt::format("No script was written: {}.", recording_->why()));
  }
  // If there is neither time nor room for the sample, the script does without.
  void write_sampled(Result& result, base::Budget& budget, const base::Stop* stop) {
    store::ThresholdSample& store = *assembled_.chosen.thinned;
    const Recording::ReservoirCount sampled{
        store.falls(), [&store](std::uint64_t number) { return store.words(number); }, budget, stop};
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
    if (!assembled_.may_omit()) return;
    result.notes.emplace_back("A script proves what such a search cannot: if it certifies, nothing was missed.");
  }

  const load::Program& plain_;
  const Settings& settings_;
  load::Program program_;
  cluster::Transport* transport_;  // of a cluster, if it is one that searches
  unsigned ranks_here_;            // threads of this process
  bool one_process_;               // the only one
  std::string one_worker_;         // why it is one worker's
  std::string whole_;
  std::unique_ptr<model::Model> model_;
  std::optional<Recording> recording_;
  Earlier* earlier_;
  Assembled assembled_;
  std::optional<Checkpointing> checkpointing_;
  search::Outcome outcome_;
  std::vector<model::Action> unreached_;  // by no rank
};

// One search after the other, until nothing that is presumed is invalidated. Of the workers of one process the first
// alone has a result.
Result search_states(const load::Program& program, const Settings& settings, const Context& context) {
  const std::unique_ptr<Earlier> earlier = open_earlier(program, settings, context);
  std::uint64_t invalidated = earlier ? earlier->learnt().restarts : 0;
  auto search = std::make_unique<StateSearch>(program, settings, context, earlier.get(), invalidated);
  while (search->invalidated()) {
    search.reset();  // its models make room
    if (context.transport != nullptr) share_invalidated(program, *context.transport);
    search = std::make_unique<StateSearch>(program, settings, context, nullptr, ++invalidated);
  }
  if (context.one_process && context.transport->rank() != 0) return {};
  Result result = search->result(context.budget, context.stop);
  if (invalidated > 0) {
    result.notes.push_back(fmt::format("The search began anew {}: what the reduction presumed did not hold.",
                                       base::counted(invalidated, "time")));
  }
  return result;
}

}  // namespace

Result check_states(const load::Program& program, const Settings& settings, const Context& context) {
  const unsigned jobs = workers_for_states(settings, program, context);
  if (jobs == 1 || !program.words_differ) return search_states(program, settings, context);
  Result result;
  share_states(jobs, context, [&](const Context& worker) {
    Result its = search_states(program, settings, worker);
    if (worker.transport->rank() == 0) result = std::move(its);
  });
  return result;
}

}  // namespace waymark::check
