// Contract 1 for Java: all that a search sees is a function of the state alone.
//
//   contract_runner ORDER CLASSPATH < PROGRAMS        ORDER is dfs, bfs or random; a line of PROGRAMS is a main class
//   and its arguments, with "calls" before it if it has too many states unless calls of the library are one step
//
// Prints for every program how many states it has and two sums that do not depend on the order in which they were met:
// of the fingerprints, and of the fingerprints with what is enabled there, named by places in the code. Whoever runs
// this in several processes and orders has to get the same lines. Within the process it sees to it that fingerprints
// are equal if and only if packed states are, and that going back by rewinding and by unpacking comes to the same. All
// of it without reduction, with it, with canonical names besides, and with calls of the library as one step.
#include <fmt/format.h>

#include <deque>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "java/program.hpp"

namespace {

using namespace waymark;

using Words = std::vector<model::Word>;

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void demand(bool kept, const char* promise) {
  if (!kept) throw Broken(promise);
}

// What a reduction presumed was refuted, or something is not there.
struct Unsupported : std::runtime_error {
  Unsupported() : std::runtime_error("unsupported") {}
};

class Walk {
 public:
  Walk(model::Model& model, std::string order) : model_(model), order_(std::move(order)) {}

  void run() {
    model_.reset();
    meet();
    while (!open_.empty()) {
      const Words state = next();
      model_.unpack(state);
      std::vector<model::Transition> enabled;
      model_.enabled(enabled);
      look(enabled);
      const model::Fingerprint here = model_.fingerprint();
      for (const model::Transition& way : enabled) {
        const model::Mark mark = model_.mark();
        const model::Step step = model_.fire(way);
        if (step == model::Step::moved) meet();
        if (step == model::Step::unsupported) throw Unsupported();
        model_.rewind(mark);
        demand(model_.fingerprint() == here, "rewind() comes back to the state");
      }
      const model::Packed packed = model_.pack();
      demand(std::equal(packed.words.begin(), packed.words.end(), state.begin(), state.end()),
             "rewind() and unpack() come to the same packed state");
    }
  }

  [[nodiscard]] std::string text() const {
    return fmt::format("{} states {:016x}{:016x} {:016x}{:016x}", by_print_.size(), sum_.high, sum_.low, seen_.high,
                       seen_.low);
  }

 private:
  // The state in which the model stands.
  void meet() {
    const model::Fingerprint print = model_.fingerprint();
    const model::Packed packed = model_.pack();
    Words words(packed.words.begin(), packed.words.end());
    const auto [by_print, fresh] = by_print_.try_emplace(print, words);
    const auto [by_words, new_words] = by_words_.try_emplace(words, print);
    demand(by_print->second == words, "equal fingerprints have equal packed states");
    demand(by_words->second == print, "equal packed states have equal fingerprints");
    if (!fresh) return;
    sum_ += print;
    open_.push_back(std::move(words));
  }

  Words next() {
    if (order_ == "random") std::swap(open_.back(), open_[random_() % open_.size()]);
    Words state = order_ == "bfs" ? std::move(open_.front()) : std::move(open_.back());
    if (order_ == "bfs") {
      open_.pop_front();
    } else {
      open_.pop_back();
    }
    return state;
  }

  // What is enabled, in its order, goes into the second sum.
  void look(const std::vector<model::Transition>& enabled) {
    std::string all;
    for (const model::Transition& way : enabled) {
      const model::Action action = model_.action(way.action);
      all += fmt::format("{} {} {} {};", way.actor, way.choice, action.text, action.location);
    }
    const model::Fingerprint print = model_.fingerprint();
    seen_ += model::Key::quick().hash(print.low ^ print.high,
                                      {reinterpret_cast<const std::uint8_t*>(all.data()), all.size()});
  }

  model::Model& model_;
  std::string order_;
  std::mt19937 random_{7};
  std::map<model::Fingerprint, Words> by_print_;
  std::map<Words, model::Fingerprint> by_words_;
  std::deque<Words> open_;
  model::Fingerprint sum_;
  model::Fingerprint seen_;
};

// Searches, in one and the same order, until nothing that is presumed is refuted any more.
void refute_all(const classpath::ClassPath& path, const java::Settings& settings) {
  constexpr int most = 100;
  for (int i = 0; i < most; ++i) {
    java::Checker checker(tests::source_of(path), settings);
    checker.key(model::Key::quick());
    demand(checker.reduce({}).empty(), "the program can be reduced");
    try {
      Walk(checker, "bfs").run();
      return;
    } catch (const Unsupported&) {
    }
  }
  demand(false, "the program is supported");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw base::InputError("contract_runner: error: an order and a class path are expected");
    const std::string order = argv[1];
    const classpath::ClassPath path(classpath::split_class_path(argv[2]),
                                    classpath::Image::open(classpath::find_jdk_image("")));
    int broken = 0;
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream words(line);
      java::Settings plain;
      words >> plain.main_class;
      const bool only_calls = plain.main_class == "calls";
      if (only_calls) words >> plain.main_class;
      for (std::string word; words >> word;) plain.arguments.push_back(word);
      for (const char* way : {"whole", "reduced", "canonical", "calls as one step"}) {
        if (only_calls && std::string_view(way) != "calls as one step") continue;
        java::Settings settings = plain;
        if (std::string_view(way) == "calls as one step") settings.library = java::LibraryCalls::atomic;
        settings.refuted = std::make_shared<java::Refuted>();
        settings.symmetry =
            std::string_view(way) == "canonical" ? java::Memory::Symmetry::canonical : java::Memory::Symmetry::site;
        const bool reduced = std::string_view(way) != "whole";
        if (reduced) refute_all(path, settings);
        java::Checker checker(tests::source_of(path), settings);
        checker.key(model::Key::quick());
        if (reduced) demand(checker.reduce({}).empty(), "the program can be reduced");
        Walk walk(checker, order);
        try {
          walk.run();
          fmt::print("{}, {}: {}\n", line, way, walk.text());
        } catch (const Broken& promise) {
          fmt::print("{}, {}: broken promise: {}\n", line, way, promise.what());
          ++broken;
        }
      }
    }
    return broken == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
