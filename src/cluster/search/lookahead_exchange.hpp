// LookaheadExchange: the children lookahead of the JPF paper's table 3 (ChildLookahead). A rank that sends a state
// looks for its own states among the successors, and the owner does not send those back.
#pragma once

#include "cluster/exchange/child_lookahead.hpp"
#include "cluster/search/state_exchange.hpp"

namespace waymark::cluster {

class LookaheadExchange final : public WholeExchange {
 public:
  LookaheadExchange(const LevelParts& parts, unsigned generations)
      : WholeExchange(parts), lookahead_(parts.transport.ranks(), parts.model, generations, [this] {
          return level_.ownership.owner_here();
        }) {}

  void expand(std::uint64_t id) override {
    WholeExchange::expand(id);
    lookahead_.expand(id);
  }
  void next_level() override { lookahead_.next_level(); }
  void forget() override { lookahead_.forget(); }
  [[nodiscard]] std::uint64_t held_bytes() const override { return lookahead_.held_bytes(); }

 private:
  void enter(Edge edge) override {
    const auto id = meet_here(edge);
    if (id && *id >= level_.frontier.next_first()) lookahead_.follow(edge.index(), *id);
  }
  void send(unsigned to, Edge edge, std::uint64_t hash) override {
    if (const ChildLookahead::Promise* const promise = lookahead_.promised_by(to)) {
      level_.mailbox.send(to, edge, *promise);
    } else if (level_.mailbox.send(to, edge, hash, codec_.here()) && next_depth() < level_.explorer.limits().depth) {
      lookahead_.look(rank_, to, level_.explorer.limits().chain);
    }
  }
  void take(Records& records) override {
    if (records.kind() == Records::Kind::ahead) {
      const auto state = lookahead_.take(records.from(), records.promise(), records.edge().index());
      if (!state) records.malformed();
      (void)meet_state(records, *state);
      return;
    }
    if (records.kind() != Records::Kind::whole) return WholeExchange::take(records);
    const auto id = meet_state(records, records.state());
    if (!id) return;
    records.keep(*id);
    lookahead_.came(records.from(), *id >= level_.frontier.next_first() ? id : std::nullopt);
  }

  ChildLookahead lookahead_;
};

}  // namespace waymark::cluster
