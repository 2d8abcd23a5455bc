// DeltaExchange: a state travels as the parts in which it differs from the one sent before it (DeltaCodec), for models
// that are CompositeState.
#pragma once

#include "cluster/exchange/delta_codec.hpp"
#include "cluster/search/state_exchange.hpp"

namespace waymark::cluster {

class DeltaExchange : public DirectExchange {
 public:
  explicit DeltaExchange(const LevelParts& parts)
      : DirectExchange(parts), codec_(parts.model, parts.transport.ranks()) {}

  [[nodiscard]] std::uint64_t held_bytes() const override { return codec_.held_bytes(); }

 protected:
  // The model stands there; or it need not, and the state has these words.
  virtual void meet_own(const store::Found& found, Edge edge) { meet(found, edge); }
  virtual void meet_words(const store::Found& found, Edge edge, std::span<const model::Word> words) {
    if (found.seen == store::Seen::fresh && level_.verdict.judges()) level_.model.unpack(words);
    meet(found, edge);
  }

 private:
  void enter(Edge edge) override {
    const store::Found found = level_.explorer.insert_remote(level_.model.pack(), next_depth());
    if (found.seen != store::Seen::no_room) meet_own(found, edge);
  }
  // If there was no room for some part, the words mean nothing.
  void send(unsigned to, Edge edge, std::uint64_t hash) override {
    const model::Packed packed = level_.model.pack();
    if (!packed.room) return level_.explorer.stop(search::Why::memory);
    if (level_.mailbox.send_again(to, edge, hash, StateCodec::bytes_of(packed.words))) return;
    state_.clear();
    codec_.write(to, packed.words, state_);
    level_.mailbox.send_new(to, edge, hash, state_.bytes());
  }
  void take(Records& records) override {
    if (records.kind() == Records::Kind::again) return level_.frontier.arrive(records.number(), records.edge());
    if (records.kind() != Records::Kind::whole) records.malformed();
    const std::optional<model::Packed> state = codec_.read(records.from(), records.state());
    if (!state) records.malformed();
    const store::Found found = level_.explorer.insert_remote(*state, next_depth());
    if (found.seen == store::Seen::no_room) return;
    meet_words(found, records.edge(), state->words);
    records.keep(found.number);
  }

  DeltaCodec codec_;
  base::ByteSink state_;  // one to be sent
};

// The same for a store that may take states for one. Of those of the next level the one is kept to which the least edge
// leads, as one process keeps it; and when it is known which ones these are, they are judged.
class CompactExchange final : public DeltaExchange {
 public:
  CompactExchange(const LevelParts& parts, store::LevelCompact& store) : DeltaExchange(parts), store_(store) {}

  void end_level() override {
    DeltaExchange::end_level();
    if (!level_.verdict.judges()) return;
    level_.explorer.guard([&] {
      const std::uint64_t first = level_.frontier.next_first();
      const std::uint64_t end = first + level_.frontier.edges().size();
      for (std::uint64_t id = first; id < end && !level_.stopping(); ++id) {
        level_.model.unpack(store_.words(id));
        level_.verdict.judge(id);
      }
    });
  }
  void next_level() override { store_.next_level(); }

 private:
  void discovered(std::uint64_t id) override {
    if (!level_.frontier.begun()) level_.verdict.judge(id);
  }
  void meet_own(const store::Found& found, Edge edge) override { meet_words(found, edge, level_.model.pack().words); }
  void meet_words(const store::Found& found, Edge edge, std::span<const model::Word> words) override {
    const bool preferred = found.seen == store::Seen::known && level_.frontier.improves(found.number, edge);
    if (preferred && !store_.prefer(found.number, words)) level_.explorer.stop(search::Why::memory);
    meet(found, edge);
  }

  store::LevelCompact& store_;
};

}  // namespace waymark::cluster
