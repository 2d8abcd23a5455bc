#include "report/state_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "containers/sequences.hpp"
#include "model/path.hpp"
#include "model/walker.hpp"
#include "report/format.hpp"
#include "report/xml.hpp"

namespace waymark::report {

namespace {

constexpr std::uint64_t most_graph_bytes = std::uint64_t{1} << 30;
constexpr std::uint32_t most_told = 2000;        // states whose variables are kept
constexpr std::uint32_t longest_chain = 10'000;  // of choices inside an indivisible sequence

class GraphWalk {
 public:
  GraphWalk(model::Model& model, std::uint64_t most, const base::Stop& stop)
      : model_(model), states_(budget_), path_(model), most_(most), stop_(stop) {}

  StateGraph run() {
    model_.reset();
    (void)states_.insert(model_.pack().words);
    graph_.depth.push_back(0);
    for (std::uint32_t number = 0; number < states_.size(); ++number) {
      expand(number);
    }
    std::sort(graph_.bad.begin(), graph_.bad.end());
    graph_.bad.erase(std::unique(graph_.bad.begin(), graph_.bad.end()), graph_.bad.end());
    return std::move(graph_);
  }

  // The states of a path, in their order.
  std::vector<std::uint32_t> way(std::span<const std::uint32_t> choices) {
    model::Walker walker(model_);
    std::vector<std::uint32_t> numbers{0};
    for (const std::uint32_t choice : choices) {
      if (walker.stuck() || choice >= walker.enabled().size()) break;
      (void)walker.take(choice);
      if (!walker.at_state()) continue;
      const std::uint64_t number = states_.find(model_.pack().words);
      if (number == containers::Sequences::none) break;
      numbers.push_back(static_cast<std::uint32_t>(number));
    }
    return numbers;
  }

 private:
  void expand(std::uint32_t number) {
    model_.unpack(states_.at(number));
    if (number < most_told) graph_.values.push_back(valuation());
    (void)path_.push(number);
    if (path_.width() == 0 && !model_.facts().proper_end) graph_.bad.push_back(number);
    const model::Expansion expansion = path_.each_step(longest_chain, [&](model::Step fired, model::Step became) {
      stop_.poll();
      if (fired == model::Step::failed) graph_.bad.push_back(number);
      if (became == model::Step::unsupported) graph_.complete = false;
      if (became == model::Step::moved) arrive(number);
      return true;
    });
    if (expansion != model::Expansion::complete) graph_.complete = false;
    path_.clear();
  }

  [[nodiscard]] std::string valuation() {
    constexpr std::size_t most_variables = 40;
    const std::vector<model::Value> values = model_.values();
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < most_variables; ++i) {
      text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", values[i].name, values[i].value);
    }
    return text + (values.size() > most_variables ? ", …" : "");
  }

  void arrive(std::uint32_t from) {
    const std::span<const model::Word> words = model_.pack().words;
    if (states_.size() >= most_ && states_.find(words) == containers::Sequences::none) {
      graph_.complete = false;
      return;
    }
    const containers::Sequences::Answer to = states_.insert(words);
    if (to.number == containers::Sequences::none) {
      graph_.complete = false;
      return;
    }
    if (to.fresh) graph_.depth.push_back(graph_.depth[from] + 1);
    const model::Transition& first = path_.transition_at(0);  // on the path there is this state alone
    const std::string text = first.action < model_.actions() ? model_.action(first.action).text : "";
    base::poll_growth(&stop_, graph_.edges);
    graph_.edges.push_back({from, static_cast<std::uint32_t>(to.number), text});
  }

  model::Model& model_;
  base::Budget budget_{most_graph_bytes};
  containers::Sequences states_;
  model::Path path_;
  std::uint64_t most_;
  const base::Stop& stop_;
  StateGraph graph_;
};

bool among(const std::vector<std::uint32_t>& sorted, std::uint32_t state) {
  return std::binary_search(sorted.begin(), sorted.end(), state);
}

// For each state whether the way goes through it, and for each edge whether it goes along.
struct Marks {
  explicit Marks(const StateGraph& graph) : states(graph.way) {
    for (std::size_t i = 1; i < graph.way.size(); ++i) edges.emplace_back(graph.way[i - 1], graph.way[i]);
    std::sort(states.begin(), states.end());
    std::sort(edges.begin(), edges.end());
  }
  [[nodiscard]] bool along(const StateGraph::Edge& edge) const {
    return std::binary_search(edges.begin(), edges.end(), std::pair(edge.from, edge.to));
  }
  std::vector<std::uint32_t> states;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
};

std::string dot_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

StateGraph state_graph(model::Model& model, std::uint64_t most_states, std::span<const std::uint32_t> choices,
                       const base::Stop& stop) {
  GraphWalk walk(model, most_states, stop);
  StateGraph graph = walk.run();
  if (!choices.empty()) graph.way = walk.way(choices);
  return graph;
}

std::string dot(const StateGraph& graph) {
  const Marks marks(graph);
  std::string text = "digraph states {\n  node [shape=circle, label=\"\", width=0.18];\n";
  for (std::uint32_t state = 0; state < graph.depth.size(); ++state) {
    text += fmt::format("  {} [tooltip=\"state {}, depth {}\"{}{}{}];\n", state, state, graph.depth[state],
                        state == 0 ? ", shape=doublecircle" : "",
                        among(graph.bad, state) ? ", style=filled, fillcolor=red" : "",
                        among(marks.states, state) ? ", color=red, penwidth=2" : "");
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    text += fmt::format("  {} -> {} [label=\"{}\"{}];\n", edge.from, edge.to, dot_text(edge.label),
                        marks.along(edge) ? ", color=red, penwidth=2" : "");
  }
  return text + "}\n";
}

std::string graphml(const StateGraph& graph) {
  const Marks marks(graph);
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "<key id=\"depth\" for=\"node\" attr.name=\"depth\" attr.type=\"long\"/>\n"
      "<key id=\"bad\" for=\"node\" attr.name=\"bad\" attr.type=\"boolean\"/>\n"
      "<key id=\"way\" for=\"all\" attr.name=\"way\" attr.type=\"boolean\"/>\n"
      "<key id=\"label\" for=\"edge\" attr.name=\"label\" attr.type=\"string\"/>\n"
      "<graph id=\"states\" edgedefault=\"directed\">\n";
  for (std::uint32_t state = 0; state < graph.depth.size(); ++state) {
    text += fmt::format(
        "<node id=\"n{}\"><data key=\"depth\">{}</data><data key=\"bad\">{}</data><data key=\"way\">{}</data></node>\n",
        state, graph.depth[state], among(graph.bad, state), among(marks.states, state));
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    text += fmt::format(
        "<edge source=\"n{}\" target=\"n{}\"><data key=\"label\">{}</data><data key=\"way\">{}</data></edge>\n",
        edge.from, edge.to, xml_text(edge.label), marks.along(edge));
  }
  return text + "</graph>\n</graphml>\n";
}

}  // namespace waymark::report
