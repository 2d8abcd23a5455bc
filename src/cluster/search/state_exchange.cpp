#include "cluster/search/state_exchange.hpp"

#include "cluster/search/batched_exchange.hpp"
#include "cluster/search/delta_exchange.hpp"
#include "cluster/search/fingerprint_exchange.hpp"
#include "cluster/search/lookahead_exchange.hpp"

namespace waymark::cluster {

void StateExchange::receive(Records& records) {
  level_.explorer.guard([&] {
    while (!level_.stopping() && records.next()) take(records);
  });
}

void DirectExchange::forward_by(Edge edge) {
  const std::uint64_t hash = level_.ownership.hash_here();
  const unsigned owner = level_.ownership.owner_of(hash);
  owner == rank_ ? enter(edge) : send(owner, edge, hash);
}

void WholeExchange::send(unsigned to, Edge edge, std::uint64_t hash) {
  level_.mailbox.send(to, edge, hash, codec_.here());
}

void WholeExchange::take(Records& records) {
  if (records.kind() == Records::Kind::again) return level_.frontier.arrive(records.number(), records.edge());
  if (records.kind() != Records::Kind::whole) records.malformed();
  if (const auto id = meet_state(records, records.state())) records.keep(*id);
}

std::optional<std::uint64_t> WholeExchange::meet_state(const Records& records, std::span<const std::uint8_t> state) {
  if (!codec_.read(state)) records.malformed();
  return meet_here(records.edge());
}

namespace {

struct MakeExchange {
  store::Store& store;
  const LevelParts& parts;

  std::unique_ptr<StateExchange> operator()(const WholeStates& form) const {
    if (form.lookahead != 0) return std::make_unique<LookaheadExchange>(parts, form.lookahead);
    // States that move have to be entered one by one; others wait if their bytes are words and the store gains by it.
    const bool waits = !form.moving && StateCodec(parts.model).as_words() && store.wants_prefetch();
    if (waits) return std::make_unique<BatchedExchange>(parts, store);
    return std::make_unique<WholeExchange>(parts);
  }
  std::unique_ptr<StateExchange> operator()(const FingerprintsFirst&) const {
    return std::make_unique<FingerprintExchange>(parts);
  }
  std::unique_ptr<StateExchange> operator()(const Deltas& form) const {
    if (form.compact != nullptr) return std::make_unique<CompactExchange>(parts, *form.compact);
    return std::make_unique<DeltaExchange>(parts);
  }
};

}  // namespace

std::unique_ptr<StateExchange> make_exchange(const ExchangeForm& form, store::Store& store, const LevelParts& parts) {
  return std::visit(MakeExchange{store, parts}, form);
}

}  // namespace waymark::cluster
