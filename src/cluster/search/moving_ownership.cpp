#include "cluster/search/moving_ownership.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cluster/search/level_parts.hpp"
#include "cluster/search/state_exchange.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t most_moving = 4 << 20;  // bytes of states, from one rank in one round

}  // namespace

// What a rank keeps after a move.
struct MovingOwnership::Moved {
  std::unique_ptr<store::Store> store;
  Frontier frontier;
  std::vector<std::uint16_t> classes;
  bool expanded = true;  // the states that are moving now
};

MovingOwnership::MovingOwnership(const Transport& transport, model::Model& model, model::PartitionKey key,
                                 const Settings& settings)
    : Ownership(transport, model, key),
      settings_(settings),
      ranks_(transport.ranks()),
      shared_(settings.start == Start::shared && ranks_ > 1),
      codec_(model) {
  if (settings.start == Start::first) table_.give_all_to(0);
  if (shared_) table_.give_all_to(rank_);
}

bool MovingOwnership::add() {
  const std::uint32_t class_number = partitioner_.here();
  class_numbers_.push_back(static_cast<std::uint16_t>(class_number));
  if (!shared_ || is_mine(class_number)) return true;
  ++theirs_.states;
  return false;
}

void MovingOwnership::expanded_theirs(bool explored, std::uint64_t transitions) {
  theirs_.explored += explored ? 1 : 0;
  theirs_.transitions += transitions;
}

void MovingOwnership::correct(RankStatistics& statistics) const {
  if (shared_) statistics.states -= theirs_.states;
  statistics.met -= theirs_.states;
  statistics.explored -= theirs_.explored;
  statistics.transitions -= theirs_.transitions;
  statistics.moved = moved_states_;
}

// Where all ranks expand all states, each meets those of the next level in the order of their numbers.
std::optional<std::vector<std::uint64_t>> MovingOwnership::number_states(Tree& tree, const Frontier& frontier) {
  if (!shared_) return Ownership::number_states(tree, frontier);
  std::vector<Edge> of_mine;
  std::vector<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < frontier.edges().size(); ++i) {
    if (!mine(frontier.next_first() + i)) continue;
    of_mine.push_back(frontier.edges()[i]);
    expected.push_back(i);
  }
  std::optional<std::vector<std::uint64_t>> numbers = tree.settle(of_mine);
  if (!numbers) return std::nullopt;
  CHECK(*numbers == expected);
  numbers->resize(frontier.edges().size());
  std::iota(numbers->begin(), numbers->end(), std::uint64_t{0});
  return numbers;
}

void MovingOwnership::stop_sharing() {
  if (shared_) table_.spread(ranks_);
  shared_ = false;
}

bool MovingOwnership::rebalance(const LevelParts& parts, StateExchange& exchange) {
  if (!any_rank(parts.transport, parts.budget.used() > settings_.move_at)) return true;
  // The owner of a shared state has it already, and nothing travels.
  if (!shared_ && !table_.balance(ranks_, gather_class_sizes(parts.transport))) return true;
  const bool complete = move_states(parts);
  parts.mailbox.forget();
  exchange.forget();
  return complete;
}

std::vector<std::uint64_t> MovingOwnership::gather_class_sizes(Transport& transport) const {
  std::vector<std::uint64_t> sizes(PartitionTable::classes);
  for (const std::uint16_t one : class_numbers_) ++sizes[one];
  base::ByteSink sink;
  for (const std::uint64_t size : sizes) sink.varint(size);
  std::fill(sizes.begin(), sizes.end(), 0);
  gather(transport, sink, [&](MessageReader& reader) {
    for (std::uint64_t& size : sizes) size += reader.number();
  });
  return sizes;
}

bool MovingOwnership::move_states(const LevelParts& parts) {
  Moved moved{nullptr, parts.frontier.emptied(), {}};
  try {
    moved.store = settings_.store->make();
  } catch (const base::InputError&) {
    parts.explorer.stop(search::Why::memory);
  }
  move_states(parts, moved, 0, parts.frontier.first());
  moved.expanded = false;
  move_states(parts, moved, parts.frontier.first(), parts.frontier.next_first());
  stop_sharing();
  const bool complete = !any_rank(parts.transport, parts.explorer.stopping());
  if (parts.explorer.stopping()) return complete;
  settings_.store->replace(std::move(moved.store));
  class_numbers_ = std::move(moved.classes);
  parts.frontier = std::move(moved.frontier);
  return complete;
}

void MovingOwnership::move_states(const LevelParts& parts, Moved& moved, std::uint64_t begin, std::uint64_t end) {
  search::Explorer& explorer = parts.explorer;
  std::uint64_t id = begin;
  for (bool more = true; more;) {
    std::vector<base::ByteSink> sinks(ranks_);
    explorer.guard([&] {
      for (std::uint64_t bytes = 0; id < end && bytes < most_moving && !explorer.stopping(); ++id) {
        explorer.tick();
        bytes += move_state(parts, moved, id, sinks);
      }
    });
    if (explorer.stopping()) id = end;
    more = any_rank(parts.transport, id < end);
    const std::vector<Bytes> received = exchange_each(parts.transport, sinks);
    explorer.guard([&] {
      read_each(received, [&](MessageReader& reader) {
        while (!reader.at_end() && !explorer.stopping()) receive_state(parts, moved, reader);
      });
    });
  }
}

std::uint64_t MovingOwnership::move_state(const LevelParts& parts, Moved& moved, std::uint64_t id,
                                          std::vector<base::ByteSink>& out) {
  const std::uint16_t class_number = class_numbers_[id];
  const unsigned owner = shared_ ? class_number % ranks_ : table_.of(class_number);
  if (shared_ && owner != rank_) return 0;
  parts.model.unpack(parts.explorer.store().words(id));
  const std::uint64_t number = parts.frontier.moving_number(id);
  const std::uint64_t in_degree = parts.frontier.in_degree(id);
  if (owner == rank_) {
    keep(parts, moved, class_number, number, in_degree);
    return 0;
  }
  const auto state = codec_.here();
  base::ByteSink& sink = out[owner];
  const std::uint64_t before = sink.size();
  sink.varint(class_number);
  sink.varint(number);
  sink.varint(in_degree);
  sink.varint(state.size());
  sink.raw(state);
  ++moved_states_;
  return sink.size() - before;
}

void MovingOwnership::receive_state(const LevelParts& parts, Moved& moved, MessageReader& reader) {
  const auto class_number = static_cast<std::uint32_t>(reader.below(PartitionTable::classes));
  const std::uint64_t number = reader.number();
  const std::uint64_t in_degree = reader.number();
  if (!codec_.read(reader.bytes(reader.number()))) reader.malformed();
  keep(parts, moved, class_number, number, in_degree);
}

void MovingOwnership::keep(const LevelParts& parts, Moved& moved, std::uint32_t class_number, std::uint64_t number,
                           std::uint64_t in_degree) {
  const model::Packed state = parts.model.pack();
  const store::Found found = state.room ? moved.store->insert(state) : store::Found{store::Seen::no_room, 0};
  if (found.seen == store::Seen::no_room) return parts.explorer.stop(search::Why::memory);
  CHECK(found.seen == store::Seen::fresh);
  moved.classes.push_back(static_cast<std::uint16_t>(class_number));
  moved.frontier.add_moved(moved.expanded, number, parts.tree.first(), in_degree);
}

}  // namespace waymark::cluster
