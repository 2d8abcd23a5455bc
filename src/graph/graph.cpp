#include "graph/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <random>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "containers/mix.hpp"

namespace waymark::graph {

namespace {

constexpr std::uint32_t most_states = 1u << 24;

struct Line {
  const std::string& name;
  std::uint32_t line = 0;
};

[[noreturn]] void refuse(const Line& where, std::string_view why) {
  throw base::InputError(fmt::format("{}:{}: error: {}", where.name, where.line, why));
}

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> tokens(std::string_view line) {
  std::vector<std::string_view> result;
  constexpr std::string_view blank = " \t\r";
  for (std::size_t at = line.find_first_not_of(blank); at < line.size(); at = line.find_first_not_of(blank, at)) {
    if (line[at] == '#') break;
    const std::size_t end = std::min(line.find_first_of(" \t\r#", at), line.size());
    result.push_back(line.substr(at, end - at));
    at = end;
  }
  return result;
}

std::uint32_t state_named(std::string_view token, const Line& where) {
  const auto value = number(token);
  if (!value || *value >= most_states) {
    refuse(where, fmt::format("'{}' found, a state number below {} expected", token, most_states));
  }
  return *value;
}

Edges read_edges(std::string_view text, const std::string& name) {
  Edges shape;
  shape.name = name;
  Line where{name};
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++where.line;
    const auto words = tokens(line);
    if (words.empty()) continue;
    if (words.size() != 2)
      refuse(where, "expected two state numbers, or one after 'end', 'fail', 'accept', 'progress' or 'pass'");
    const std::uint32_t second = state_named(words[1], where);
    if (words[0] == "end") {
      shape.kinds.emplace_back(second, Edges::Kind::end);
    } else if (words[0] == "fail") {
      shape.kinds.emplace_back(second, Edges::Kind::fail);
    } else if (words[0] == "accept") {
      shape.accepting.push_back(second);
    } else if (words[0] == "progress") {
      shape.progress.push_back(second);
    } else if (words[0] == "pass") {
      shape.kinds.emplace_back(second, Edges::Kind::pass);
    } else {
      shape.edges.push_back({state_named(words[0], where), second, where.line});
    }
  }
  return shape;
}

}  // namespace

Graph::Graph(const Edges& shape) : edges_(shape.edges), padding_(shape.padding), name_(shape.name) {
  std::uint32_t states = 1;
  for (const Edge& edge : edges_) states = std::max({states, edge.from + 1, edge.to + 1});
  for (const auto& [state, kind] : shape.kinds) states = std::max(states, state + 1);
  for (const std::uint32_t state : shape.accepting) states = std::max(states, state + 1);
  for (const std::uint32_t state : shape.progress) states = std::max(states, state + 1);
  CHECK(states <= most_states);
  accepting_.assign(states, false);
  progress_.assign(states, false);
  for (const std::uint32_t state : shape.accepting) accepting_[state] = true;
  for (const std::uint32_t state : shape.progress) progress_[state] = true;
  std::stable_sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
  begins_.assign(states + 1, 0);
  for (const Edge& edge : edges_) ++begins_[edge.from + 1];
  for (std::uint32_t i = 0; i < states; ++i) begins_[i + 1] += begins_[i];
  kinds_.assign(states, Kind::plain);
  for (const auto& [state, kind] : shape.kinds) {
    if (kinds_[state] != Kind::plain && kinds_[state] != kind) {
      throw base::InputError(fmt::format("{}: error: state {} has two kinds", name_, state));
    }
    kinds_[state] = kind;
  }
  refuse_bad_passing();
  reached_.assign(edges_.size(), false);
  reset();
}

Graph::Graph(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> edges)
    : Graph([&] {
        Edges shape;
        for (const auto& [from, to] : edges) shape.edges.push_back({from, to, 0});
        return shape;
      }()) {}

std::unique_ptr<Graph> Graph::parse(std::string_view text, std::uint32_t padding, const std::string& name) {
  Edges shape = read_edges(text, name);
  shape.padding = padding;
  return std::make_unique<Graph>(shape);
}

// An indivisible step ends: no passing state may be the first, the last or on a cycle of its kind.
void Graph::refuse_bad_passing() const {
  const auto refuse_state = [this](std::uint32_t state, std::string_view why) {
    throw base::InputError(fmt::format("{}: error: passing state {} {}", name_, state, why));
  };
  if (kinds_[0] == Kind::pass) refuse_state(0, "cannot be the initial one");
  // Takes away passing states that only wait for others, as in a topological sort.
  std::vector<std::uint32_t> inward(kinds_.size(), 0);
  std::vector<std::uint32_t> ready;
  for (const Edge& edge : edges_) {
    if (kinds_[edge.from] == Kind::pass) ++inward[edge.to];
  }
  std::uint32_t left = 0;
  for (std::uint32_t state = 0; state < kinds_.size(); ++state) {
    if (kinds_[state] != Kind::pass) continue;
    if (begins_[state] == begins_[state + 1]) refuse_state(state, "has no edges");
    ++left;
    if (inward[state] == 0) ready.push_back(state);
  }
  while (!ready.empty()) {
    const std::uint32_t state = ready.back();
    ready.pop_back();
    --left;
    inward[state] = 0;
    for (std::uint32_t e = begins_[state]; e < begins_[state + 1]; ++e) {
      const std::uint32_t to = edges_[e].to;
      if (kinds_[to] == Kind::pass && --inward[to] == 0) ready.push_back(to);
    }
  }
  if (left == 0) return;
  for (std::uint32_t state = 0; state < kinds_.size(); ++state) {
    if (kinds_[state] == Kind::pass && inward[state] > 0)
      refuse_state(state, "is on or behind a cycle of passing states");
  }
}

void Graph::arrive(std::uint32_t number, Tally& tally, std::vector<bool>& met, std::vector<std::uint32_t>& open) const {
  if (kinds_[number] == Kind::pass) {
    for (std::uint32_t e = begins_[number]; e < begins_[number + 1]; ++e) arrive(edges_[e].to, tally, met, open);
    return;
  }
  ++tally.transitions;
  if (kinds_[number] == Kind::fail) ++tally.failures;
  if (met[number]) return;
  met[number] = true;
  open.push_back(number);
}

Tally Graph::tally() const {
  Tally result;
  std::vector<bool> met(kinds_.size(), false);
  std::vector<std::uint32_t> open{0};
  met[0] = true;
  while (!open.empty()) {
    const std::uint32_t state = open.back();
    open.pop_back();
    ++result.states;
    if (begins_[state] == begins_[state + 1] && kinds_[state] != Kind::end) ++result.deadlocks;
    for (std::uint32_t e = begins_[state]; e < begins_[state + 1]; ++e) arrive(edges_[e].to, result, met, open);
  }
  return result;
}

model::Watch Graph::watch(std::string_view expression) {
  const auto state = number(expression);
  if (!state) throw base::InputError(fmt::format("'{}' found, a state number expected", expression));
  watches_.push_back(*state);
  return static_cast<model::Watch>(watches_.size() - 1);
}

std::uint64_t Graph::partition_hash(model::PartitionKey key) {
  if (key == model::PartitionKey::whole) return fingerprint().high;
  return containers::mix_pair(static_cast<model::Word>(key), here() / 4);
}

void Graph::enter_anew(std::uint32_t number) {
  CHECK(number < kinds_.size());
  state_.clear();
  state_.push_part(0, 1);
  state_.set<model::Word>(0, number);
  for (std::uint32_t i = 0; i < padding_; ++i) state_.set<model::Word>(state_.push_part(i + 1, 1), pad(number, i));
}

void Graph::enabled(std::vector<model::Transition>& out) {
  out.clear();
  const std::uint32_t state = here();
  if (kinds_[state] == Kind::pass) base::poll(stop_);  // n of these in a row may be 2^n ways
  for (std::uint32_t e = begins_[state]; e < begins_[state + 1]; ++e) out.push_back({.action = e});
}

model::Step Graph::fire(const model::Transition& transition) {
  const Edge& edge = edges_[transition.action];
  CHECK(edge.from == here());
  reached_[transition.action] = true;
  state_.set<model::Word>(0, edge.to);
  for (std::uint32_t i = 0; i < padding_; ++i) {
    if (pad(edge.from, i) != pad(edge.to, i)) state_.set<model::Word>(4 * (i + 1), pad(edge.to, i));
  }
  switch (kinds_[edge.to]) {
    case Kind::pass:
      return model::Step::intermediate;
    case Kind::fail:
      violation_ = {.kind = "assertion",
                    .detail = fmt::format("state {} was entered", edge.to),
                    .location = fmt::format("{}:{}", name_, edge.line),
                    .after = model::Step::moved};
      return model::Step::failed;
    default:
      return model::Step::moved;
  }
}

bool Graph::read(base::ByteSource& source) {
  const std::uint64_t state = source.varint();
  if (source.failed() || state >= kinds_.size() || kinds_[state] == Kind::pass) return false;
  enter_anew(static_cast<std::uint32_t>(state));
  return true;
}

bool Graph::read_words(std::span<const model::Word> words) {
  if (words.empty() || words[0] >= kinds_.size() || kinds_[words[0]] == Kind::pass) return false;
  enter_anew(words[0]);
  const auto mine = state_.pack().words;
  return std::equal(words.begin(), words.end(), mine.begin(), mine.end());
}

model::Action Graph::action(model::ActionId id) const {
  const Edge& edge = edges_[id];
  return {.actor = "graph",
          .text = fmt::format("{} -> {}", edge.from, edge.to),
          .location = fmt::format("{}:{}", name_, edge.line)};
}

model::Step Graph::explain(const model::Transition& transition, model::Explanation& out) {
  const model::Action described = action(transition.action);
  const std::uint32_t before = here();
  const model::Step step = fire(transition);
  model::Event event;
  event.who = described.actor;
  event.text = described.text;
  event.location = described.location;
  event.changes.push_back({"state", fmt::format("{}", before), fmt::format("{}", here())});
  out.push_back(std::move(event));
  return step;
}

Edges random_graph(std::uint32_t states, std::uint32_t edges, std::uint64_t seed) {
  CHECK(states > 0 && edges >= states - 1);
  std::mt19937_64 random(seed);
  // The remainder, not a distribution of the library: the same graph everywhere.
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  Edges shape;
  // Every state but the first has an edge from an earlier one, so all are reachable; the rest goes anywhere.
  for (std::uint32_t state = 1; state < states; ++state) shape.edges.push_back({below(state), state, 0});
  while (shape.edges.size() < edges) shape.edges.push_back({below(states), below(states), 0});
  // Not in order of discovery, which would be too friendly to whatever walks it.
  for (std::size_t i = shape.edges.size(); i > 1; --i) {
    std::swap(shape.edges[i - 1], shape.edges[below(static_cast<std::uint32_t>(i))]);
  }
  for (std::uint32_t state = 0; state < states; ++state) {
    if (below(4) == 0) shape.kinds.emplace_back(state, Edges::Kind::end);
  }
  return shape;
}

}  // namespace waymark::graph
