#include "check/run/cycle_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "check/run/recording.hpp"
#include "check/run/run.hpp"
#include "check/say/telling.hpp"
#include "cluster/search/ranking.hpp"
#include "model/movers.hpp"
#include "observe/cycles_recorder.hpp"
#include "observe/streamed_labels.hpp"
#include "search/breadth_first.hpp"

namespace waymark::check {

namespace {

// A store that takes no state for another, and no checkpoints.
Settings exactly(const Settings& settings) {
  Settings exact = settings;
  exact.checkpoint.clear();
  if (settings.store != StoreKind::exact) exact.store = StoreKind::tree;
  return exact;
}

script::Header header_of(const load::Program& program, const CycleProperty& property, const OutputSettings& settings) {
  script::Header header;
  header.tool = settings.tool;
  header.program = program.text_digest();
  header.options = program.options_digest();
  header.options_text = program.options_text();
  header.assumptions = base::name(property.kind());
  return named(std::move(header), settings);
}

CycleScript violated_after_all() {
  return {"a second look found what violates it; without a store that may miss states, a check will tell", true};
}

// A pass over the program with its automaton that ranks its states; by the ranks of a cluster, of which the first
// writes.
class RankingRun final : public Run {
 public:
  RankingRun(const load::Program& program, const Settings& settings, const Context& context,
             const CycleProperty& property, bool reduced)
      : Run(program, settings, context),
        property_(property),
        reduced_(reduced),
        tree_(context.budget),
        labels_(context.budget, context.stop) {}
  RankingRun(const RankingRun&) = delete;
  RankingRun& operator=(const RankingRun&) = delete;
  ~RankingRun() override { release(); }  // before the recorders

  [[nodiscard]] CycleScript write(const std::string& path) {
    if (!why_.empty()) return {why_};
    if (outcome_.tallies.errors != 0 || found_cycle_) return violated_after_all();
    if (outcome_.verdict != search::Verdict::holds) {
      stop_.conclude_whole();  // what was found out before is told in full
      return {explain(outcome_, settings_, context_.budget)};
    }
    const script::Header header = header_of(watched_, property_, settings_);
    release();  // its memory is needed
    if (!recorder_) return write_collected(header, path);
    switch (recorder_->write(path, header, context_.stop)) {
      case observe::CyclesRecorder::Answer::written:
        return {};
      case observe::CyclesRecorder::Answer::cycle:
        return violated_after_all();
      case observe::CyclesRecorder::Answer::failed:
        break;
    }
    return {recorder_->why()};
  }

 private:
  void prepare() override {
    watched_ = plain_;
    why_ = load::watch(watched_, property_.asked, reduced_, context_.stop);
    if (!why_.empty()) return;
    model_ = watched_.make();
    model::Movers* movers = nullptr;
    if (property_.asked.fair) {
      auto layer = std::make_unique<model::Movers>(std::move(model_), context_.budget);
      movers = layer.get();
      model_ = std::move(layer);
    }
    auto [hash, store] = make_store(settings_, *model_, context_.budget, {.words = true, .numbers = true});
    assembled_.hash = std::move(hash);
    assembled_.store = std::move(store);
    const search::Parts parts{*model_,
                              assembled_.store.get(),
                              context_.budget,
                              search_limits(settings_, context_.stop),
                              judged_beside_cycles(),
                              context_.listeners,
                              context_.progress};
    if (context_.team.alone()) {
      recorder_.emplace(context_.budget, movers);
      assembled_.search = std::make_unique<search::BreadthFirst>(parts, &*recorder_);
      return;
    }
    const cluster::DistributedBfs::Settings form{.remembered = settings_.cluster.remembered,
                                                 .keeps = cluster::Frontier::Keeps::in_degrees};
    auto ranking = std::make_unique<cluster::Ranking>(parts, context_.team.transport(), form, movers);
    collect_ = [this, search = ranking.get()] { collect(*search); };
    assembled_.search = std::move(ranking);
  }

  [[nodiscard]] Subject subject() const override { return {}; }  // there are no checkpoints of it

  void ended() override {
    if (collect_) collect_();
  }

  void collect(cluster::Ranking& ranking) {
    found_cycle_ = ranking.found_cycle();
    if (outcome_.verdict != search::Verdict::holds || found_cycle_) return;
    using Label = cluster::Ranking::Label;
    std::vector<observe::StreamedLabels::Label> there;
    collected_ = ranking.collect([this](std::span<const std::uint8_t> row) { tree_.add_row(row); },
                                 [this](std::uint64_t state, std::uint64_t count) { tree_.set_arrivals(state, count); },
                                 [&](const Label& here, std::span<const Label> its) {
                                   there.clear();
                                   for (const Label& one : its) there.push_back({one.rank, one.set});
                                   labels_.add({here.rank, here.set}, there);
                                 });
  }

  [[nodiscard]] CycleScript write_collected(const script::Header& header, const std::string& path) {
    if (!collected_) return {"the search was stopped before all was collected"};
    if (!context_.team.is_first()) return {};
    if (labels_.full()) return {"there is not enough memory to find ranks for a script"};
    if (!tree_.write(path, header, &labels_)) return {tree_.why()};
    return {};
  }

  const CycleProperty& property_;
  const bool reduced_;
  load::Program watched_;                            // with its automaton
  std::string why_;                                  // there is no such program
  std::optional<observe::CyclesRecorder> recorder_;  // of one process
  std::function<void()> collect_;                    // of a cluster, at rank 0:
  observe::LeanRecorder tree_;
  observe::StreamedLabels labels_;
  bool found_cycle_ = false;
  bool collected_ = false;
};

}  // namespace

CycleScript write_cycle_script(const CycleProperty& property, bool reduced, const load::Program& program,
                               const Settings& settings, const Context& context, const std::string& path) {
  try {
    const Settings exact = exactly(settings);
    std::uint64_t restarts = 0;
    return run_valid<RankingRun>(nullptr, restarts, program, exact, context, property, reduced)->write(path);
  } catch (const base::Stopped& early) {
    return {early.what()};  // what the search before has found out stays
  }
}

std::string with_infix(const std::string& path, std::string_view infix) {
  const std::string ending = std::filesystem::path(path).extension();
  return fmt::format("{}.{}{}", path.substr(0, path.size() - ending.size()), infix, ending);
}

std::vector<std::string> script_names(const std::vector<CycleProperty>& properties, const std::string& file) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const CycleProperty& property = properties[i];
    std::string name = property.kind() == Property::ltl ? property.name : property.asked.text();
    const auto path = [&] { return with_infix(file, name); };
    const bool taken = std::find(names.begin(), names.end(), path()) != names.end();
    if (name.empty() || taken) name = std::to_string(i + 1);  // no identifier begins with a digit
    names.push_back(path());
  }
  return names;
}

}  // namespace waymark::check
