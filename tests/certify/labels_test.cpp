#include "certify/labels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "certify/lean.hpp"
#include "labelled.hpp"

namespace waymark::certify {
namespace {

struct Case {
  graph::Edges shape;
  Successors graph;
  std::vector<bool> accepting;  // by numbers of `graph`
};

// With some states accepting; numbers of `graph` are those of breadth-first search.
Case random_case(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto states = static_cast<std::uint32_t>(2 + random() % 30);
  Case made;
  made.shape = graph::random_graph(states, states - 1 + static_cast<std::uint32_t>(random() % 30), seed);
  for (std::uint32_t state = 0; state < states; ++state) {
    if (random() % 6 == 0) made.shape.accepting.push_back(state);
  }
  made.graph = successors_of(made.shape);
  // The oracle numbers states as it meets them; the graph has their names in its words.
  graph::Graph graph(made.shape);
  graph.reset();
  std::vector<std::vector<model::Word>> states_met;
  const auto note = [&] {
    const auto words = graph.pack().words;
    std::vector<model::Word> copy(words.begin(), words.end());
    if (std::find(states_met.begin(), states_met.end(), copy) != states_met.end()) return;
    states_met.push_back(copy);
    made.accepting.push_back(graph.facts().accepting);
  };
  note();
  for (std::size_t i = 0; i < states_met.size(); ++i) {
    const std::vector<model::Word> words = states_met[i];
    graph.unpack(words);
    std::vector<model::Transition> enabled;
    graph.enabled(enabled);
    const model::Mark mark = graph.mark();
    for (const model::Transition& transition : enabled) {
      EXPECT_EQ(graph.fire(transition), model::Step::moved);
      note();
      graph.rewind(mark);
    }
  }
  return made;
}

// Which states each one leads to in one or more steps.
std::vector<std::vector<bool>> closure(const Successors& graph) {
  std::vector<std::vector<bool>> reach(graph.size(), std::vector<bool>(graph.size(), false));
  for (std::size_t from = 0; from < graph.size(); ++from) {
    for (const std::uint32_t to : graph[from]) reach[from][to] = true;
  }
  for (std::size_t middle = 0; middle < graph.size(); ++middle) {
    for (std::size_t from = 0; from < graph.size(); ++from) {
      for (std::size_t to = 0; to < graph.size(); ++to) {
        if (reach[from][middle] && reach[middle][to]) reach[from][to] = true;
      }
    }
  }
  return reach;
}

bool has_accepting_cycle(const Case& given) {
  const auto reach = closure(given.graph);
  for (std::size_t state = 0; state < given.graph.size(); ++state) {
    if (given.accepting[state] && reach[state][state]) return true;
  }
  return false;
}

// By definition: the number of different accepting states on the way from each, itself included, however the way goes.
// Without accepting cycles that is a rank.
std::vector<std::uint64_t> ranks_of(const Case& given) {
  const auto reach = closure(given.graph);
  std::vector<std::uint64_t> ranks(given.graph.size(), 0);
  // The most accepting states in a row: relaxation until nothing changes, as often as there are states.
  for (std::size_t round = 0; round < given.graph.size(); ++round) {
    for (std::size_t from = 0; from < given.graph.size(); ++from) {
      for (std::size_t to = 0; to < given.graph.size(); ++to) {
        if (!reach[from][to]) continue;
        ranks[from] = std::max(ranks[from], ranks[to] + (given.accepting[from] ? 1 : 0));
      }
    }
  }
  return ranks;
}

// The script of a breadth-first tree, with these labels; states for which `explored` is false are frontier.
Labelled script_of(const Case& given, script::Form form, const std::vector<std::uint64_t>& ranks,
                   const std::vector<bool>& explored) {
  std::vector<std::vector<bool>> rows(given.graph.size());
  std::vector<std::uint64_t> counts(given.graph.size(), 0);
  std::vector<bool> met(given.graph.size(), false);
  std::vector<std::uint32_t> queue = {0};
  met[0] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (!explored[queue[i]]) continue;
    for (const std::uint32_t to : given.graph[queue[i]]) {
      rows[queue[i]].push_back(!met[to]);
      if (met[to]) ++counts[to];
      if (!met[to]) queue.push_back(to);
      met[to] = true;
    }
  }
  Labelled script;
  script.form = form;
  const std::function<void(std::uint32_t)> enter = [&](std::uint32_t state) {
    Labelled::State entry{!explored[state], rows[state], counts[state], {ranks[state], 0}, {}};
    if (explored[state]) {
      for (const std::uint32_t to : given.graph[state]) entry.claims.push_back({ranks[to], 0});
    }
    script.states.push_back(entry);
    for (std::size_t i = 0; i < rows[state].size(); ++i) {
      if (rows[state][i]) enter(given.graph[state][i]);
    }
  };
  enter(0);
  return script;
}

std::vector<std::uint64_t> distances_of(const Successors& graph) {
  std::vector<std::uint64_t> distances(graph.size(), graph.size());
  distances[0] = 0;
  for (std::size_t round = 0; round < graph.size(); ++round) {
    for (std::size_t from = 0; from < graph.size(); ++from) {
      for (const std::uint32_t to : graph[from]) distances[to] = std::min(distances[to], distances[from] + 1);
    }
  }
  return distances;
}

Result certify_labelled(const Case& given, const std::string& path, unsigned jobs = 1) {
  Request request = only_the_script();
  request.jobs = jobs;
  return run_lean(graphs(given.shape), {open(path)}, request, Secret::draw());
}

TEST(Labels, ranks_certify_if_and_only_if_no_cycle_is_accepting) {
  const Scratch scratch;
  unsigned with_cycle = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Case given = random_case(seed);
    const Labelled script =
        script_of(given, script::Form::cycles, ranks_of(given), std::vector<bool>(given.graph.size(), true));
    const bool cycle = has_accepting_cycle(given);
    with_cycle += cycle ? 1 : 0;
    // With an accepting cycle these are no ranks: some transition would have to keep what must fall.
    std::vector<bool> explored;
    ASSERT_EQ(oracle_accepts(given.graph, given.accepting, script, explored), !cycle) << seed;
    if (!encode(script, scratch.file("s"))) {
      ASSERT_TRUE(cycle);
      continue;
    }
    const Result result = certify_labelled(given, scratch.file("s"));
    ASSERT_EQ(result.verdict, cycle ? Verdict::rejected : Verdict::certified) << seed << ": " << result.why;
  }
  EXPECT_GT(with_cycle, 50u);
  EXPECT_LT(with_cycle, 250u);
}

// Lies of all kinds: labels of states and of transitions, counts, rows, frontiers.
void lie(Labelled& script, std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Labelled::State& state = script.states[below(script.states.size())];
  const std::uint64_t change = 1 + below(2);
  switch (below(7)) {
    case 0:
      state.label.rank += below(2) == 0 ? change : std::uint64_t{0} - std::min(change, state.label.rank);
      break;
    case 1:
      if (state.claims.empty()) break;
      state.claims[below(state.claims.size())].rank += change;
      break;
    case 2: {
      if (state.claims.empty()) break;
      std::uint64_t& rank = state.claims[below(state.claims.size())].rank;
      rank -= std::min(rank, change);
      break;
    }
    case 3:
      state.count += change;
      break;
    case 4:
      state.count -= std::min(state.count, change);
      break;
    case 5:
      if (script.form == script::Form::partial) state.frontier = !state.frontier;
      break;
    default:
      // All labels alike, which is what whoever does not know any would write.
      for (Labelled::State& all : script.states) {
        all.label.rank = script.form == script::Form::cycles ? change : all.label.rank;
        for (Label& claim : all.claims) claim.rank = script.form == script::Form::cycles ? change : claim.rank;
      }
  }
}

void forge(script::Form form) {
  const Scratch scratch;
  std::mt19937_64 random(11);
  unsigned certified = 0;
  unsigned rejected = 0;
  for (unsigned round = 0; round < 600; ++round) {
    const Case given = random_case(static_cast<unsigned>(random() % 400));
    std::vector<bool> explored(given.graph.size(), true);
    const std::vector<std::uint64_t> distances = distances_of(given.graph);
    const std::uint64_t limit = random() % 6;
    if (form == script::Form::partial) {
      for (std::size_t i = 0; i < explored.size(); ++i) explored[i] = distances[i] < limit;
    }
    Labelled script = script_of(given, form, form == script::Form::cycles ? ranks_of(given) : distances, explored);
    for (std::uint64_t lies = random() % 3; lies > 0; --lies) lie(script, random);
    settle(script);
    const bool truly = oracle_accepts(given.graph, given.accepting, script, explored);
    if (!encode(script, scratch.file("s"))) {
      ASSERT_FALSE(truly) << round;
      continue;
    }
    const Result result = certify_labelled(given, scratch.file("s"), random() % 2 == 0 ? 1 : 3);
    const Verdict good = form == script::Form::cycles ? Verdict::certified : Verdict::in_part;
    ASSERT_EQ(result.verdict, truly ? good : Verdict::rejected) << round << ": " << result.why;
    ++(truly ? certified : rejected);
    if (truly && form == script::Form::cycles) {
      ASSERT_FALSE(has_accepting_cycle(given)) << round;
    }
    if (!truly || form != script::Form::partial) continue;
    // What is proved: every state nearer than what is covered was explored.
    std::uint64_t nearest = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < explored.size(); ++i) {
      if (!explored[i]) nearest = std::min(nearest, distances[i]);
    }
    ASSERT_LE(result.figures.covered, nearest) << round;
  }
  EXPECT_GT(certified, 80u);
  EXPECT_GT(rejected, 80u);
}

TEST(Labels, lies_about_ranks_are_rejected) { forge(script::Form::cycles); }
TEST(Labels, lies_about_distances_and_frontiers_are_rejected) { forge(script::Form::partial); }

TEST(Labels, a_rank_that_presumes_fairness_is_rejected_unless_fairness_was_asked_for) {
  const Scratch scratch;
  Case given;
  given.shape.edges = {{0, 1, 1}, {1, 0, 2}};
  given.graph = successors_of(given.shape);
  given.accepting = {false, false};
  Labelled script = script_of(given, script::Form::cycles, {0, 0}, {true, true});
  for (Labelled::State& state : script.states) {
    state.label.set = 5;  // of an actor that never can move: every transition is fair to it
    for (Label& claim : state.claims) claim.set = 5;
  }
  ASSERT_TRUE(encode(script, scratch.file("s")));
  Request request = only_the_script();
  EXPECT_EQ(run_lean(graphs(given.shape), {open(scratch.file("s"))}, request, Secret::draw()).verdict,
            Verdict::rejected);
  request.fair = true;
  const Result result = run_lean(graphs(given.shape), {open(scratch.file("s"))}, request, Secret::draw());
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_NE(result.why.find("acceptance set"), std::string::npos) << result.why;
}

TEST(Labels, elements_tell_labels_apart) {
  LabelledElements elements(Secret::draw());
  const model::Fingerprint state{3, 4};
  const Element plain = elements.of(state, {});
  EXPECT_EQ(plain, Element::of(state));
  EXPECT_FALSE(elements.of(state, {1, 0}) == plain);
  EXPECT_FALSE(elements.of(state, {0, 1}) == plain);
  EXPECT_FALSE(elements.of(state, {1, 0}) == elements.of(state, {0, 1}));
  EXPECT_EQ(elements.of(state, {}), plain);
}

}  // namespace
}  // namespace waymark::certify
