#include "check/liveness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/check.hpp"
#include "check/assemble.hpp"
#include "check/checkpointing.hpp"
#include "check/cycle_script.hpp"
#include "check/lasso.hpp"
#include "check/ranks.hpp"
#include "check/telling.hpp"
#include "check/unreached.hpp"
#include "cluster/transport/join.hpp"
#include "ltl/prepared.hpp"
#include "ltl/product.hpp"
#include "model/fair.hpp"

namespace waymark::check {

namespace {

// Labels over one list of propositions, told in terms of another.
std::vector<ltl::Label> renamed(const std::vector<ltl::Label>& labels, const std::vector<std::string>& from,
                                const std::vector<std::string>& to) {
  const auto mapped = [&](std::uint64_t bits) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto at = std::find(to.begin(), to.end(), from[i]);
      if ((bits >> i & 1) != 0 && at != to.end()) out |= std::uint64_t{1} << (at - to.begin());
    }
    return out;
  };
  std::vector<ltl::Label> out;
  out.reserve(labels.size());
  for (const ltl::Label& label : labels) out.push_back({mapped(label.holds), mapped(label.fails)});
  return out;
}

// The left side of an always (p -> ...), if there is one without temporal operators, as labels over these propositions.
std::vector<ltl::Label> premise(const ltl::Formula& formula, const std::vector<std::string>& propositions,
                                const base::Stop* stop) {
  if (formula.op != ltl::Op::always || formula.left->op != ltl::Op::implication) return {};
  const ltl::Formula& left = *formula.left->left;
  const ltl::Automaton automaton = ltl::translate(left, false, stop);
  if (automaton.states.empty() || automaton.states.size() > 2 || !ltl::temporal_free(left)) return {};
  std::vector<ltl::Label> labels;
  for (const auto& edge : automaton.states.front().edges) labels.push_back(edge.label);
  return renamed(labels, automaton.propositions, propositions);
}

// The program with all that a search for cycles puts around it.
struct Layers {
  std::unique_ptr<model::Model> top;
  ltl::Product* product = nullptr;
  std::string whole;  // why nothing is left out; empty: it is reduced
};

// What is looked for, and how.
struct Question {
  const CycleProperty& property;
  ltl::Automaton automaton;
  std::vector<ltl::Label> premise;
  CycleWay way;
};

Layers make_layers(const Question& question, const Settings& settings, const load::Program& program) {
  const CycleProperty& property = question.property;
  load::Watched watched = load::watched(program, property.asked, question.automaton, property.violation());
  Layers layers{std::move(watched.model), watched.product, ""};
  const bool copies = property.asked.fair && !question.way.components;
  if (copies) layers.top = std::make_unique<model::Fair>(std::move(layers.top));
  if (settings.reduction == Reduction::off) {
    layers.whole = "--por off";
  } else if (settings.shortest) {
    layers.whole = "--shortest asks about every order of steps";
  } else {
    layers.whole = load::reduce(*layers.top, program, property.asked);
    if (!layers.whole.empty()) load::refuse_whole(program, layers.whole);
  }
  return layers;
}

// The worse, the higher: a search that came to its end but may have missed something is better than one that did not.
int severity(Verdict verdict, search::Why why) {
  if (verdict == Verdict::holds) return 0;
  if (verdict != Verdict::incomplete) return 3;
  return why == search::Why::omissions ? 1 : 2;
}

// What a search for cycles leaves when its store is gone.
struct CycleSearch {
  Layers layers;
  search::Outcome outcome;
  std::uint64_t store_bytes = 0;
  std::string told;  // about the search
  bool may_omit = false;
  bool premise_met = false;
  std::vector<cluster::RankStatistics> ranks;  // of a cluster
  std::string kept;                            // about its checkpoints
  std::vector<model::Action> unreached;        // by anybody
};

// Of all workers, and what other ranks have met counts as well.
bool met_by_any(const std::vector<ltl::Product*>& products, cluster::Transport* transport) {
  const bool met =
      std::any_of(products.begin(), products.end(), [](const ltl::Product* product) { return product->met(); });
  if (transport == nullptr) return met;
  const std::uint8_t mine = met ? 1 : 0;
  const std::vector<cluster::Bytes> said = transport->gather({&mine, 1});
  return std::any_of(said.begin(), said.end(), [](const cluster::Bytes& one) { return one == cluster::Bytes{1}; });
}

// What the first worker has not reached, nor any other.
std::vector<model::ActionId> unreached_by_all(const model::Model& first, const Assembled& assembled) {
  std::vector<model::ActionId> ids = unreached(first);
  std::erase_if(
      ids, [&](model::ActionId id) { return assembled.nested != nullptr && assembled.nested->others_reached(id); });
  return ids;
}

// Where a search by ranks begins, and what is kept of it.
struct Pieces {
  Earlier* earlier = nullptr;  // goes on with that
  std::uint64_t restarts = 0;  // so many searches were begun before
};

Subject subject_of(const Question& question, const load::Program& program, const Settings& settings, bool reduced) {
  const CycleProperty& property = question.property;
  return {.tool = settings.tool + " with --cluster",
          .program = program.text_digest(),
          .options = load::options_for(program, property.asked, reduced),
          .asked = std::string(base::name(property.kind())),
          .depth = depth_of(settings),
          .records = false};  // the search is the same
}

std::optional<Checkpointing> prepare_checkpoints(const load::Program& program, const Settings& settings,
                                                 const Context& context, const Pieces& pieces, const Subject& subject,
                                                 const model::Model& model, cluster::Owcty& search) {
  if (pieces.earlier != nullptr) pieces.earlier->restore(model, search);
  if (settings.checkpoint.empty() || context.transport->rank() != 0) return std::nullopt;
  const auto unreached = [&program, &search, earlier = pieces.earlier] {
    return kept_unreached(program, earlier, search.unreached());
  };
  return std::make_optional<Checkpointing>(
      settings, Checkpointing::Parts{.subject = subject,
                                     .learnt = {program.front_end->invalidated(), pieces.restarts},
                                     .unreached = unreached,
                                     .recorder = nullptr,
                                     .turns = 1});
}

CycleSearch search_once(const Question& question, const load::Program& program, const Settings& settings,
                        const Context& context, const Pieces& pieces) {
  search::Judged what = judged_beside_cycles();
  what.cycle = question.property.violation();
  CycleSearch done;
  std::vector<ltl::Product*> products;  // of all workers
  const auto look_for_premise = [&](ltl::Product* product) {
    if (question.premise.empty()) return;
    products.push_back(product);
    product->look_for(question.premise);
  };
  Assembled assembled;
  const auto prepare = [&] {
    done.layers = make_layers(question, settings, program);
    look_for_premise(done.layers.product);
    const auto another = [&] {
      Layers made = make_layers(question, settings, program);
      if (!settings.swarm) look_for_premise(made.product);  // a swarm makes its own by many threads, and shows nothing
      return std::move(made.top);
    };
    assembled = assemble_for_cycles(settings, *done.layers.top, another, what, question.way, context);
  };
  const auto search = [&] {
    done.outcome = assembled.search->run();
    if (!question.premise.empty()) done.premise_met = met_by_any(products, context.transport);
  };
  if (context.transport != nullptr) {
    Subject subject;
    cluster::together(*context.transport, [&] {
      prepare();
      subject = subject_of(question, program, settings, done.layers.whole.empty());
      if (pieces.earlier != nullptr) pieces.earlier->refuse_unless(subject);
    });
    cluster::or_end_all(*context.transport, [&] {
      std::optional<Checkpointing> keeping =
          prepare_checkpoints(program, settings, context, pieces, subject, *done.layers.top, *assembled.owcty);
      if (!settings.checkpoint.empty()) assembled.owcty->keep_by(keeping ? &*keeping : nullptr);
      search();
      if (keeping) done.kept = keeping->tell(done.outcome.verdict != search::Verdict::incomplete);
      done.unreached = unreached(*done.layers.top, *context.transport,
                                 pieces.earlier != nullptr ? &pieces.earlier->unreached() : nullptr);
    });
    done.ranks = assembled.owcty->statistics().ranks;
  } else {
    prepare();
    search();
    if (!settings.swarm) done.unreached = describe(*done.layers.top, unreached_by_all(*done.layers.top, assembled));
  }
  if (assembled.chosen.store) done.store_bytes = assembled.chosen.store->bytes();
  if (assembled.nested != nullptr) done.store_bytes = assembled.nested->statistics().store_bytes;
  done.told =
      assembled.swarm != nullptr ? tell_runs(assembled, done.outcome, settings) : tell_changes(assembled.chosen);
  done.may_omit = assembled.may_omit();
  return done;
}

Strategy strategy_for_cycles(const CycleSearch& done, const CycleWay& way, const Settings& settings) {
  if (!done.ranks.empty()) return Strategy::owcty;
  if (settings.shortest) return Strategy::bfs;
  if (way.components) return Strategy::components;
  return settings.swarm ? Strategy::swarm : Strategy::nested;
}

// The result is now about this search.
void enter_search(const CycleSearch& done, const CycleWay& way, const Settings& settings, const Context& context,
                  Result& result) {
  const base::Budget& budget = context.budget;
  const search::Outcome& outcome = done.outcome;
  enter(outcome, settings, budget, result);
  result.search = strategy_for_cycles(done, way, settings);
  result.store = settings.store;
  if (!done.told.empty()) result.notes.push_back(done.told);
  result.omission.reset();
  result.coverage.reset();
  if (done.may_omit) result.omission = outcome.share_missed();
  const bool estimated = outcome.why == search::Why::memory || outcome.why == search::Why::omissions;
  if (outcome.estimate && estimated) result.coverage = describe(*outcome.estimate, settings, budget);
  if (outcome.shortest) {
    result.notes.emplace_back("No way to such a cycle and around it takes fewer steps, the automaton's own included.");
  }
  result.store_bytes = done.store_bytes;
  result.memory_bytes = budget.peak();
  result.unreached = done.unreached;
  result.counts_statements = counts_statements(*done.layers.top);
  if (!done.ranks.empty()) enter_ranks(done.ranks, context.ranks_here, result);
  result.reduced = done.layers.whole.empty();
  result.shortest = false;
}

// Fair cycles are sought by components, and so are those of automata that are not weak: nested searches go through
// their states twice, and degeneralised automata have more.
Question make_question(const CycleProperty& property, ltl::Automaton automaton, const load::Program& program,
                       const Settings& settings, const Context& context) {
  const ltl::Formula* const formula = property.formula();
  Question question{property, std::move(automaton), {}, {}};
  const bool weak = formula == nullptr || ltl::is_weak(question.automaton);
  question.way.components = knows_components(settings, context) && (property.asked.fair || !weak);
  if (!question.way.components) question.way.jobs = workers_for_cycles(settings, program, context);
  if (question.way.components && !weak) {
    question.automaton = ltl::translate_with_sets(*formula, true, context.stop);
  }
  if (property.kind() == Property::ltl) {
    question.premise = premise(*formula, question.automaton.propositions, context.stop);
  }
  return question;
}

std::string no_script(const CycleProperty& property, std::string_view why) {
  return fmt::format("No script was written of {}: {}.", property.asked.text(), why);
}

// A script of what the search has shown, if it has shown anything.
void record(const CycleProperty& property, const CycleSearch& done, const load::Program& program,
            const Settings& settings, const Context& context, const std::string& path, Result& result) {
  const bool holds = done.outcome.verdict == search::Verdict::holds;
  const bool only_doubtful = done.outcome.why == search::Why::omissions && done.outcome.tallies.errors == 0;
  if (!holds && !only_doubtful) {
    result.notes.push_back(no_script(property, "only a complete search without a violation has one"));
    return;
  }
  const CycleScript script = write_cycle_script(property, done.layers.whole.empty(), program, settings, context, path);
  // Two complete searches cannot disagree.
  CHECK(!holds || !script.violated);
  if (!script.why.empty()) {
    result.notes.push_back(no_script(property, script.why));
  } else {
    result.scripts.push_back(path);
  }
}

}  // namespace

void check_cycles(const CycleProperty& property, const load::Program& program, const Settings& settings,
                  const Context& context, const std::string& script, Result& result) {
  const ltl::Formula* const formula = property.formula();
  Liveness line{property.kind(), property.name, formula != nullptr ? ltl::text(*formula) : "", property.asked.fair};
  ltl::Automaton automaton;
  if (formula != nullptr) automaton = ltl::translate(*formula, true, context.stop);
  if (formula != nullptr && automaton.states.empty()) {
    result.notes.push_back(fmt::format("{} holds of every program.", line.formula));
    result.liveness.push_back(line);
    if (!script.empty()) result.notes.push_back(no_script(property, "there is nothing to show"));
    return;
  }
  const Question question = make_question(property, std::move(automaton), program, settings, context);
  const std::unique_ptr<Earlier> earlier = open_earlier(program, settings, context);
  std::uint64_t restarts = earlier ? earlier->learnt().restarts : 0;
  CycleSearch done = search_once(question, program, settings, context, {earlier.get(), restarts});
  // Again where a reduction presumed what does not hold: the program knows better then.
  while (done.outcome.why == search::Why::unsupported && program.front_end->invalidated_by(done.outcome.unsupported)) {
    done = {};  // its models make room
    if (context.transport != nullptr) share_invalidated(program, *context.transport);
    done = search_once(question, program, settings, context, {nullptr, ++restarts});
  }
  if (workers_for_cycles(settings, program, context) > question.way.jobs) {
    result.notes.push_back(fmt::format("By one worker: {}, whose automaton is not weak.", property.asked.text()));
  }
  const search::Outcome& outcome = done.outcome;
  line.verdict = verdict_of(outcome);
  line.states = outcome.tallies.states;
  line.transitions = outcome.tallies.transitions;
  line.seconds = outcome.tallies.seconds;
  result.liveness.push_back(line);
  // What an earlier search has met of the premise is not known.
  if (!question.premise.empty() && line.verdict == Verdict::holds && !done.premise_met && earlier == nullptr) {
    result.notes.push_back(
        fmt::format("Vacuous: {} holds because {} never does.", line.formula, ltl::text(*formula->left->left)));
  }
  const bool has_next = formula != nullptr && ltl::uses_next(*formula);
  const bool to_tell = settings.reduction == Reduction::on || (settings.reduction == Reduction::usual && has_next);
  if (to_tell && !done.layers.whole.empty()) {
    result.notes.push_back(fmt::format("Not reduced for {}: {}.", property.asked.text(), done.layers.whole));
  }
  if (!done.kept.empty()) result.notes.push_back(done.kept);
  if (earlier) result.rests_on.push_back("the checkpoint " + earlier->path());
  if (!script.empty()) record(property, done, program, settings, context, script, result);
  // Of several searches the result tells about the first, unless a later one found out worse.
  if (result.search && severity(line.verdict, outcome.why) <= severity(result.verdict, result.why)) return;
  enter_search(done, question.way, settings, context, result);
  for (const search::Finding& finding : outcome.findings) {
    const Lasso lasso = project(finding, *done.layers.top, *program.make());
    if (finding.violation.kind == base::name(property.kind())) {
      CHECK(violates(lasso, *program.make(), formula, settings.properties.fair));
    }
    result.found.push_back({finding.violation, lasso.choices, lasso.steps, lasso.cycle, lasso.stutters});
  }
}

}  // namespace waymark::check
