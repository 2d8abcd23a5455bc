#include "check/cycle_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "check/assemble.hpp"
#include "check/recording.hpp"
#include "check/telling.hpp"
#include "model/movers.hpp"
#include "observe/cycles_recorder.hpp"
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

// One pass over the program, which is watched.
class RankingPass {
 public:
  RankingPass(const load::Program& watched, const CycleProperty& property, const Settings& settings, Context context)
      : settings_(exactly(settings)), context_(std::move(context)), model_(watched.make()) {
    if (property.asked.fair) {
      auto movers = std::make_unique<model::Movers>(std::move(model_), context_.budget);
      movers_ = movers.get();
      model_ = std::move(movers);
    }
    recorder_.emplace(context_.budget, *model_, movers_);
    context_.observers.push_back(&*recorder_);
    ChosenStore chosen = make_store(settings_, context_.budget, {.words = true, .numbers = true});
    search::BreadthFirst search({*model_, chosen.store.get(), context_.budget, search_limits(settings_, context_),
                                 judged_beside_cycles(), context_.observers});
    outcome_ = search.run();
  }

  [[nodiscard]] const search::Outcome& outcome() const { return outcome_; }

  [[nodiscard]] CycleScript write(const script::Header& header, const std::string& path) {
    if (outcome_.tallies.errors != 0) return violated();
    if (outcome_.verdict != search::Verdict::holds) return {explain(outcome_, settings_, context_.budget)};
    switch (recorder_->write(path, header, context_.stop)) {
      case observe::CyclesRecorder::Answer::written:
        return {};
      case observe::CyclesRecorder::Answer::cycle:
        return violated();
      case observe::CyclesRecorder::Answer::failed:
        break;
    }
    return {recorder_->why()};
  }

 private:
  static CycleScript violated() {
    return {"a second look found what violates it; without a store that may miss states, a check will tell", true};
  }

  Settings settings_;
  Context context_;
  std::unique_ptr<model::Model> model_;
  model::Movers* movers_ = nullptr;
  std::optional<observe::CyclesRecorder> recorder_;
  search::Outcome outcome_;
};

}  // namespace

CycleScript write_cycle_script(const CycleProperty& property, bool reduced, const load::Program& program,
                               const Settings& settings, const Context& context, const std::string& path) {
  try {
    for (;;) {
      load::Program watched = program;
      std::string why = load::watch(watched, property.asked, reduced, context.stop);
      if (!why.empty()) return {std::move(why)};
      RankingPass pass(watched, property, settings, context);
      const search::Outcome& outcome = pass.outcome();
      // Again where a reduction presumed what does not hold, as the search before may not have seen.
      if (outcome.why == search::Why::unsupported && program.presumptions.refuted_by(outcome.unsupported)) continue;
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
