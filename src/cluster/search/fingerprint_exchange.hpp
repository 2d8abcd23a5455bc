// FingerprintExchange: a state travels only if it is new to its owner. While a level is expanded ranks send each other
// fingerprints (FingerprintQueries); when it is over each asks for the states that it does not know. The rank that is
// asked finds the state once more by the edge that leads there, so nothing has to be kept for the answer.
#pragma once

#include <algorithm>

#include "cluster/exchange/fingerprint_queries.hpp"
#include "cluster/search/state_exchange.hpp"
#include "cluster/transport/collective.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

class FingerprintExchange final : public DirectExchange {
 public:
  explicit FingerprintExchange(const LevelParts& parts) : DirectExchange(parts), codec_(parts.model) {}

  // Fingerprints of the successors are found from that of their source.
  void expand(std::uint64_t id) override { (void)level_.model.fingerprint(); }
  void end_level() override {
    StateExchange::end_level();
    queries_.take_known(
        [&](std::uint64_t id, const FingerprintQueries::Waiting& waiting) { meet_waiting(id, waiting); });
    const std::vector<Bytes> questions = exchange_each(level_.transport, queries_.questions(level_.transport.ranks()));
    level_.explorer.guard([&] { answer_all(questions); });
    StateExchange::end_level();
    queries_.forget_waiting();  // what is left was cut short
  }
  void restored() override {
    store::Store& store = level_.explorer.store();
    level_.explorer.guard([&] {
      for (std::uint64_t id = 0; id < store.size(); ++id) {
        level_.model.unpack(store.words(id));
        queries_.met(level_.model.fingerprint(), id);
      }
    });
  }
  [[nodiscard]] std::uint64_t held_bytes() const override { return queries_.bytes(); }

 private:
  static constexpr std::uint64_t answers_between_turns = 16;

  void send(unsigned to, Edge edge, std::uint64_t) override {
    level_.mailbox.ask(to, edge, level_.model.fingerprint());
  }
  void discovered(std::uint64_t id) override {
    queries_.met(level_.model.fingerprint(), id);
    StateExchange::discovered(id);
  }
  void take(Records& records) override {
    if (records.kind() == Records::Kind::fingerprint) {
      const auto id = queries_.query(records.from(), records.edge(), records.fingerprint());
      if (id) level_.frontier.arrive(*id, records.edge());
      return;
    }
    if (records.kind() != Records::Kind::whole || !codec_.read(records.state())) records.malformed();
    const std::optional<FingerprintQueries::Waiting> waiting = queries_.take(level_.model.fingerprint());
    if (!waiting) records.malformed();
    const auto id = meet_here(waiting->first);
    for (std::uint64_t i = 0; id && i < waiting->others; ++i) level_.frontier.arrive(*id, waiting->first);
  }
  void meet_waiting(std::uint64_t id, const FingerprintQueries::Waiting& waiting) {
    for (std::uint64_t i = 0; i <= waiting.others; ++i) level_.frontier.arrive(id, waiting.first);
  }
  void answer_all(const std::vector<Bytes>& questions) {
    const std::vector<std::uint64_t>& numbers = level_.frontier.numbers();
    const std::vector<std::uint64_t> order = order_of(numbers);
    std::uint64_t count = 0;
    read_each(questions, [&](MessageReader& reader) {
      while (!reader.at_end() && !level_.stopping()) {
        const Edge edge = read_edge(reader);
        const auto at = std::lower_bound(order.begin(), order.end(), edge.source(),
                                         [&](std::uint64_t i, std::uint64_t number) { return numbers[i] < number; });
        if (at == order.end() || numbers[*at] != edge.source()) reader.malformed();
        answer(reader.rank(), edge, level_.frontier.first() + *at);
        if (++count % answers_between_turns == 0) level_.mailbox.turn();
      }
    });
  }
  void answer(unsigned to, Edge edge, std::uint64_t source) {
    level_.explorer.tick();
    search::Retrace retrace(level_.model);
    std::vector<std::uint32_t> choices;
    retrace.start(level_.explorer.store().words(source));
    retrace.go(edge.index(), choices);
    level_.mailbox.answer(to, edge, codec_.here());
  }

  StateCodec codec_;
  FingerprintQueries queries_;
};

}  // namespace waymark::cluster
