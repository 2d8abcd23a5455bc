// What a model's runs with few preemptions are, by enumeration from the definition: preemption_runs FILE BOUND LENGTH.
// Prints one line of JSON: how many pairs of a state and its last mover need 0, 1, … preemptions; how many the first
// violation needs; and whether the bounded layer has exactly the runs of at most LENGTH steps that the definition has.
// It knows nothing of layers but by asking for the bounded program.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "load/derive.hpp"
#include "load/load.hpp"

namespace {

using namespace waymark;
using State = std::vector<model::Word>;
using Run = std::vector<model::Transition>;

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t most_pairs = 20'000, most_runs = 100'000;

struct Edge {
  Run choices;  // more than one inside an indivisible sequence
  std::uint32_t mover = none;
  std::optional<State> to;
  bool fails = false;
};

struct Node {
  std::set<std::uint32_t> movers;  // who can move
  std::vector<Edge> edges;
  bool dead = false;
};

void follow(model::Model& model, const Edge& before, std::vector<Edge>& out) {
  std::vector<model::Transition> enabled;
  model.enabled(enabled);
  const model::Mark mark = model.mark();
  for (const model::Transition& one : enabled) {
    Edge edge = before;
    edge.choices.push_back({model::actor_of(one), one.action, one.choice});
    if (edge.mover == none) edge.mover = model::actor_of(one);
    const model::Step fired = model.fire(one);
    edge.fails = edge.fails || fired == model::Step::failed;
    const model::Step became = model::outcome(fired, model);
    if (became == model::Step::intermediate) {
      follow(model, edge, out);
    } else {
      if (became == model::Step::moved) {
        const auto words = model.pack().words;
        edge.to = State(words.begin(), words.end());
      }
      if (became != model::Step::pruned) out.push_back(edge);
    }
    model.rewind(mark);
  }
}

class Space {
 public:
  explicit Space(model::Model& model) : model_(model) {
    model_.reset();
    const auto words = model_.pack().words;
    start_ = State(words.begin(), words.end());
  }

  [[nodiscard]] const State& start() const { return start_; }
  [[nodiscard]] const Node& node(const State& state) {
    const auto [place, fresh] = nodes_.try_emplace(state);
    if (!fresh) return place->second;
    Node& node = place->second;
    model_.unpack(state);
    std::vector<model::Transition> enabled;
    model_.enabled(enabled);
    for (const model::Transition& one : enabled) node.movers.insert(model::actor_of(one));
    node.dead = enabled.empty() && !model_.facts().proper_end;
    follow(model_, {}, node.edges);
    return node;
  }

 private:
  model::Model& model_;
  State start_;
  std::map<State, Node> nodes_;
};

// A step preempts the last mover if it is another's, and the last one could have moved.
bool preempts(const Node& node, std::uint32_t last, const Edge& edge) {
  return last != none && edge.mover != last && node.movers.contains(last);
}

void runs(Space& space, const State& state, std::uint32_t last, std::uint64_t left, std::size_t length, Run& run,
          std::set<Run>& out) {
  out.insert(run);
  if (length == 0 || out.size() > most_runs) return;
  const Node& node = space.node(state);
  for (const Edge& edge : node.edges) {
    const std::uint64_t cost = preempts(node, last, edge) ? 1 : 0;
    if (cost > left) continue;
    const std::size_t before = run.size();
    run.insert(run.end(), edge.choices.begin(), edge.choices.end());
    if (edge.to) {
      runs(space, *edge.to, edge.mover, left - cost, length - 1, run, out);
    } else {
      out.insert(run);
    }
    run.resize(before);
  }
}

// The same of a model that leaves out by itself what has too many.
void layered_runs(Space& space, const State& state, std::size_t length, Run& run, std::set<Run>& out) {
  out.insert(run);
  if (length == 0 || out.size() > most_runs) return;
  for (const Edge& edge : space.node(state).edges) {
    const std::size_t before = run.size();
    run.insert(run.end(), edge.choices.begin(), edge.choices.end());
    if (edge.to) {
      layered_runs(space, *edge.to, length - 1, run, out);
    } else {
      out.insert(run);
    }
    run.resize(before);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  load::Source source;
  source.program = argv[1];
  const std::uint64_t bound = std::stoull(argv[2]);
  const std::size_t length = std::stoull(argv[3]);
  const load::Program program = load::load(source);
  load::Program bounded = program;
  if (!load::bound_preemptions(bounded, static_cast<std::uint32_t>(bound)).empty()) return 3;

  const auto plain = program.make();
  Space space(*plain);
  // Of each pair: the least number. A last mover who cannot move is as good as none.
  std::map<std::pair<State, std::uint32_t>, std::uint64_t> least{{{space.start(), none}, 0}};
  std::deque<std::pair<State, std::uint32_t>> left{{space.start(), none}};
  std::optional<std::uint64_t> violated;
  const auto violate = [&](std::uint64_t at) { violated = std::min(violated.value_or(at), at); };
  while (!left.empty()) {
    const auto [state, last] = left.front();
    left.pop_front();
    const std::uint64_t used = least.at({state, last});
    const Node& node = space.node(state);
    if (node.dead) violate(used);
    for (const Edge& edge : node.edges) {
      const std::uint64_t then = used + (preempts(node, last, edge) ? 1 : 0);
      if (edge.fails && then <= bound) violate(then);
      if (!edge.to) continue;
      const bool able = space.node(*edge.to).movers.contains(edge.mover);
      const std::pair<State, std::uint32_t> next{*edge.to, able ? edge.mover : none};
      const auto [place, fresh] = least.try_emplace(next, then);
      if (!fresh && place->second <= then) continue;
      place->second = then;
      left.push_back(next);
      if (least.size() > most_pairs) return 3;
    }
  }
  std::vector<std::uint64_t> states;
  bool beyond = false;
  for (const auto& [pair, number] : least) {
    const Node& node = space.node(pair.first);
    for (const Edge& edge : node.edges) {
      const std::uint64_t then = number + (preempts(node, pair.second, edge) ? 1 : 0);
      beyond = beyond || (edge.fails && then > bound);
    }
    beyond = beyond || number > bound;
    if (number > bound) continue;
    if (states.size() <= number) states.resize(number + 1);
    ++states[number];
  }
  std::set<Run> defined, layered;
  Run run;
  runs(space, space.start(), none, bound, length, run, defined);
  const auto model = bounded.make();
  Space other(*model);
  layered_runs(other, other.start(), length, run, layered);
  const bool cut = defined.size() > most_runs || layered.size() > most_runs;
  std::printf("%s\n", fmt::format(R"({{"states":[{}],"violated":{},"beyond":{},"runs":{},"equal":{}}})",
                                  fmt::join(states, ","), violated ? std::to_string(*violated) : "null", beyond,
                                  defined.size(), cut || defined == layered)
                          .c_str());
  return 0;
}
