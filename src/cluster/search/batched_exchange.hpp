// BatchedExchange: states that travel as words, entered many at a time (Pending), while the store fetches from memory
// what it needs for them.
#pragma once

#include "cluster/exchange/pending.hpp"
#include "cluster/search/state_exchange.hpp"

namespace waymark::cluster {

class BatchedExchange final : public StateExchange {
 public:
  BatchedExchange(const LevelParts& parts, store::Store& store) : StateExchange(parts), pending_(store) {}

  void forward_by(Edge edge) override {
    const auto words = level_.model.pack().words;
    const std::uint64_t hash = containers::mix_words(words);
    const unsigned to = level_.ownership.owner_of(hash);
    level_.mailbox.expect(to, hash);
    pending_.land(to, edge, words, hash);
  }
  void expanded() override {
    pending_.sort_out(rank_, [this](unsigned to, Edge edge, std::uint64_t hash, std::span<const model::Word> words) {
      level_.mailbox.send(to, edge, hash, StateCodec::bytes_of(words));
    });
    if (pending_.full()) enter_all();
  }
  void end_level() override {
    expanded();
    enter_all();
    StateExchange::end_level();
    enter_all();
  }
  [[nodiscard]] std::uint64_t held_bytes() const override { return pending_.bytes(); }

 private:
  void take(Records& records) override {
    if (records.kind() == Records::Kind::again) {
      pending_.add_again(records);
    } else if (records.kind() != Records::Kind::whole || !pending_.add(records)) {
      records.malformed();
    }
    if (pending_.full()) enter_all();
  }
  void enter_all() {
    const auto enter = [&](const Pending::Arrival& arrival, const store::Found& found,
                           std::span<const model::Word> words) {
      if (found.seen == store::Seen::fresh) {
        level_.explorer.count_remote(found, next_depth());
        if (arrival.from != Pending::this_rank) {
          if (!level_.model.read_words(words)) MessageReader(arrival.from, {}).malformed();
        } else if (level_.verdict.judges()) {
          level_.model.unpack(words);
        }
      }
      meet(found, arrival.edge);
    };
    level_.explorer.guard([&] {
      const auto prefetch = [this](std::uint64_t id) { level_.frontier.prefetch(id); };
      if (!pending_.take_in(prefetch, enter)) level_.explorer.stop(search::Why::memory);
    });
  }

  Pending pending_;
};

}  // namespace waymark::cluster
