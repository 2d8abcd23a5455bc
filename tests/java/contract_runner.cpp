// Contract 1 for Java: all that a search sees is a function of the state alone.
//
//   contract_runner ORDER CLASSPATH [MOST] < PROGRAMS
//
// ORDER is dfs, bfs or random; a line of PROGRAMS is `whole` or `reduced`, options, a main class and its arguments.
// Prints for every line how many states there are and two sums that do not depend on the order in which they were met:
// of the fingerprints, and of the fingerprints with what is enabled there, named by places in the code. Whoever runs
// this in several processes and orders has to get the same lines. Within the process it sees to it that fingerprints
// are equal if and only if packed states are, that the same is enabled whether one came by rewinding or by unpacking,
// and that both come to the same state. With more than MOST states it looks at those that it has met.
#include <fmt/format.h>

#include <deque>
#include <iostream>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "java/asked.hpp"
#include "java/java_model.hpp"

namespace {

using namespace waymark;

using Words = std::vector<model::Word>;

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void demand(bool kept, const char* promise) {
  if (!kept) throw Broken(promise);
}

// What a reduction presumed was invalidated.
struct Refuted {
  model::Violation by;
};

class Walk {
 public:
  Walk(model::Model& model, std::string order, std::size_t most)
      : model_(model), order_(std::move(order)), most_(most) {}

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
        if (step == model::Step::unsupported) {
          if (model_.violation().kind == java::refuted_presumption) throw Refuted{model_.violation()};
          throw Broken("all of the program is supported: " + model_.violation().detail);
        }
        if (step == model::Step::moved) meet();
        model_.rewind(mark);
        demand(model_.fingerprint() == here, "rewind() comes back to the state");
      }
      const std::string before = std::exchange(last_, {});
      model_.enabled(enabled);
      demand(text_of(enabled) == before, "the same is enabled after rewind()");
      const model::Packed packed = model_.pack();
      demand(std::equal(packed.words.begin(), packed.words.end(), state.begin(), state.end()),
             "rewind() and unpack() come to the same packed state");
    }
  }

  [[nodiscard]] bool whole() const { return by_print_.size() <= most_; }
  [[nodiscard]] std::string text() const {
    if (!whole()) return fmt::format("more than {} states", most_);
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
    if (!fresh || by_print_.size() > most_) return;
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

  [[nodiscard]] std::string text_of(const std::vector<model::Transition>& enabled) const {
    std::string all;
    for (const model::Transition& way : enabled) {
      const model::Action action = model_.action(way.action);
      all += fmt::format("{} {} {} {};", way.actor, way.choice, action.text, action.location);
    }
    return all;
  }

  // What is enabled, in its order, goes into the second sum.
  void look(const std::vector<model::Transition>& enabled) {
    last_ = text_of(enabled);
    const model::Fingerprint print = model_.fingerprint();
    seen_ += model::Key::quick().hash(print.low ^ print.high,
                                      {reinterpret_cast<const std::uint8_t*>(last_.data()), last_.size()});
  }

  model::Model& model_;
  std::string order_;
  std::size_t most_;
  std::string last_;  // what was enabled in the state that is looked at
  std::mt19937 random_{7};
  std::map<model::Fingerprint, Words> by_print_;
  std::map<Words, model::Fingerprint> by_words_;
  std::deque<Words> open_;
  model::Fingerprint sum_;
  model::Fingerprint seen_;
};

struct Seen {
  std::string text;
  bool whole = false;
};

// Searches until nothing that is presumed is invalidated any more. Answers what the last search has seen.
Seen search(const load::Program& program, bool reduced, const std::string& order, std::size_t most) {
  constexpr int most_searches = 200;
  for (int i = 0; i < most_searches; ++i) {
    const auto model = tests::made_model(program, reduced);
    Walk walk(*model, order, most);
    try {
      walk.run();
      return {walk.text(), walk.whole()};
    } catch (const Refuted& invalidated) {
      demand(program.front_end->invalidated_by(invalidated.by), "what was invalidated can be read");
    }
  }
  throw Broken("some search is the last one");
}

// What a search breadth-first has not invalidated, no other order refutes, if it saw all states.
std::string walked(const load::Program& program, bool reduced, const std::string& order, std::size_t most) {
  const bool whole = reduced && search(program, reduced, "bfs", most).whole;
  const std::string invalidated = program.front_end->invalidated();
  const Seen seen = search(program, reduced, order, most);
  if (whole)
    demand(program.front_end->invalidated() == invalidated, "the same presumptions are invalidated in every order");
  return seen.text;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3 && argc != 4)
      throw base::InputError("contract_runner: error: an order and a class path are expected");
    const std::string order = argv[1];
    const std::size_t most = argc == 4 ? std::stoul(argv[3]) : std::numeric_limits<std::size_t>::max();
    int broken = 0;
    for (std::string line; std::getline(std::cin, line);) {
      const std::size_t way = line.find(' ');
      try {
        const load::Program program = load::load(tests::asked_source(line.substr(way + 1), argv[2]));
        fmt::print("{}: {}\n", line, walked(program, line.starts_with("reduced "), order, most));
      } catch (const Broken& promise) {
        fmt::print("{}: broken promise: {}\n", line, promise.what());
        ++broken;
      }
    }
    return broken == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
