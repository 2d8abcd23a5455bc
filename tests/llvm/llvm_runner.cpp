// Explores programs in LLVM IR and prints one line about each, for tests: llvm_runner [OPTION...] FILE...
//
//   --checked    every promise of the model is tested in every state
//   --races, --overflow, --leaks, --spurious, --reuse, --por, --inputs sample, --range NAME=LOW..HIGH, --invariant
//   EXPRESSION
//   --states N, --compiler NAME
//   --outputs    prints all final values of the global variable `result`, sorted
//   --trail      prints how it came to a violation
#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostics.hpp"
#include "llvm/compile/build.hpp"
#include "llvm/llvm_model.hpp"
#include "model/testing/checked.hpp"

namespace waymark {
namespace {

struct Options {
  llvm::Settings settings;
  std::shared_ptr<llvm::Journal> journal;
  bool checked = false;
  bool reduce = false;
  bool outputs = false;
  bool every_way = false;
  bool trail = false;
  std::uint64_t most_states = 2'000'000;
  std::vector<std::string> invariants;
  std::vector<std::string> files;
  std::string compiler;
  std::vector<std::string> flags;
};

struct Exploration {
  std::string verdict = "holds";
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::set<std::string> outputs;
  model::Violation refutation;
};

std::string output_of(llvm::Machine& machine) {
  const llvm::Program& program = machine.program();
  for (std::size_t i = 0; i < program.globals.size(); ++i) {
    const llvm::DecodedGlobal& global = program.globals[i];
    if (global.name != "result") continue;
    std::string text;
    const llvm::Object* object = machine.memory().at(global.reference);
    for (std::uint64_t at = 0; at + 4 <= global.size; at += 4) {
      llvm::Value value;
      (void)machine.memory().read(*object, at, 4, value);
      text += value.undefined != 0 ? "? " : fmt::format("{} ", static_cast<std::int32_t>(value.bits));
    }
    return text;
  }
  return "";
}

void tell(const std::vector<model::Transition>& path, model::Model& model) {
  model.reset();
  for (const model::Transition& step : path) {
    model::Explanation events;
    (void)model.explain(step, events);
    for (const model::Event& event : events) {
      std::cout << fmt::format("  {}: {} ({})\n", event.who, event.text, event.location);
    }
  }
  for (const model::Standing& standing : model.standings()) {
    std::cout << fmt::format("  {} stands at {} {}\n", standing.who, standing.ways[0].location, standing.waits_for);
  }
}

// Breadth-first: by the words of states, and where each came from.
Exploration explore(const Options& options, const std::shared_ptr<const llvm::Program>& program) {
  Exploration found;
  auto made = std::make_unique<llvm::LlvmModel>(program, options.settings, options.journal);
  llvm::LlvmModel* const inner = made.get();
  std::unique_ptr<model::Model> model = std::move(made);
  if (options.checked) {
    auto mirror = std::make_unique<llvm::LlvmModel>(program, options.settings, options.journal);
    if (options.reduce) (void)mirror->reduce({});
    if (options.reduce) (void)inner->reduce({});
    // The two have pools of their own, so words are compared by what they stand for.
    model = std::make_unique<model::Checked>(std::move(model), std::move(mirror));
  }
  std::vector<model::Watch> watches;
  for (const std::string& text : options.invariants) watches.push_back(model->watch(text));
  if (options.reduce && !options.checked) (void)model->reduce({});
  struct Entry {
    std::vector<model::Word> words;
    std::uint64_t from = 0;
    model::Transition by;
  };
  std::deque<Entry> all;
  std::set<std::vector<model::Word>> known;
  model->reset();
  const auto words_now = [&] {
    const auto words = model->pack().words;
    return std::vector<model::Word>(words.begin(), words.end());
  };
  all.push_back({words_now(), 0, {}});
  known.insert(all.front().words);
  const auto path_to = [&](std::uint64_t at) {
    std::vector<model::Transition> path;
    for (; at != 0; at = all[at].from) path.insert(path.begin(), all[at].by);
    return path;
  };
  const auto end = [&](std::string verdict, std::vector<model::Transition> path) {
    found.verdict = std::move(verdict);
    found.states = all.size();
    if (options.trail) tell(path, *inner);
  };
  std::vector<model::Transition> ways;
  for (std::uint64_t at = 0; at < all.size(); ++at) {
    model->unpack(all[at].words);
    for (const model::Watch watch : watches) {
      if (!model->holds(watch)) {
        end("violation invariant", path_to(at));
        return found;
      }
    }
    model->enabled(ways);
    if (ways.empty()) {
      if (!model->facts().proper_end) {
        end("violation deadlock", path_to(at));
        return found;
      }
      if (options.outputs) found.outputs.insert(output_of(inner->machine()));
      continue;
    }
    const model::Mark mark = model->mark();
    const std::vector<model::Transition> now = ways;
    for (const model::Transition& way : now) {
      ++found.transitions;
      const model::Step step = model->fire(way);
      if (step == model::Step::failed || step == model::Step::unsupported) {
        const model::Violation violation = model->violation();
        found.refutation = violation;
        auto path = path_to(at);
        path.push_back(way);
        end(fmt::format("{} {}: {} ({})", step == model::Step::failed ? "violation" : "refused", violation.kind,
                        violation.detail, violation.location),
            path);
        return found;
      }
      if (step == model::Step::moved) {
        std::vector<model::Word> words = words_now();
        if (known.insert(words).second) {
          all.push_back({std::move(words), at, way});
          if (all.size() > options.most_states) {
            end("incomplete", {});
            return found;
          }
        }
      }
      model->rewind(mark);
    }
  }
  found.states = all.size();
  return found;
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--checked") {
      options.checked = true;
    } else if (word == "--por") {
      options.reduce = true;
    } else if (word == "--every-way") {
      options.every_way = true;
    } else if (word.starts_with("-std=")) {
      options.flags.push_back(word);
    } else if (word == "--outputs") {
      options.outputs = true;
    } else if (word == "--trail") {
      options.trail = true;
    } else if (word == "--races") {
      options.settings.races = true;
    } else if (word == "--overflow") {
      options.settings.overflow = true;
    } else if (word == "--leaks") {
      options.settings.leaks = true;
    } else if (word == "--spurious") {
      options.settings.spurious = true;
    } else if (word == "--reuse") {
      options.settings.reuse = true;
    } else if (word == "--inputs" && i + 1 < count) {
      options.settings.inputs = base::named<base::WideInputs>(words[++i]).value();
    } else if (word == "--states" && i + 1 < count) {
      options.most_states = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--invariant" && i + 1 < count) {
      options.invariants.emplace_back(words[++i]);
      options.settings.shown.push_back(options.invariants.back());
    } else if (word == "--compiler" && i + 1 < count) {
      options.compiler = words[++i];
    } else if (word == "--range" && i + 1 < count) {
      const std::string text = words[++i];
      const std::size_t equals = text.find('=');
      const std::size_t dots = text.find("..");
      options.settings.ranges[text.substr(0, equals)] = {std::strtoll(text.c_str() + equals + 1, nullptr, 10),
                                                         std::strtoll(text.c_str() + dots + 2, nullptr, 10)};
    } else {
      options.files.push_back(word);
    }
  }
  return options;
}

int run(int count, char** words) {
  Options options = parse(count, words);
  for (const std::string& file : options.files) {
    try {
      llvm::BuildRequest request;
      request.files.push_back(file);
      request.compiler = options.compiler;
      request.flags = options.flags;
      request.native = [](std::string_view name) { return llvm::builtin_named(name) != llvm::Builtin::none; };
      llvm::Built built = llvm::build(request);
      const std::string entry = built.module.functions[built.entry].name;
      auto module = std::make_shared<const llvm::Module>(std::move(built.module));
      const auto program = llvm::decode(module, entry);
      // As it is, with every promise of the model tested, reduced, and both.
      for (int way = 0; way < (options.every_way ? 4 : 1); ++way) {
        if (options.every_way) {
          options.checked = way % 2 != 0;
          options.reduce = way >= 2;
        }
        options.journal = std::make_shared<llvm::Journal>();
        Exploration found = explore(options, program);
        while (found.refutation.kind == llvm::refuted_presumption &&
               llvm::refute(options.journal->dropped, found.refutation)) {
          found = explore(options, program);
        }
        std::cout << fmt::format("{}: {} [{} states, {} transitions]\n", file, found.verdict, found.states,
                                 found.transitions);
        for (const std::string& output : found.outputs) std::cout << "  result " << output << "\n";
      }
    } catch (const base::InputError& error) {
      std::cout << fmt::format("{}: error: {}\n", file, error.what());
    } catch (const model::BrokenPromise& broken) {
      std::cout << fmt::format("{}: {}\n", file, broken.what());
    }
  }
  return 0;
}

}  // namespace
}  // namespace waymark

int main(int count, char** words) { return waymark::run(count, words); }
