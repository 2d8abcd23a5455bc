// Checkpoints of a search by ranks: the rows of all levels that were settled, in the order of numbers, and nothing of
// who kept what. Whoever goes on, with any number of ranks, takes the tree edges once more, level by level: each rank
// those of the states that are its own now, and the states they lead to travel as in any search, with their numbers.
#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <utility>

#include "cluster/search/distributed_bfs.hpp"
#include "cluster/transport/message_reader.hpp"
#include "script/row.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t most_kept_states = std::uint64_t{1} << 48;
constexpr std::uint64_t states_between_post = 16;

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

void DistributedBfs::keep_by(search::Checkpoints* checkpoints, std::function<void(checkpoint::Writer&)> more) {
  keeps_ = true;
  checkpoints_ = checkpoints;
  keeps_more_ = std::move(more);
}

// Behind the last level there is one without states.
std::uint64_t DistributedBfs::deepest() const { return tree_.depth() - (tree_.size() == 0 ? 1 : 0); }

bool DistributedBfs::checkpoint_due() {
  const std::uint8_t due = checkpoints_ != nullptr && checkpoints_->due() ? 1 : 0;
  return transport_.gather({&due, 1}).front().front() == 1;
}

void DistributedBfs::forget_arrivals() {
  for (const std::uint64_t id : arrived_) counts_.subtract(id);
  arrived_.clear();
}

std::vector<model::ActionId> DistributedBfs::gather_unreached() {
  const model::Model& model = explorer_.model();
  base::ByteSink sink;
  for (model::ActionId id = 0; id < model.actions(); ++id) {
    if (!model.reached(id)) sink.varint(id);
  }
  std::vector<model::ActionId> all;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    std::vector<model::ActionId> its;
    while (!heard.at_end()) its.push_back(static_cast<model::ActionId>(heard.number()));
    if (rank == 0) {
      all = std::move(its);
      continue;
    }
    std::vector<model::ActionId> both;
    std::set_intersection(all.begin(), all.end(), its.begin(), its.end(), std::back_inserter(both));
    all = std::move(both);
  }
  return all;
}

// What is counted of states that the level in question has met first is no part of it.
void DistributedBfs::keep_level() {
  kept_depth_ = tree_.depth();
  kept_unreached_ = gather_unreached();
  std::vector<std::uint8_t> rows;
  tree_.collect([&](std::span<const std::uint8_t> row) { rows.insert(rows.end(), row.begin(), row.end()); });
  const std::uint64_t states = tree_.first() + tree_.size();
  std::vector<std::uint64_t> counts;
  if (settings_.counts) {
    if (transport_.rank() == 0) counts.resize(states);
    gather_arrivals(all_numbers_.size(), [&](std::uint64_t number, std::uint64_t count) { counts[number] = count; });
  }
  if (checkpoints_ == nullptr) return;
  search::Tallies tallies;
  tallies.states = states;
  tallies.explored = tree_.first();
  tallies.transitions = tree_.transitions();
  tallies.depth = deepest();
  tallies.seconds = explorer_.elapsed();
  checkpoints_->keep(tallies, [&](checkpoint::Writer& writer) {
    writer.varint(tree_.depth());
    writer.u64(std::bit_cast<std::uint64_t>(tallies.seconds));
    writer.bytes(rows);
    for (const std::uint64_t count : counts) writer.varint(count);
    if (keeps_more_) keeps_more_(writer);
  });
}

std::optional<search::Tallies> DistributedBfs::resume(checkpoint::Reader& reader) {
  if (!restore(reader, false)) return std::nullopt;
  return explorer_.tallies();
}

bool DistributedBfs::restore(checkpoint::Reader& reader, bool over) {
  constexpr double longest = 1e12;
  const std::uint64_t levels = reader.varint(most_kept_states);
  const double seconds = std::bit_cast<double>(reader.u64());
  if (!(seconds >= 0 && seconds <= longest)) reader.malformed("its time is none");
  replaying_ = true;
  start_replay();
  bool good = true;
  for (std::uint64_t level = 0; level < levels && good; ++level) {
    good = replay_level(reader);
    if (good && settings_.store != nullptr) move_classes();
  }
  replaying_ = false;
  if (!good) {
    replay_cut_ = true;
    return false;
  }
  if (tree_.size() == 0 && !over) reader.malformed("nothing is left to be done");
  if (settings_.counts) load_counts(reader);
  search::Tallies tallies;
  tallies.states = next_first_;
  tallies.explored = first_;
  // Who took those before is not known any more.
  tallies.transitions = transport_.rank() == 0 ? tree_.transitions() : 0;
  tallies.depth = deepest();
  tallies.seconds = seconds;
  explorer_.go_on_from(tallies);
  return true;
}

// All ranks agree on who keeps what from the first state on.
void DistributedBfs::start_replay() {
  owners_.share_no_more();
  explorer_.guard([&] { explorer_.start_again(); });
  std::vector<std::uint64_t> numbers;
  if (explorer_.tallies().states != 0) {
    numbers.push_back(0);
    if (asked_) asked_->met(explorer_.model().fingerprint(), 0);
    if (settings_.store != nullptr) class_numbers_.push_back(static_cast<std::uint16_t>(class_));
  }
  next_level(std::move(numbers));
}

bool DistributedBfs::replay_level(checkpoint::Reader& reader) {
  std::vector<std::uint64_t> order(numbers_.size());  // of this rank's states, by their numbers
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return numbers_[a] < numbers_[b]; });
  std::vector<std::uint8_t> row;
  std::uint64_t child = 0;
  std::size_t next = 0;
  explorer_.guard([&] {
    for (std::uint64_t number = 0; number < tree_.size() && !stopping(); ++number) {
      read_row(reader, row);
      if (!tree_.restore(row)) return explorer_.stop(search::Why::memory);
      if (next < order.size() && numbers_[order[next]] == number) {
        replay_state(first_ + order[next], row, child, reader);
        if (++next % states_between_post == 0) {
          mailbox_.turn();
          charge();
        }
      }
      child += script::trees_in(row);
    }
  });
  end_level();
  const std::vector<Status> statuses = gather_statuses();
  for (const Status& status : statuses) {
    if (status.why && why_ == search::Why::finished) why_ = *status.why;
  }
  if (why_ != search::Why::finished) return false;
  refuse_unless_all_met(reader);
  tree_.settle_restored();
  std::vector<std::uint64_t> numbers;
  numbers.reserve(met_by_.size());
  for (const Edge& edge : met_by_) numbers.push_back(edge.source());
  next_level(std::move(numbers));
  return true;
}

// A tree edge that leads to a state known before is none.
void DistributedBfs::refuse_unless_all_met(const checkpoint::Reader& reader) {
  base::ByteSink sink;
  sink.varint(met_by_.size());
  std::uint64_t met = 0;
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) met += MessageReader(rank, said[rank]).number();
  if (met != tree_.restored()) refuse_replay(reader);
}

void DistributedBfs::replay_state(std::uint64_t id, std::span<const std::uint8_t> row, std::uint64_t child,
                                  const checkpoint::Reader& reader) {
  script::RowCursor cursor;
  if (!cursor.next_tree(row.data())) return;
  model::Model& model = explorer_.model();
  model.unpack(explorer_.store().words(id));
  if (asked_ || classes_.by_fingerprints()) (void)model.fingerprint();
  if (!path_.push(id)) return explorer_.stop(search::Why::memory);
  std::uint64_t index = 0;
  const model::Expansion expansion = path_.each_successor(explorer_.limits().chain, [&] {
    if (++index != cursor.taken()) return true;
    source_ = child++;  // as which it is sent
    arrivals_ = 0;
    if (!forward()) {
      const store::Found found = explorer_.insert_remote(explorer_.model().pack(), tree_.depth() + 1);
      if (found.seen == store::Seen::known) refuse_replay(reader);
      if (found.seen == store::Seen::fresh) meet(found, Edge(source_, 0));
    }
    return !explorer_.stopping() && cursor.next_tree(row.data());
  });
  if (expansion == model::Expansion::complete) refuse_replay(reader);
  (void)explorer_.completed(expansion);
  path_.clear();
}

// In the order of numbers, of all states.
void DistributedBfs::load_counts(checkpoint::Reader& reader) {
  std::vector<std::uint64_t> order(all_numbers_.size());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::uint64_t a, std::uint64_t b) { return all_numbers_[a] < all_numbers_[b]; });
  std::size_t next = 0;
  for (std::uint64_t number = 0; number < tree_.first() + tree_.size(); ++number) {
    const std::uint64_t count = reader.varint(most_kept_states);
    if (next == order.size() || all_numbers_[order[next]] != number) continue;
    counts_.set(order[next++], count);
  }
}

}  // namespace waymark::cluster
