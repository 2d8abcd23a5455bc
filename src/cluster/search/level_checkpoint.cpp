#include "cluster/search/level_checkpoint.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "cluster/transport/collective.hpp"
#include "script/row.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t most_kept_states = std::uint64_t{1} << 48;
constexpr std::uint64_t rows_between_turns = 16;

[[noreturn]] void refuse_replay(const checkpoint::Reader& reader) {
  reader.refuse("this checkpoint does not fit the program; begin anew without --resume");
}

void read_row(checkpoint::Reader& reader, std::vector<std::uint8_t>& row) {
  row.clear();
  do {
    row.push_back(reader.byte());
    if (row.size() > Edge::most_indices / 7) reader.malformed("a state has more transitions than any can have");
  } while (row.back() >= 0x80);
  if (row.back() == 0) reader.malformed("a row of its tree does not end");
}

}  // namespace

// States of a checkpoint travel whole, and were judged before.
class LevelCheckpoint::Replay final : public WholeExchange {
 public:
  using WholeExchange::WholeExchange;

 private:
  void discovered(std::uint64_t) override { (void)level_.ownership.add(); }
};

void LevelCheckpoint::keep_by(search::Checkpoints* checkpoints, std::function<void(checkpoint::Writer&)> more) {
  enabled_ = true;
  checkpoints_ = checkpoints;
  more_ = std::move(more);
  level_.frontier.log_arrivals();
}

bool LevelCheckpoint::due() {
  return enabled_ && any_rank(level_.transport, checkpoints_ != nullptr && checkpoints_->due());
}

void LevelCheckpoint::lose_in_degrees() {
  if (level_.frontier.keeps() == Frontier::Keeps::in_degrees) enabled_ = false;
}

void LevelCheckpoint::gather_unreached() {
  base::ByteSink sink;
  for (model::ActionId id = 0; id < level_.model.actions(); ++id) {
    if (!level_.model.reached(id)) sink.varint(id);
  }
  gather(level_.transport, sink, [&](MessageReader& reader) {
    std::vector<model::ActionId> its;
    while (!reader.at_end()) its.push_back(static_cast<model::ActionId>(reader.number()));
    std::vector<model::ActionId> both;
    std::set_intersection(unreached_.begin(), unreached_.end(), its.begin(), its.end(), std::back_inserter(both));
    unreached_ = std::move(reader.rank() == 0 ? its : both);
  });
}

// In-degrees of states that the level has discovered are no part of it.
void LevelCheckpoint::keep() {
  kept_depth_ = level_.tree.depth();
  gather_unreached();
  std::vector<std::uint8_t> rows;
  level_.tree.collect([&](std::span<const std::uint8_t> row) { rows.insert(rows.end(), row.begin(), row.end()); });
  std::vector<std::uint64_t> in_degrees;
  if (level_.frontier.keeps() == Frontier::Keeps::in_degrees) {
    if (level_.transport.rank() == 0) in_degrees.resize(states());
    level_.frontier.gather_in_degrees(level_.transport, level_.ownership, states(),
                                      [&](std::uint64_t number, std::uint64_t count) { in_degrees[number] = count; });
  }
  if (checkpoints_ == nullptr) return;
  search::Tallies tallies;
  tallies.states = states();
  tallies.explored = level_.tree.first();
  tallies.transitions = level_.tree.transitions();
  tallies.depth = deepest();
  tallies.seconds = level_.explorer.elapsed();
  checkpoints_->keep(tallies, [&](checkpoint::Writer& writer) {
    writer.varint(level_.tree.depth());
    writer.u64(std::bit_cast<std::uint64_t>(tallies.seconds));
    writer.bytes(rows);
    for (const std::uint64_t count : in_degrees) writer.varint(count);
    if (more_) more_(writer);
  });
}

void LevelCheckpoint::keep_begin_of_level() {
  if (!enabled_ || !level_.frontier.begun() || kept_depth_ == level_.tree.depth()) return;
  level_.frontier.forget_arrivals();
  keep();
}

bool LevelCheckpoint::resume(checkpoint::Reader& reader, bool over, StateExchange& exchange, const Advance& advance) {
  constexpr double longest = 1e12;
  const std::uint64_t levels = reader.varint(most_kept_states);
  const double seconds = std::bit_cast<double>(reader.u64());
  if (!(seconds >= 0 && seconds <= longest)) reader.malformed("its time is none");
  Replay replay(level_);
  level_.mailbox.deliver_to(replay);
  level_.ownership.stop_sharing();  // all ranks agree on the owners from the first state on
  level_.explorer.guard([&] { level_.explorer.start_again(); });
  const bool root = level_.explorer.tallies().states != 0;
  if (root) (void)level_.ownership.add();
  advance(std::vector<std::uint64_t>(root ? 1 : 0));
  bool complete = true;
  for (std::uint64_t level = 0; level < levels && complete; ++level) {
    complete = replay_level(reader, replay, advance);
    if (complete) (void)level_.ownership.rebalance(level_, exchange);
  }
  level_.mailbox.deliver_to(exchange);
  if (!complete) return false;
  exchange.restored();
  if (level_.tree.size() == 0 && !over) reader.malformed("nothing is left to be done");
  if (level_.frontier.keeps() == Frontier::Keeps::in_degrees) load_in_degrees(reader);
  search::Tallies tallies;
  tallies.states = level_.frontier.next_first();
  tallies.explored = level_.frontier.first();
  // Which ranks took the transitions is not known any more.
  tallies.transitions = level_.transport.rank() == 0 ? level_.tree.transitions() : 0;
  tallies.depth = deepest();
  tallies.seconds = seconds;
  level_.explorer.go_on_from(tallies);
  return true;
}

bool LevelCheckpoint::replay_level(checkpoint::Reader& reader, Replay& replay, const Advance& advance) {
  const std::vector<std::uint64_t>& numbers = level_.frontier.numbers();
  const std::vector<std::uint64_t> order = order_of(numbers);
  std::vector<std::uint8_t> row;
  std::uint64_t child = 0;
  std::size_t next = 0;
  level_.explorer.guard([&] {
    for (std::uint64_t number = 0; number < level_.tree.size() && !level_.stopping(); ++number) {
      read_row(reader, row);
      if (!level_.tree.restore(row)) return level_.explorer.stop(search::Why::memory);
      if (next < order.size() && numbers[order[next]] == number) {
        replay_state(replay, level_.frontier.first() + order[next], row, child, reader);
        if (++next % rows_between_turns == 0) level_.mailbox.turn();
      }
      child += script::trees_in(row);
    }
  });
  replay.end_level();
  if (!level_.verdict.agree()) return false;
  // A tree edge that leads to a state known before is none.
  if (gather_sum(level_.transport, level_.frontier.edges().size()) != level_.tree.restored()) refuse_replay(reader);
  level_.tree.settle_restored();
  std::vector<std::uint64_t> next_numbers;
  next_numbers.reserve(level_.frontier.edges().size());
  for (const Edge& edge : level_.frontier.edges()) next_numbers.push_back(edge.source());
  advance(std::move(next_numbers));
  return true;
}

void LevelCheckpoint::replay_state(Replay& replay, std::uint64_t id, std::span<const std::uint8_t> row,
                                   std::uint64_t child, const checkpoint::Reader& reader) {
  script::RowCursor cursor;
  if (!cursor.next_tree(row.data())) return;
  model::Path& path = level_.path;
  search::Explorer& explorer = level_.explorer;
  level_.model.unpack(explorer.store().words(id));
  replay.expand(id);
  if (!path.push(id)) return explorer.stop(search::Why::memory);
  std::uint64_t index = 0;
  const model::Expansion expansion = path.each_successor(explorer.limits().chain, [&] {
    if (++index != cursor.taken()) return true;
    replay.forward_by(Edge(child++, 0));  // by which edge the target is sent
    return !explorer.stopping() && cursor.next_tree(row.data());
  });
  if (expansion == model::Expansion::complete) refuse_replay(reader);
  (void)explorer.completed(expansion);
  path.clear();
}

// In the order of numbers, of all states.
void LevelCheckpoint::load_in_degrees(checkpoint::Reader& reader) {
  const std::vector<std::uint64_t>& numbers = level_.frontier.all_numbers();
  const std::vector<std::uint64_t> order = order_of(numbers);
  std::size_t next = 0;
  for (std::uint64_t number = 0; number < states(); ++number) {
    const std::uint64_t count = reader.varint(most_kept_states);
    if (next == order.size() || numbers[order[next]] != number) continue;
    level_.frontier.set_in_degree(order[next++], count);
  }
}

}  // namespace waymark::cluster
