// Table 1 and figure 1 of the Java PathFinder paper: what it costs to keep states of a Java program, and to go back to
// them, in the ways that the paper compares.
//
//   java_states_bench [--curve] CLASSPATH MAIN [ARG...]
//
// All ways walk the same states depth-first:
//   no compression        every state is kept spelled out, and copied onto the stack; going back rewrites all of it
//   collapse              a state is kept as a row of numbers of its parts; the stack has copies, spelled out
//   optimised backtrack   the stack has references to rows; going back rewrites the parts that differ
//   journal               going back undoes what the step has done
// With --curve: the memory of collapse and of optimised backtrack on the way, and the depth of the stack.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <deque>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/diagnostics.hpp"
#include "java/program.hpp"

namespace {

using namespace waymark;

enum class Way { none, collapse, backtrack, journal };

struct Figures {
  std::size_t states = 0;
  std::size_t transitions = 0;
  std::size_t kept = 0;  // bytes of all states, their parts included
  std::size_t stack = 0;
  double seconds = 0;
};

struct Place {
  std::vector<model::Transition> enabled;
  std::size_t next = 0;
  const std::string* row = nullptr;
  std::string copy;
  model::Mark mark = 0;
};

constexpr std::size_t samples = 20;

class Walk {
 public:
  Walk(java::JavaModel& checker, Way way, std::size_t expected) : checker_(checker), way_(way), expected_(expected) {}

  Figures run() {
    const std::clock_t begin = std::clock();
    checker_.reset();
    arrive();
    while (!path_.empty()) {
      Place& place = path_.back();
      if (place.next != 0) go_back(place);
      if (place.next == place.enabled.size()) {
        stack_ -= place.copy.size();
        path_.pop_back();
        continue;
      }
      ++figures_.transitions;
      if (checker_.fire(place.enabled[place.next++]) == model::Step::moved) arrive();
    }
    figures_.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    figures_.states = seen_.size();
    figures_.kept = kept_ + (way_ == Way::none ? 0 : checker_.vm().memory().pool_bytes());
    return figures_;
  }

 private:
  std::string spelled() {
    sink_.clear();
    checker_.write(sink_);
    return {sink_.bytes().begin(), sink_.bytes().end()};
  }
  std::string row() {
    const auto words = checker_.pack().words;
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
  }
  void stand_in(const std::string& packed) {
    words_.assign(packed.size() / sizeof(model::Word), 0);
    std::copy(packed.begin(), packed.end(), reinterpret_cast<char*>(words_.data()));
    checker_.unpack(words_);
  }

  void arrive() {
    const auto [known, fresh] = seen_.insert(way_ == Way::none ? spelled() : row());
    if (!fresh) return;
    kept_ += known->size();
    Place place;
    place.row = &*known;
    if (way_ == Way::none) {
      // The copy on the stack; what it is made from is the row, as states cannot be read back from their spelling.
      rows_.push_back(row());
      place.row = &rows_.back();
      place.copy = *known;
    }
    if (way_ == Way::collapse) place.copy = spelled();
    checker_.enabled(place.enabled);
    if (way_ == Way::journal) place.mark = checker_.mark();
    stack_ += place.copy.size();
    figures_.stack = std::max(figures_.stack, stack_);
    path_.push_back(std::move(place));
    if (expected_ != 0 && seen_.size() % (expected_ / samples + 1) == 0) sample();
  }

  void go_back(const Place& place) {
    if (way_ == Way::journal) return checker_.rewind(place.mark);
    if (way_ != Way::backtrack) checker_.reset();  // so that everything has to be rewritten
    stand_in(*place.row);
  }

  void sample() const {
    const std::size_t kept = kept_ + checker_.vm().memory().pool_bytes();
    fmt::print("| {} | {} | {:.2f} | {:.2f} |\n", seen_.size(), path_.size(), static_cast<double>(kept + stack_) / 1e6,
               static_cast<double>(kept + path_.size() * sizeof(void*)) / 1e6);
  }

  java::JavaModel& checker_;
  Way way_;
  std::size_t expected_;
  Figures figures_;
  std::unordered_set<std::string> seen_;
  std::deque<std::string> rows_;
  std::vector<Place> path_;
  std::vector<model::Word> words_;
  base::ByteSink sink_;
  std::size_t kept_ = 0;
  std::size_t stack_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const bool curve = argc > 1 && std::string_view(argv[1]) == "--curve";
    if (curve) ++argv, --argc;
    if (argc < 3) throw base::InputError("java_states_bench: error: a class path and a main class are expected");
    const classpath::ClassPath path(classpath::split_class_path(argv[1]),
                                    classpath::Image::open(classpath::find_jdk_image("")));
    java::Settings settings;
    settings.main_class = argv[2];
    settings.arguments.assign(argv + 3, argv + argc);
    const auto measure = [&](Way way, std::size_t expected) {
      java::JavaModel checker(tests::source_of(path), settings);
      return Walk(checker, way, expected).run();
    };
    if (curve) {
      const std::size_t states = measure(Way::journal, 0).states;
      fmt::print("| states | depth | copies on the stack, MB | references, MB |\n| --- | --- | --- | --- |\n");
      static_cast<void>(measure(Way::collapse, states));
      return 0;
    }
    constexpr std::pair<Way, const char*> ways[] = {{Way::none, "no compression"},
                                                    {Way::collapse, "collapse"},
                                                    {Way::backtrack, "optimised backtrack"},
                                                    {Way::journal, "journal"}};
    fmt::print("| way | states | transitions | cpu s | bytes/state | states, MB | stack, MB |\n");
    fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const auto& [way, name] : ways) {
      const Figures it = measure(way, 0);
      fmt::print("| {} | {} | {} | {:.2f} | {} | {:.2f} | {:.2f} |\n", name, it.states, it.transitions, it.seconds,
                 it.kept / it.states, static_cast<double>(it.kept) / 1e6, static_cast<double>(it.stack) / 1e6);
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
