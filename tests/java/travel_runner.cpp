// States that travel: one process writes them, another one reads them and has to see the same.
//
//   travel_runner write CLASSPATH FILE < MODELS    writes sampled states of each model, and all that is seen there
//   travel_runner read CLASSPATH FILE              reads them, in another order, and compares
//   travel_runner damage CLASSPATH < MODELS        damages written states; reading them must do no harm
//
// A line of MODELS is FILE.pml, FILE.graph, or REDUCTION [OPTION...] CLASS [ARG...], where REDUCTION is `on`, `off`, or
// `calls`: on, and with calls of the library as one step.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "java/asked.hpp"
#include "java/java_model.hpp"

namespace {

using namespace waymark;
using model::Step;

constexpr std::size_t sampled_states = 40;
constexpr int longest_walk = 400;
constexpr int most_walks = 12;
constexpr int rounds_of_damage = 400;

struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void demand(bool kept, const std::string& promise) {
  if (!kept) throw Broken(promise);
}

// What a reduction presumed was invalidated: all has to begin anew.
struct Refuted {
  model::Violation by;
};

std::string text_of(const model::Fingerprint& print) { return fmt::format("{:016x}{:016x}", print.high, print.low); }

Step fire(model::Model& model, const model::Transition& way) {
  const Step step = model.fire(way);
  if (step == Step::unsupported && model.violation().kind == java::refuted_presumption)
    throw Refuted{model.violation()};
  return step;
}

// What is enabled, in its order, and where it leads; actions are told by their places, for their numbers are each
// process' own.
std::string ways_of(model::Model& model) {
  std::string out;
  std::vector<model::Transition> ways;
  model.enabled(ways);
  const model::Mark here = model.mark();
  for (const model::Transition& way : ways) {
    const model::Action action = model.action(way.action);
    const Step step = fire(model, way);
    out += fmt::format("{} {} {} {} {}", way.actor, way.choice, action.text, action.location, static_cast<int>(step));
    if (step == Step::intermediate) out += " (" + ways_of(model) + ")";
    if (step == Step::moved) out += " " + text_of(model.fingerprint());
    if (step == Step::failed) out += " " + model.violation().kind;
    out += "; ";
    model.rewind(here);
  }
  return out;
}

struct State {
  std::string bytes;
  std::string fingerprint;
  std::string ways;
};

std::string written(model::Model& model) {
  base::ByteSink sink;
  model.write(sink);
  return {sink.bytes().begin(), sink.bytes().end()};
}

bool reads(model::Model& model, std::string_view bytes) {
  base::ByteSource source({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  return model.read(source) && source.at_end();
}

// States along random walks: the first ones, and some of the later ones.
std::vector<State> sample(model::Model& model) {
  std::mt19937 random(1);  // NOLINT: the same states every time
  std::set<std::string> known;
  std::vector<State> states;
  std::vector<model::Transition> ways;
  for (int walk = 0; walk < most_walks && states.size() < sampled_states; ++walk) {
    model.reset();
    for (int steps = 0; steps < longest_walk && states.size() < sampled_states; ++steps) {
      if (steps < 6 || random() % 8 == 0) {
        State state{written(model), text_of(model.fingerprint()), {}};
        if (known.insert(state.fingerprint).second) {
          state.ways = ways_of(model);
          demand(written(model) == state.bytes, "the same bytes after going on and back");
          states.push_back(std::move(state));
        }
      }
      model.enabled(ways);
      Step step = Step::pruned;
      do {
        if (ways.empty()) break;
        step = fire(model, ways[random() % ways.size()]);
        if (step == Step::intermediate) model.enabled(ways);
      } while (step == Step::intermediate);
      if (step != Step::moved) break;
    }
  }
  return states;
}

void compare(model::Model& model, const State& state) {
  demand(reads(model, state.bytes), "what was written is read");
  demand(text_of(model.fingerprint()) == state.fingerprint, "the same fingerprint");
  demand(written(model) == state.bytes, "the same bytes when written again");
  demand(ways_of(model) == state.ways, "the same transitions, which lead to the same states");
  const model::Packed packed = model.pack();
  const std::vector<model::Word> words(packed.words.begin(), packed.words.end());
  model.reset();
  model.unpack(words);
  demand(text_of(model.fingerprint()) == state.fingerprint, "the same fingerprint after pack() and unpack()");
  demand(written(model) == state.bytes, "the same bytes after pack() and unpack()");
}

// Flips bits, writes over, cuts off, and puts parts of another state in.
std::string damaged(std::string bytes, const std::string& other, std::mt19937& random) {
  const auto somewhere = [&](const std::string& in) { return random() % in.size(); };
  for (auto changes = 1 + random() % 3; changes > 0 && !bytes.empty(); --changes) {
    switch (random() % 5) {
      case 0:
        bytes[somewhere(bytes)] ^= static_cast<char>(1u << random() % 8);
        break;
      case 1:
        bytes[somewhere(bytes)] = static_cast<char>(random());
        break;
      case 2:
        bytes.resize(somewhere(bytes));
        break;
      case 3: {
        const std::size_t from = somewhere(other);
        bytes.replace(somewhere(bytes), random() % 40, other, from, random() % 40);
        break;
      }
      default:
        bytes.insert(somewhere(bytes), 5, static_cast<char>(random()));
    }
  }
  return bytes;
}

// Whatever is read, one can go on from the start afterwards. What was taken for a state can be looked at, but going on
// from there may take the program anywhere.
std::size_t damage(model::Model& model, const std::vector<State>& states) {
  std::mt19937 random(2);  // NOLINT: the same damage every time
  std::size_t refused = 0;
  std::vector<model::Transition> ways;
  model.reset();
  const std::string initial = written(model);
  for (int i = 0; i < rounds_of_damage; ++i) {
    const std::string bytes =
        damaged(states[random() % states.size()].bytes, states[random() % states.size()].bytes, random);
    if (reads(model, bytes)) {
      demand(written(model).size() <= bytes.size() * 2, "no more is read than was written");
      model.enabled(ways);
      (void)model.fingerprint();
    } else {
      ++refused;
    }
    model.reset();
    demand(written(model) == initial, "reset() comes back after reading");
    const State& whole = states[random() % states.size()];
    demand(reads(model, whole.bytes) && written(model) == whole.bytes, "a whole state is read after a damaged one");
  }
  return refused;
}

bool is_java(const std::string& line) { return !line.ends_with(".pml") && !line.ends_with(".graph"); }

load::Source source_of(const std::string& line, const std::string& classpath) {
  if (!is_java(line)) return tests::asked_source(line, "");
  const std::string reduction = line.substr(0, line.find(' '));
  load::Source source = tests::asked_source(line.substr(reduction.size()), classpath);
  source.java.library = reduction == "calls" ? java::LibraryCalls::atomic : java::LibraryCalls::steps;
  return source;
}

// A model of one line, and what has been invalidated of it so far.
class Subject {
 public:
  Subject(const std::string& classpath, const std::string& line)
      : program(load::load(source_of(line, classpath))), reduced_(is_java(line) && !line.starts_with("off ")) {}

  const load::Program program;

  [[nodiscard]] std::unique_ptr<model::Model> model() const { return tests::made_model(program, reduced_); }

  // Calls it with a model, and again if what was presumed is invalidated.
  template <typename Do>
  auto run(const Do& act) {
    while (true) {
      const auto subject = model();
      try {
        return act(*subject);
      } catch (const Refuted& invalidated) {
        demand(program.front_end->invalidated_by(invalidated.by), "what was invalidated can be read");
      }
    }
  }

 private:
  bool reduced_;
};

std::vector<std::string> lines_of(std::istream& in) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

int write(const std::string& path, const std::string& file) {
  base::ByteSink out;
  for (const std::string& line : lines_of(std::cin)) {
    Subject subject(path, line);
    const std::vector<State> states = subject.run([](model::Model& model) { return sample(model); });
    out.text(line);
    out.text(subject.program.front_end->invalidated());
    out.varint(states.size());
    for (const State& state : states) {
      out.text(state.bytes);
      out.text(state.fingerprint);
      out.text(state.ways);
    }
  }
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(out.bytes().data()), static_cast<std::streamsize>(out.size()));
  return stream.flush() ? 0 : 2;
}

int read(const std::string& path, const std::string& file) {
  const std::string contents = base::read_file(file, std::uint64_t{1} << 32);
  base::ByteSource in({reinterpret_cast<const std::uint8_t*>(contents.data()), contents.size()});
  std::size_t total = 0, bytes = 0, models = 0;
  int broken = 0;
  for (; !in.at_end() && !in.failed(); ++models) {
    const std::string line = in.text(1 << 20);
    Subject subject(path, line);
    demand(subject.program.front_end->invalidate(in.text(1 << 20)), "what was invalidated can be read");
    std::vector<State> states(in.varint());
    for (State& state : states) {
      state.bytes = in.text(1 << 28);
      state.fingerprint = in.text(1 << 10);
      state.ways = in.text(1 << 28);
      bytes += state.bytes.size();
    }
    demand(!in.failed(), "the file is whole");
    const auto model = subject.model();
    try {
      // The last ones first: classes are met in another order than by the one who wrote.
      for (std::size_t i = states.size(); i-- > 0;) compare(*model, states[i]);
      total += states.size();
    } catch (const Broken& promise) {
      fmt::print("{}: broken promise: {}\n", line, promise.what());
      ++broken;
    } catch (const Refuted&) {
      fmt::print("{}: broken promise: the same presumptions are invalidated\n", line);
      ++broken;
    }
  }
  fmt::print("{} states of {} models have travelled, {} bytes each\n", total, models, total == 0 ? 0 : bytes / total);
  return broken == 0 && !in.failed() ? 0 : 1;
}

int damage_all(const std::string& path) {
  std::size_t refused = 0, rounds = 0;
  int broken = 0;
  for (const std::string& line : lines_of(std::cin)) {
    Subject subject(path, line);
    const std::vector<State> states = subject.run([](model::Model& model) { return sample(model); });
    const auto model = subject.model();
    try {
      refused += damage(*model, states);
      rounds += rounds_of_damage;
    } catch (const Broken& promise) {
      fmt::print("{}: broken promise: {}\n", line, promise.what());
      ++broken;
    }
  }
  fmt::print("{} of {} damaged states were refused\n", refused, rounds);
  return broken == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string what = argc > 2 ? argv[1] : "";
    if (argc != (what == "damage" ? 3 : 4)) throw base::InputError("travel_runner: error: see the top of its source");
    const std::string path = argv[2];
    if (what == "write") return write(path, argv[3]);
    if (what == "read") return read(path, argv[3]);
    return damage_all(path);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
