// Contract 1 on the Promela corpus: whatever a search sees is a function of the state alone. The same model, searched
// depth-first, breadth-first and at random, in this process and in another, has the same set of fingerprints.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <random>
#include <set>

#include "base/diagnostics.hpp"
#include "model/testing/checked.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

using model::Fingerprint;
using model::Step;

enum class Order { depth_first, breadth_first, random };

constexpr std::size_t most_states = 4000;  // models beyond are looked at as far as this goes, in one order only

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

// All states, by fingerprint; empty if there are too many.
std::set<Fingerprint> explore(model::Model& model, Order order) {
  std::mt19937 random(7);
  std::set<Fingerprint> seen;
  std::deque<std::vector<model::Word>> open;
  model.reset();
  const auto root = model.pack().words;
  open.emplace_back(root.begin(), root.end());
  seen.insert(model.fingerprint());
  while (!open.empty() && seen.size() <= most_states) {
    std::size_t next = 0;
    if (order == Order::depth_first) next = open.size() - 1;
    if (order == Order::random) next = random() % open.size();
    const std::vector<model::Word> state = open[next];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
    model.unpack(state);
    std::vector<std::vector<model::Word>> reached;
    successors(model, reached);
    for (auto& words : reached) {
      model.unpack(words);
      if (seen.insert(model.fingerprint()).second) open.push_back(std::move(words));
    }
  }
  if (seen.size() > most_states) seen.clear();
  return seen;
}

Fingerprint sum(const std::set<Fingerprint>& all) {
  Fingerprint total;
  for (const Fingerprint& each : all) total += each;
  return total;
}

TEST(ContractOne, every_order_of_search_finds_the_same_fingerprints) {
  std::size_t compared = 0;
  for (const auto& path : corpus()) {
    Executor model(load(path));
    const auto depth_first = explore(model, Order::depth_first);
    if (depth_first.empty()) continue;
    EXPECT_EQ(depth_first, explore(model, Order::breadth_first)) << path;
    EXPECT_EQ(depth_first, explore(model, Order::random)) << path;
    Executor forgetful(load(path), Executor::Steps::anew);
    EXPECT_EQ(depth_first, explore(forgetful, Order::breadth_first)) << path;
    ++compared;
  }
  EXPECT_GE(compared, 60u);
}

TEST(ContractOne, every_order_of_search_finds_the_same_fingerprints_when_reduced) {
  std::size_t compared = 0;
  for (const auto& path : corpus()) {
    Executor model(load(path));
    if (!model.reduce({}).empty()) continue;
    const auto depth_first = explore(model, Order::depth_first);
    if (depth_first.empty()) continue;
    EXPECT_EQ(depth_first, explore(model, Order::random)) << path;
    ++compared;
  }
  EXPECT_GE(compared, 50u);
}

TEST(ContractOne, another_process_finds_the_same_fingerprints) {
  for (const auto& path : corpus()) {
    int pipe_ends[2];
    ASSERT_EQ(pipe(pipe_ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      // Other addresses, another order.
      std::vector<std::string> elsewhere(1000, std::string(100, 'x'));
      Executor model(load(path));
      const Fingerprint total = sum(explore(model, Order::breadth_first));
      const bool written = ::write(pipe_ends[1], &total, sizeof total) == static_cast<ssize_t>(sizeof total);
      _exit(written ? 0 : 1);
    }
    Executor model(load(path));
    const Fingerprint mine = sum(explore(model, Order::depth_first));
    Fingerprint theirs;
    ASSERT_EQ(::read(pipe_ends[0], &theirs, sizeof theirs), static_cast<ssize_t>(sizeof theirs)) << path;
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(mine, theirs) << path;
  }
}

TEST(ContractOne, every_promise_of_the_model_holds_in_the_first_states_of_every_model) {
  for (const auto& path : corpus()) {
    const auto program = load(path);
    auto recalling = std::make_unique<Executor>(program);
    auto anew = std::make_unique<Executor>(program, Executor::Steps::anew);
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

// Hostile bytes instead of a state: an answer, never a crash, and no state that the program cannot stand in.
TEST(ContractFour, reading_a_damaged_state_is_refused_or_gives_a_state_to_go_on_from) {
  std::mt19937 random(11);
  for (const auto& path : corpus()) {
    Executor model(load(path));
    model.reset();
    base::ByteSink sink;
    model.write(sink);
    for (int round = 0; round < 50; ++round) {
      std::vector<std::uint8_t> bytes(sink.bytes().begin(), sink.bytes().end());
      for (unsigned i = 0; i < 1 + random() % 4; ++i)
        bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
      if (random() % 4 == 0) bytes.resize(random() % bytes.size());
      base::ByteSource source(bytes);
      if (!model.read(source)) continue;
      std::vector<std::vector<model::Word>> reached;
      successors(model, reached);
    }
  }
}

}  // namespace
}  // namespace waymark::promela
