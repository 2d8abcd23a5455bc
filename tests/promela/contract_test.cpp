// Contract 1 on the Promela corpus: whatever a search sees is a function of the state alone. The same model, searched
// depth-first, breadth-first and at random, in this process and in another, has the same set of fingerprints. Contract
// 4: a state can travel to another process, and damaged bytes are no state or one like any other.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "base/diagnostics.hpp"
#include "ltl/formula.hpp"
#include "ltl/product.hpp"
#include "model/testing/checked.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

using model::Fingerprint;
using model::Step;

enum class Order { depth_first, breadth_first, random };

constexpr std::size_t most_states = 4000;  // of a larger model, all states within some distance are looked at
constexpr std::size_t any_distance = SIZE_MAX;

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/promela/corpus")) {
    if (entry.path().extension() == ".pml") models.push_back(entry.path());
  }
  std::sort(models.begin(), models.end());
  return models;
}

std::shared_ptr<const Program> load(const std::filesystem::path& path) { return compile(parse_file(path.string())); }

// The states that one step leads to, indivisible sequences gone through; the model is left where it was.
void successors(model::Model& model, std::vector<std::vector<model::Word>>& out) {
  std::vector<model::Transition> ways;
  model.enabled(ways);
  const model::Mark here = model.mark();
  for (const model::Transition& way : ways) {
    Step step = model.fire(way);
    if (step == Step::failed) step = model.violation().after;
    if (step == Step::moved) {
      const auto words = model.pack().words;
      out.emplace_back(words.begin(), words.end());
    } else if (step == Step::intermediate) {
      successors(model, out);
    }
    model.rewind(here);
  }
}

// All states within a distance from the initial one, by fingerprint. Whatever the order, each state is looked at until
// its least distance is found, so the set is the same in all of them.
std::set<Fingerprint> explore(model::Model& model, Order order, std::size_t distance) {
  struct Open {
    std::vector<model::Word> state;
    std::size_t distance;
  };
  std::mt19937 random(7);
  std::map<Fingerprint, std::size_t> least;
  std::deque<Open> open;
  model.reset();
  const auto root = model.pack().words;
  open.push_back({{root.begin(), root.end()}, 0});
  least[model.fingerprint()] = 0;
  while (!open.empty()) {
    if (order == Order::random) std::swap(open[random() % open.size()], open.back());
    const bool first = order == Order::breadth_first;
    const Open here = std::move(first ? open.front() : open.back());
    first ? open.pop_front() : open.pop_back();
    model.unpack(here.state);
    if (here.distance == distance || here.distance > least.at(model.fingerprint())) continue;
    std::vector<std::vector<model::Word>> reached;
    successors(model, reached);
    for (auto& words : reached) {
      model.unpack(words);
      const auto [known, fresh] = least.emplace(model.fingerprint(), here.distance + 1);
      const bool nearer = distance != any_distance && here.distance + 1 < known->second;
      if (!fresh && !nearer) continue;
      known->second = here.distance + 1;
      open.push_back({std::move(words), here.distance + 1});
    }
  }
  std::set<Fingerprint> states;
  for (const auto& [state, _] : least) states.insert(state);
  return states;
}

// How far one can go with no more than most_states; any_distance if that is all of the model.
std::size_t comparable_distance(model::Model& model) {
  std::set<Fingerprint> seen;
  std::vector<std::vector<model::Word>> level;
  model.reset();
  const auto root = model.pack().words;
  level.emplace_back(root.begin(), root.end());
  seen.insert(model.fingerprint());
  for (std::size_t distance = 0;; ++distance) {
    std::vector<std::vector<model::Word>> next;
    for (const auto& state : level) {
      model.unpack(state);
      std::vector<std::vector<model::Word>> reached;
      successors(model, reached);
      for (auto& words : reached) {
        model.unpack(words);
        if (seen.insert(model.fingerprint()).second) next.push_back(std::move(words));
      }
      if (seen.size() > most_states) return distance;
    }
    if (next.empty()) return any_distance;
    level = std::move(next);
  }
}

// A set of fingerprints in a few bytes, for a pipe.
struct Summary {
  std::uint64_t states = 0;
  Fingerprint total;
};

Summary summary(const std::set<Fingerprint>& all) {
  Summary out{all.size(), {}};
  for (const Fingerprint& each : all) out.total += each;
  return out;
}

TEST(ContractOne, every_order_of_search_finds_the_same_fingerprints) {
  std::size_t states = 0;
  for (const auto& path : corpus()) {
    Executor model(load(path));
    const std::size_t distance = comparable_distance(model);
    const auto depth_first = explore(model, Order::depth_first, distance);
    EXPECT_GT(distance, 0u) << path;
    EXPECT_EQ(depth_first, explore(model, Order::breadth_first, distance)) << path;
    EXPECT_EQ(depth_first, explore(model, Order::random, distance)) << path;
    Executor forgetful(load(path), Executor::Steps::executed);
    EXPECT_EQ(depth_first, explore(forgetful, Order::breadth_first, distance)) << path;
    states += depth_first.size();
  }
  EXPECT_GE(states, 10'000u);  // otherwise the corpus has lost what this is about
}

TEST(ContractOne, every_order_of_search_finds_the_same_fingerprints_when_reduced) {
  std::size_t reduced = 0;
  for (const auto& path : corpus()) {
    Executor model(load(path));
    if (!model.reduce({}).empty()) continue;
    const std::size_t distance = comparable_distance(model);
    EXPECT_EQ(explore(model, Order::depth_first, distance), explore(model, Order::random, distance)) << path;
    ++reduced;
  }
  EXPECT_GE(reduced, 50u);
}

// What a process of its own finds; nothing if it dies, for then the pipe ends.
std::optional<Summary> found_by_another_process(const std::filesystem::path& path, std::size_t distance) {
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    // Other addresses, another order. Nothing may leave this block but by _exit: the tests go on in the parent alone.
    try {
      const std::vector<std::string> elsewhere(1000, std::string(100, 'x'));
      Executor model(load(path));
      const Summary found = summary(explore(model, Order::breadth_first, distance));
      _exit(::write(ends[1], &found, sizeof found) == static_cast<ssize_t>(sizeof found) ? 0 : 1);
    } catch (...) {
      _exit(1);
    }
  }
  close(ends[1]);
  Summary found;
  const bool whole = ::read(ends[0], &found, sizeof found) == static_cast<ssize_t>(sizeof found);
  close(ends[0]);
  int status = 0;
  const bool ended = child > 0 && waitpid(child, &status, 0) == child && status == 0;
  return whole && ended ? std::optional(found) : std::nullopt;
}

TEST(ContractOne, another_process_finds_the_same_fingerprints) {
  for (const auto& path : corpus()) {
    Executor model(load(path));
    const std::size_t distance = comparable_distance(model);
    const Summary mine = summary(explore(model, Order::depth_first, distance));
    const std::optional<Summary> theirs = found_by_another_process(path, distance);
    ASSERT_TRUE(theirs) << path << ": the other process died";
    EXPECT_EQ(mine.states, theirs->states) << path;
    EXPECT_EQ(mine.total, theirs->total) << path;
  }
}

TEST(ContractOne, a_process_that_dies_is_noticed) {
  EXPECT_FALSE(found_by_another_process("no such model.pml", any_distance));
}

// The mirror has no step_ids, so what is fired by them is compared with what is executed; also inside indivisible
// steps, and where the automaton goes several ways or the program has come to its end.
TEST(ContractOne, every_promise_holds_of_a_program_and_an_automaton_that_watches_it) {
  const auto program = compile(parse_text("test",
                                          "byte x; chan c = [1] of {byte}; active [2] proctype P() { byte v;"
                                          " do :: c!1 :: c?v; v = 0 :: atomic { x < 3 -> x++; if :: x = 0 :: skip fi } "
                                          ":: x == 3 -> x = 2 :: x == 2 -> break od }"));
  const auto automaton = std::make_shared<const ltl::Prepared>(
      ltl::prepare(ltl::translate(*ltl::parse(R"([] <> "x == 1" && <> [] "x != 2")", "test"), true)));
  std::size_t remembered = 0;
  std::size_t several = 0;  // transitions of the product for one of the program
  const auto product = [&](Executor::Steps steps) {
    return std::make_unique<ltl::Product>(std::make_unique<Executor>(program, steps), automaton,
                                          model::Violation{"ltl", "", "", {}});
  };
  model::Checked checked(product(Executor::Steps::cached), product(Executor::Steps::executed));
  const auto recalling = product(Executor::Steps::cached);
  std::set<std::vector<model::Word>> seen;
  checked.reset();
  recalling->reset();
  const auto root = checked.pack().words;
  std::deque<std::vector<model::Word>> open{{root.begin(), root.end()}};
  while (!open.empty()) {
    const auto state = open.front();
    open.pop_front();
    if (!seen.insert(state).second) continue;
    checked.unpack(state);
    std::vector<std::vector<model::Word>> reached;
    ASSERT_NO_THROW(successors(checked, reached));
    open.insert(open.end(), reached.begin(), reached.end());
    recalling->unpack(state);
    std::vector<model::Transition> ways;
    recalling->enabled(ways);
    const std::span<const model::StepId> step_ids = recalling->step_ids();
    ASSERT_TRUE(step_ids.empty() || step_ids.size() == ways.size());
    const std::set<model::StepId> different(step_ids.begin(), step_ids.end());
    remembered += different.size();
    several += step_ids.size() - different.size();
  }
  EXPECT_GT(remembered, 20u);
  EXPECT_GT(several, 20u);
}

TEST(ContractOne, every_promise_of_the_model_holds_in_the_first_states_of_every_model) {
  for (const auto& path : corpus()) {
    const auto program = load(path);
    auto recalling = std::make_unique<Executor>(program);
    auto anew = std::make_unique<Executor>(program, Executor::Steps::executed);
    EXPECT_EQ(recalling->reduce({}), anew->reduce({}));  // where it is refused, the whole graph is looked at
    // The mirror finds out anew what the model remembers.
    model::Checked model(std::move(recalling), std::move(anew));
    std::set<std::vector<model::Word>> seen;
    std::deque<std::vector<model::Word>> open;
    try {
      model.reset();
      const auto root = model.pack().words;
      open.emplace_back(root.begin(), root.end());
      seen.insert(open.back());
      while (!open.empty() && seen.size() < 300) {
        const auto state = open.front();
        open.pop_front();
        model.unpack(state);
        std::vector<std::vector<model::Word>> reached;
        successors(model, reached);
        for (auto& words : reached) {
          if (seen.insert(words).second) open.push_back(std::move(words));
        }
      }
    } catch (const model::BrokenPromise& broken) {
      ADD_FAILURE() << path << ": " << broken.what();
    }
  }
}

// A state somewhere in the model, as bytes.
std::vector<std::uint8_t> somewhere(model::Model& model, std::mt19937& random) {
  std::vector<std::vector<model::Word>> reached;
  model.reset();
  for (unsigned steps = random() % 8; steps > 0; --steps) {
    reached.clear();
    successors(model, reached);
    if (reached.empty()) break;
    model.unpack(reached[random() % reached.size()]);
  }
  base::ByteSink sink;
  model.write(sink);
  return {sink.bytes().begin(), sink.bytes().end()};
}

bool reads(model::Model& model, const std::vector<std::uint8_t>& bytes) {
  base::ByteSource source(bytes);
  return model.read(source);
}

TEST(ContractFour, a_written_state_is_read_by_another_and_no_part_of_it_is) {
  std::mt19937 random(11);
  for (const auto& path : corpus()) {
    Executor model(load(path));
    Executor other(load(path));
    other.reset();
    const auto bytes = somewhere(model, random);
    ASSERT_TRUE(reads(other, bytes)) << path;
    EXPECT_EQ(model.fingerprint(), other.fingerprint()) << path;
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      EXPECT_FALSE(reads(other, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)})) << path;
    }
  }
}

// Ranks that share states by half of the processes: only steps of every second one lead from rank to rank.
TEST(ContractFour, half_of_the_processes_are_told_apart_by_the_second_the_fourth_and_so_on) {
  Executor model(compile(parse_text("four.pml", "active [4] proctype p() { byte x; x = 7; x = 9 }")));
  model.reset();
  const model::PartitionKey half = model::PartitionKey::half;
  std::vector<model::Transition> enabled;
  model.enabled(enabled);
  ASSERT_EQ(enabled.size(), 4u);
  const std::uint64_t before = model.partitionable()->partition_hash(half);
  const model::Mark mark = model.mark();
  for (const model::Transition& transition : enabled) {
    ASSERT_EQ(model.fire(transition), Step::moved);
    EXPECT_EQ(model.partitionable()->partition_hash(half) == before, model::actor_of(transition) % 2 == 0)
        << model::actor_of(transition);
    model.rewind(mark);
  }
}

// Hostile bytes instead of a state: an answer, never a crash. Where they are taken for a state, it is one in every
// respect: it can be written and read again, gone on from and come back to.
TEST(ContractFour, reading_a_damaged_state_is_refused_or_gives_a_state_to_go_on_from) {
  std::mt19937 random(13);
  std::size_t refused = 0;
  std::size_t accepted = 0;
  for (const auto& path : corpus()) {
    Executor model(load(path));
    Executor other(load(path));
    other.reset();
    for (int round = 0; round < 50; ++round) {
      auto bytes = somewhere(model, random);
      for (unsigned i = 0; i < 1 + random() % 4; ++i)
        bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
      if (!reads(model, bytes)) {
        ++refused;
        continue;
      }
      ++accepted;
      const Fingerprint here = model.fingerprint();
      base::ByteSink again;
      model.write(again);
      ASSERT_TRUE(reads(other, {again.bytes().begin(), again.bytes().end()})) << path;
      EXPECT_EQ(here, other.fingerprint()) << path;
      std::vector<std::vector<model::Word>> reached;
      successors(model, reached);
      EXPECT_EQ(here, model.fingerprint()) << path;
      std::vector<std::vector<model::Word>> reached_by_other;
      successors(other, reached_by_other);
      EXPECT_EQ(reached.size(), reached_by_other.size()) << path;
    }
  }
  EXPECT_GE(refused, 100u);
  EXPECT_GE(accepted, 100u);
}

}  // namespace
}  // namespace waymark::promela
