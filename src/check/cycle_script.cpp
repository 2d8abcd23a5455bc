#include "check/cycle_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "check/assemble.hpp"
#include "check/ranks.hpp"
#include "check/recording.hpp"
#include "check/telling.hpp"
#include "cluster/search/ranking.hpp"
#include "cluster/transport/join.hpp"
#include "model/movers.hpp"
#include "observe/cycles_recorder.hpp"
#include "observe/streamed_labels.hpp"
#include "search/breadth_first.hpp"

namespace waymark::check {

namespace {

// A store that takes no state for another.
Settings exactly(const Settings& settings) {
  Settings exact = settings;
  const bool is_exact = settings.store == StoreKind::exact || settings.store == StoreKind::collapse;
  if (!is_exact) exact.store = StoreKind::tree;
  return exact;
}

script::Header header_of(const load::Program& program, const CycleProperty& property, const Settings& settings) {
  script::Header header;
  header.tool = settings.tool;
  header.program = program.text_digest();
  header.options = program.options_digest;
  header.options_text = program.options_text;
  header.assumptions = base::name(property.kind());
  return named(std::move(header), settings);
}

CycleScript violated_after_all() {
  return {"a second look found what violates it; without a store that may miss states, a check will tell", true};
}

// The program, which is watched, with a layer more if fairness counts.
struct RankedModel {
  RankedModel(const load::Program& watched, const CycleProperty& property, base::Budget& budget)
      : model(watched.make()) {
    if (!property.asked.fair) return;
    auto layer = std::make_unique<model::Movers>(std::move(model), budget);
    movers = layer.get();
    model = std::move(layer);
  }

  std::unique_ptr<model::Model> model;
  model::Movers* movers = nullptr;
};

// One pass over the program, which is watched.
class RankingPass {
 public:
  RankingPass(const load::Program& watched, const CycleProperty& property, const Settings& settings, Context context)
      : settings_(exactly(settings)),
        context_(std::move(context)),
        ranked_(watched, property, context_.budget),
        recorder_(context_.budget, ranked_.movers) {
    Hashed<store::Store> chosen =
        make_store(settings_, *ranked_.model, context_.budget, {.words = true, .numbers = true});
    search::BreadthFirst search(
        {*ranked_.model, chosen.store.get(), context_.budget, search_limits(settings_, context_),
         judged_beside_cycles(), context_.listeners, context_.progress},
        &recorder_);
    outcome_ = search.run();
  }

  [[nodiscard]] const search::Outcome& outcome() const { return outcome_; }

  [[nodiscard]] CycleScript write(const script::Header& header, const std::string& path) {
    if (outcome_.tallies.errors != 0) return violated_after_all();
    if (outcome_.verdict != search::Verdict::holds) return {explain(outcome_, settings_, context_.budget)};
    switch (recorder_.write(path, header, context_.stop)) {
      case observe::CyclesRecorder::Answer::written:
        return {};
      case observe::CyclesRecorder::Answer::cycle:
        return violated_after_all();
      case observe::CyclesRecorder::Answer::failed:
        break;
    }
    return {recorder_.why()};
  }

 private:
  Settings settings_;
  Context context_;
  RankedModel ranked_;
  observe::CyclesRecorder recorder_;
  search::Outcome outcome_;
};

// The same by all ranks of a cluster. Rank 0 writes.
class ClusterRankingPass {
 public:
  ClusterRankingPass(const load::Program& watched, const CycleProperty& property, const Settings& settings,
                     const Context& context)
      : settings_(settings),
        context_(context),
        ranked_(watched, property, context.budget),
        chosen_(make_store(settings, *ranked_.model, context.budget, {.words = true, .numbers = true})),
        ranking_({*ranked_.model, chosen_.store.get(), context.budget, search_limits(settings, context),
                  judged_beside_cycles(), context.listeners, context.progress},
                 *context.transport, {.remembered = settings.cluster.remembered, .counts = true}, ranked_.movers),
        tree_(context.budget),
        labels_(context.budget, context.stop) {}

  void run() {
    outcome_ = ranking_.run();
    if (outcome_.verdict != search::Verdict::holds || ranking_.found_cycle()) return;
    using Label = cluster::Ranking::Label;
    using Streamed = observe::StreamedLabels::Label;
    std::vector<Streamed> there;
    collected_ =
        ranking_.collect([this](std::span<const std::uint8_t> row) { tree_.add_row(row); },
                         [this](std::uint64_t state, std::uint64_t count) { tree_.set_arrivals(state, count); },
                         [&](const Label& here, std::span<const Label> its) {
                           there.clear();
                           for (const Label& one : its) there.push_back({one.rank, one.set});
                           labels_.add({here.rank, here.set}, there);
                         });
  }

  [[nodiscard]] const search::Outcome& outcome() const { return outcome_; }

  [[nodiscard]] CycleScript write(const script::Header& header, const std::string& path) {
    if (outcome_.tallies.errors != 0 || ranking_.found_cycle()) return violated_after_all();
    if (outcome_.verdict != search::Verdict::holds) return {explain(outcome_, settings_, context_.budget)};
    if (!collected_) return {"the search was stopped before all was collected"};
    if (context_.transport->rank() != 0) return {};
    if (labels_.full()) return {"there is not enough memory to find ranks for a script"};
    if (!tree_.write(path, header, &labels_)) return {tree_.why()};
    return {};
  }

 private:
  const Settings& settings_;
  const Context& context_;
  RankedModel ranked_;
  Hashed<store::Store> chosen_;
  cluster::Ranking ranking_;
  observe::LeanRecorder tree_;
  observe::StreamedLabels labels_;
  search::Outcome outcome_;
  bool collected_ = false;
};

CycleScript write_by_ranks(const CycleProperty& property, bool reduced, const load::Program& program,
                           const Settings& settings, const Context& context, const std::string& path) {
  for (;;) {
    load::Program watched = program;
    std::string why;
    std::optional<ClusterRankingPass> pass;
    cluster::together(*context.transport, [&] {
      why = load::watch(watched, property.asked, reduced, context.stop);
      if (why.empty()) pass.emplace(watched, property, settings, context);
    });
    if (!why.empty()) return {std::move(why)};
    cluster::or_end_all(*context.transport, [&] { pass->run(); });
    const search::Outcome& outcome = pass->outcome();
    if (outcome.why == search::Why::unsupported && program.front_end->invalidated_by(outcome.unsupported)) {
      share_invalidated(program, *context.transport);
      continue;
    }
    return pass->write(header_of(watched, property, settings), path);
  }
}

}  // namespace

CycleScript write_cycle_script(const CycleProperty& property, bool reduced, const load::Program& program,
                               const Settings& settings, const Context& context, const std::string& path) {
  try {
    if (context.transport != nullptr) return write_by_ranks(property, reduced, program, settings, context, path);
    for (;;) {
      load::Program watched = program;
      std::string why = load::watch(watched, property.asked, reduced, context.stop);
      if (!why.empty()) return {std::move(why)};
      RankingPass pass(watched, property, settings, context);
      const search::Outcome& outcome = pass.outcome();
      // Again where a reduction presumed what does not hold, as the search before may not have seen.
      if (outcome.why == search::Why::unsupported && program.front_end->invalidated_by(outcome.unsupported)) continue;
      return pass.write(header_of(watched, property, settings), path);
    }
  } catch (const base::Stopped& early) {
    return {early.what()};  // what the search before has found out stays
  }
}

std::vector<std::string> script_names(const std::vector<CycleProperty>& properties, const std::string& file) {
  const std::size_t slash = file.rfind('/') + 1;  // 0 if there is none
  const std::size_t dot = file.rfind('.');
  const std::size_t end = dot == std::string::npos || dot <= slash ? file.size() : dot;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const CycleProperty& property = properties[i];
    std::string name = property.kind() == Property::ltl ? property.name : property.asked.text();
    const auto path = [&] { return fmt::format("{}.{}{}", file.substr(0, end), name, file.substr(end)); };
    const bool taken = std::find(names.begin(), names.end(), path()) != names.end();
    if (name.empty() || taken) name = std::to_string(i + 1);  // no identifier begins with a digit
    names.push_back(path());
  }
  return names;
}

}  // namespace waymark::check
