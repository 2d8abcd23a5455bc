#include "cli/commands/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/processors.hpp"
#include "base/quantities.hpp"
#include "check/plan/compatibility.hpp"
#include "check/plan/property.hpp"
#include "check/run/assemble.hpp"
#include "cli/commands/artifacts.hpp"
#include "cli/commands/rules.hpp"
#include "cli/options/quote_command.hpp"
#include "java/program/scenario.hpp"
#include "load/derive.hpp"
#include "model/preemptions.hpp"

namespace waymark::cli {

namespace {

using check::StoreKind;

// A name for a file beside others, by the program's own.
std::string file_for(const CheckOptions& options, std::string_view ending) {
  std::string name = options.program.program.substr(options.program.program.rfind('/') + 1);
  if (!options.program.java.linearizable.empty())
    name = java::read_scenario(options.program.java.linearizable).tested.name;
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot != 0) {
    name = load::is_java(options.program) ? name.substr(dot + 1) : name.substr(0, dot);
  }
  return shell_word(name + std::string(ending));
}

class Adviser {
 public:
  Adviser(const CheckOptions& options, const load::Program& program, const check::Context& context,
          check::Result& result)
      : options_(options), program_(program), context_(context), result_(result) {}

  void after_violation() {
    const check::Settings& settings = options_.settings;
    const bool ordered = result_.search == check::Strategy::bfs || result_.search == check::Strategy::preemptions;
    next(options_.output.html.empty(), "--html " + file_for(options_, ".html"), [](auto&) {});
    const bool deep = settings.search == check::Order::dfs;  // which --shortest excludes
    next(
        !settings.shortest && !result_.shortest && !ordered, "--shortest",
        [](CheckOptions& changed) {
          changed.settings.shortest = true;
          changed.settings.search.reset();
        },
        deep ? "--search" : "");
    next(options_.trail.empty(), "--trail " + file_for(options_, ".trail"), [](auto&) {});
  }

  void after_success() {
    next(options_.settings.script.empty(), "--script " + file_for(options_, ".way"),
         [](CheckOptions& changed) { changed.settings.script = "script"; });
  }

  // The first are those that bring most.
  void after_limit() {
    const check::Settings& settings = options_.settings;
    const bool full = result_.why == search::Why::memory || result_.why == search::Why::revisits;
    const bool memory = full && !settings.limits.states;
    const bool time = result_.why == search::Why::time;
    const bool explores = !settings.hunt && !settings.preemptions && !settings.swarm;
    more(explores && settings.reduction == check::Reduction::off && !settings.shortest, "", "--por",
         "orders of steps that make no difference are left out",
         [](CheckOptions& changed) { changed.settings.reduction = check::Reduction::on; });
    more(result_.why == search::Why::memory && settings.limits.states && !settings.estimate.wanted, "", "--states",
         "goes on until the memory is full", [](CheckOptions& changed) { changed.settings.limits.states.reset(); });
    if (memory && !settings.hunt && !settings.swarm) other_stores();
    const bool alone =
        settings.jobs.by_user ? settings.jobs == 1 : check::workers_for_states(settings, program_, context_) == 1;
    more(time && explores && alone && base::processors() > 1 &&
             check::why_one_worker(settings, program_, context_).empty(),
         fmt::format("--jobs {}", base::processors()), "--jobs", "uses all processors",
         [](CheckOptions& changed) { changed.settings.jobs.choose(base::processors()); });
    more((memory || time) && explores && result_.counts_statements, "--hunt", "",
         "looks for an error in runs that it samples", [](CheckOptions& changed) { changed.settings.hunt = true; });
    load::Program marked = program_;
    const bool preempts = explores && result_.counts_statements && load::mark_preemptions(marked).empty();
    const unsigned bound = next_bound();
    more((memory || time) && preempts, fmt::format("--preemptions {}", bound), "",
         fmt::format("explores every run {}, and says so", load::with_at_most(bound)),
         [bound](CheckOptions& changed) { changed.settings.preemptions = bound; });
    more(time && explores, "--checkpoint " + file_for(options_, ".checkpoint"), "--checkpoint",
         "keeps what was explored, and --resume goes on with it",
         [](CheckOptions& changed) { changed.settings.checkpoint = "checkpoint"; });
    if ((memory || time) && explores && !settings.estimate.wanted && !result_.coverage && !result_.known->share) {
      coverage();
    }
    const std::optional<double> seconds = settings.limits.seconds;
    more(settings.hunt && time && seconds, fmt::format("--time {:.0f}s", std::max(10 * seconds.value_or(0), 1.0)),
         "--time", "more runs", [](auto&) {});
  }

 private:
  template <typename Change>
  [[nodiscard]] bool accepts(const Change& change) const {
    CheckOptions changed = options_;
    change(changed);
    return fits(changed, program_);
  }

  // With these words, in place of that option if there is one.
  template <typename Change>
  void next(bool wanted, const std::string& words, const Change& change, const std::string& instead_of = "") {
    constexpr std::size_t most = 3;
    if (wanted && result_.next.size() < most && accepts(change)) result_.next.push_back(typed(words, instead_of));
  }
  template <typename Change>
  void more(bool wanted, const std::string& words, const std::string& instead_of, const std::string& why,
            const Change& change) {
    if (!wanted || !accepts(change)) return;
    const std::string option = words.empty() ? "without " + instead_of : words;
    result_.known->advice.push_back({option, why, typed(words, instead_of)});
  }

  // One more than what a further search has explored.
  [[nodiscard]] unsigned next_bound() const {
    const std::optional<std::uint64_t>& explored = result_.known->preemptions;
    const std::uint64_t most = model::FewPreemptions::most;
    return explored ? static_cast<unsigned>(std::min(*explored + 1, most)) : 1;
  }

  void other_stores() {
    const auto change_to = [](StoreKind kind) {
      return [kind](CheckOptions& changed) { changed.settings.store.choose(kind); };
    };
    const auto room = [&](StoreKind kind) -> std::string {
      for (const check::Capacity& one : result_.known->capacities) {
        if (one.store == kind) return fmt::format(", about {}", base::rounded(static_cast<double>(one.states)));
      }
      return "";
    };
    const bool keeps_all = result_.store && check::keeps_all(*result_.store);
    more(result_.store == StoreKind::exact, "--store tree", "--store",
         "keeps all states in less memory" + room(StoreKind::tree), change_to(StoreKind::tree));
    more(keeps_all, "--store disk", "--store", "keeps fingerprints of states in files", change_to(StoreKind::disk));
    more(keeps_all, "--store hash-compact", "--store",
         "keeps more states" + room(StoreKind::hash_compact) + ", and may miss some",
         change_to(StoreKind::hash_compact));
    more(options_.settings.order() == check::Order::dfs, "--search bfs", "--search", "keeps no long path besides",
         [](CheckOptions& changed) { changed.settings.search = check::Order::bfs; });
    if (const auto memory = options_.settings.limits.memory) {
      more(true, fmt::format("--memory {}K", *memory / 1024 * 2), "--memory", "gives it twice the memory",
           [](auto&) {});
    }
    more(result_.store == StoreKind::cache, "--store tree", "--store", "forgets nothing, and mostly gets further",
         change_to(StoreKind::tree));
  }

  // Another command, which takes other options.
  void coverage() {
    CheckOptions other;
    other.program = options_.program;
    other.settings.estimate.wanted = true;
    if (!fits(other, program_)) return;
    result_.known->advice.push_back({"waymark coverage",
                                     "estimates which share of the states was covered, with an interval",
                                     "waymark coverage " + spelled(options_.program)});
  }

  const CheckOptions& options_;
  const load::Program& program_;
  const check::Context& context_;
  check::Result& result_;
};

}  // namespace

void advise(const CheckOptions& options, const load::Program& program, const check::Context& context,
            check::Result& result) {
  if (options.settings.cluster.wanted || fill_standard_output(options)) return;
  Adviser adviser(options, program, context, result);
  if (result.known) return adviser.after_limit();
  if (options.settings.estimate.wanted || options.output.format == OutputFormat::junit) return;
  if (result.verdict == check::Verdict::violation) adviser.after_violation();
  if (result.verdict == check::Verdict::holds) adviser.after_success();
}

}  // namespace waymark::cli
