// Toys with several actors: a graph whose edges belong to actors, and all that is to be known of it, found by plain
// recursion: successors, which states accept, and for each step who moves in it and who could have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "graph/graph.hpp"
#include "model/layer.hpp"
#include "oracle.hpp"

namespace waymark::certify {

// A graph whose i-th edge, by its number, is a step of actor i modulo their number; the last of them, if there is one
// more, is an observer, whose steps are nobody's.
class Acting final : public model::Layer {
 public:
  Acting(std::unique_ptr<model::Model> inner, std::uint32_t actors, bool observed)
      : Layer(std::move(inner), 0x1234), actors_(actors), observed_(observed) {}

  void enabled(std::vector<model::Transition>& out) override {
    inner().enabled(out);
    for (model::Transition& transition : out) transition.actor = actor(transition.action);
  }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override {
    return inner().fire({0, transition.action, transition.choice});
  }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain({0, transition.action, transition.choice}, out);
  }

 protected:
  [[nodiscard]] bool fits(model::Word word) const override { return word == 0; }

 private:
  [[nodiscard]] std::uint32_t actor(std::uint32_t edge) const {
    const std::uint32_t number = edge * 7 % (actors_ + (observed_ ? 1 : 0));
    return number == actors_ ? model::nobody : number;
  }

  std::uint32_t actors_;
  bool observed_;
};

// Who moves first in a step, and who could have then.
struct Mover {
  std::uint32_t who = model::nobody;
  std::set<std::uint32_t> able;

  [[nodiscard]] bool fair_to(std::uint64_t actor) const {
    return who == model::nobody || who == actor || !able.contains(static_cast<std::uint32_t>(actor));
  }
};

struct Explored {
  Successors graph;
  std::vector<bool> accepting;
  std::vector<std::vector<Mover>> movers;  // of each step

  static Explored of(model::Model& model) {
    Explored out;
    std::map<std::vector<model::Word>, std::uint32_t> numbers;
    std::vector<std::vector<model::Word>> states;
    const auto number = [&] {
      const auto words = model.pack().words;
      std::vector<model::Word> copy(words.begin(), words.end());
      const auto [place, fresh] = numbers.try_emplace(copy, static_cast<std::uint32_t>(states.size()));
      if (!fresh) return place->second;
      states.push_back(std::move(copy));
      out.accepting.push_back(model.facts().accepting);
      return place->second;
    };
    const auto expand = [&](const auto& self, std::uint32_t from, const Mover& begun) -> void {
      std::vector<model::Transition> enabled;
      model.enabled(enabled);
      Mover here;
      for (const model::Transition& transition : enabled) {
        if (model::actor_of(transition) != model::nobody) here.able.insert(model::actor_of(transition));
      }
      const model::Mark mark = model.mark();
      for (const model::Transition& transition : enabled) {
        Mover mover = begun;
        if (begun.who == model::nobody) {
          mover = here;
          mover.who = model::actor_of(transition);
        }
        const model::Step step = model::outcome(model.fire(transition), model);
        if (step == model::Step::moved) {
          const std::uint32_t to = number();
          out.graph[from].push_back(to);
          out.movers[from].push_back(mover);
        }
        if (step == model::Step::intermediate) self(self, from, mover);
        model.rewind(mark);
      }
    };
    model.reset();
    number();
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      const std::vector<model::Word> words = states[i];
      model.unpack(words);
      out.graph.emplace_back();
      out.movers.emplace_back();
      expand(expand, i, {});
    }
    return out;
  }

  // By definition: some states all lead to each other, one of them is accepting, and no actor is treated unfairly by
  // all steps among them.
  [[nodiscard]] bool has_accepting_cycle(bool fair) const {
    const std::size_t n = graph.size();
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (std::size_t from = 0; from < n; ++from) {
      for (const std::uint32_t to : graph[from]) reach[from][to] = true;
    }
    for (std::size_t middle = 0; middle < n; ++middle) {
      for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; reach[from][middle] && to < n; ++to) {
          if (reach[middle][to]) reach[from][to] = true;
        }
      }
    }
    std::set<std::uint32_t> actors;
    for (const auto& steps : movers) {
      for (const Mover& mover : steps) actors.insert(mover.able.begin(), mover.able.end());
    }
    for (std::size_t state = 0; state < n; ++state) {
      if (!accepting[state] || !reach[state][state]) continue;
      const auto together = [&](std::size_t other) { return reach[state][other] && reach[other][state]; };
      const auto served = [&](std::uint32_t actor) {
        for (std::size_t from = 0; from < n; ++from) {
          for (std::size_t i = 0; together(from) && i < graph[from].size(); ++i) {
            if (together(graph[from][i]) && movers[from][i].fair_to(actor)) return true;
          }
        }
        return false;
      };
      if (!fair || std::all_of(actors.begin(), actors.end(), served)) return true;
    }
    return false;
  }
};

// Makes toys: each the same for the same seed.
inline Factory acting(unsigned seed) {
  std::mt19937_64 random(seed);
  const auto states = static_cast<std::uint32_t>(2 + random() % 9);
  graph::Edges shape =
      graph::random_graph(states, states + static_cast<std::uint32_t>(random() % (2 * states)), random());
  if (random() % 3 == 0) shape = with_passing(shape, random);
  shape.accepting.clear();
  for (std::uint32_t state = 0; state < states; ++state) {
    const bool passing = std::any_of(shape.kinds.begin(), shape.kinds.end(), [&](const auto& kind) {
      return kind.first == state && kind.second == graph::Edges::Kind::pass;
    });
    if (random() % 3 == 0 && !passing) shape.accepting.push_back(state);
  }
  const auto actors = static_cast<std::uint32_t>(1 + random() % 3);
  const bool observed = random() % 3 == 0;
  return [shape, actors, observed]() -> std::unique_ptr<model::Model> {
    return std::make_unique<Acting>(std::make_unique<graph::Graph>(shape), actors, observed);
  };
}

}  // namespace waymark::certify
