// How classes of states move from rank to rank, between two levels of a search: all ranks agree on a new table, and
// each fills a new store with what is its own then, in rounds, so that little is on its way at a time.
#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/transport/message_reader.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t most_moving = 4 << 20;  // bytes of states, from one rank in one round

}  // namespace

void DistributedBfs::move_classes() {
  if (!anybody(budget_.used() > settings_.move_at)) return;
  if (owners_.shared()) {
    move_states();  // nothing travels: who keeps a state has it
    return;
  }
  if (owners_.balance(transport_.ranks(), gather_class_sizes())) move_states();
}

bool DistributedBfs::anybody(bool here) {
  const std::uint8_t said = here ? 1 : 0;
  const std::vector<Bytes> all = transport_.gather({&said, 1});
  return std::any_of(all.begin(), all.end(), [](const Bytes& one) { return one == Bytes{1}; });
}

std::vector<std::uint64_t> DistributedBfs::gather_class_sizes() {
  std::vector<std::uint64_t> sizes(PartitionTable::classes);
  for (const std::uint16_t one : class_numbers_) ++sizes[one];
  base::ByteSink sink;
  for (const std::uint64_t size : sizes) sink.varint(size);
  std::fill(sizes.begin(), sizes.end(), 0);
  const std::vector<Bytes> said = transport_.gather(sink.bytes());
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    for (std::uint64_t& size : sizes) size += heard.number();
  }
  return sizes;
}

void DistributedBfs::move_states() {
  Moved moved;
  try {
    moved.store = settings_.store->make();
  } catch (const base::InputError&) {
    explorer_.stop(search::Why::memory);
  }
  move_states(moved, 0, first_);
  const std::uint64_t expanded = moved.classes.size();
  moved.expanded = false;
  move_states(moved, first_, next_first_);
  owners_.share_no_more();
  mailbox_.forget();
  if (ahead_) ahead_->forget();
  // What one of them had no room for is nowhere any more, nor is what was counted of it.
  if (keeps_ && settings_.counts && anybody(explorer_.stopping())) keeps_ = false;
  if (explorer_.stopping()) return;  // as the others will hear
  settings_.store->replace(std::move(moved.store));
  class_numbers_ = std::move(moved.classes);
  counts_ = std::move(moved.counts);
  first_ = expanded;
  next_first_ = class_numbers_.size();
  numbers_.assign(moved.numbers.end() - static_cast<std::ptrdiff_t>(next_first_ - first_), moved.numbers.end());
  if (settings_.counts) {
    all_numbers_ = std::move(moved.numbers);
    for (std::uint64_t& number : numbers_) number -= tree_.first();
  }
  charge();
}

void DistributedBfs::move_states(Moved& moved, std::uint64_t begin, std::uint64_t end) {
  std::uint64_t id = begin;
  for (bool more = true; more;) {
    std::vector<base::ByteSink> sinks(transport_.ranks());
    explorer_.guard([&] {
      for (std::uint64_t bytes = 0; id < end && bytes < most_moving && !explorer_.stopping(); ++id) {
        explorer_.tick();
        bytes += move_state(moved, id, sinks);
      }
    });
    if (explorer_.stopping()) id = end;
    std::vector<Bytes> out;
    for (const base::ByteSink& sink : sinks) {
      Bytes& bytes = out.emplace_back(1, static_cast<std::uint8_t>(id < end ? 1 : 0));
      bytes.insert(bytes.end(), sink.bytes().begin(), sink.bytes().end());
    }
    more = false;
    const std::vector<Bytes> said = transport_.exchange(out);
    std::vector<MessageReader> heard;
    for (unsigned rank = 0; rank < said.size(); ++rank) {
      more = heard.emplace_back(rank, said[rank]).below(2) == 1 || more;
    }
    explorer_.guard([&] {
      for (MessageReader& from : heard) {
        while (!from.at_end() && !explorer_.stopping()) take_over(moved, from);
      }
    });
  }
}

std::uint64_t DistributedBfs::move_state(Moved& moved, std::uint64_t id, std::vector<base::ByteSink>& out) {
  const std::uint16_t class_number = class_numbers_[id];
  const unsigned owner = owners_.of(class_number);
  const bool here = owner == transport_.rank();
  if (!here && owners_.shared()) return 0;
  model::Model& model = explorer_.model();
  model.unpack(explorer_.store().words(id));
  std::uint64_t number = 0;
  if (settings_.counts) {
    number = all_numbers_[id];
  } else if (!moved.expanded) {
    number = numbers_[id - first_];
  }
  const std::uint64_t count = settings_.counts ? counts_[id] : 0;
  if (here) {
    keep_moved(moved, class_number, number, count);
    return 0;
  }
  const auto state = spelling_.here();
  base::ByteSink& sink = out[owner];
  const std::uint64_t before = sink.size();
  sink.varint(class_number);
  sink.varint(number);
  sink.varint(count);
  sink.varint(state.size());
  sink.raw(state);
  ++moved_states_;
  return sink.size() - before;
}

void DistributedBfs::take_over(Moved& moved, MessageReader& heard) {
  const auto class_number = static_cast<std::uint32_t>(heard.below(PartitionTable::classes));
  const std::uint64_t number = heard.number();
  const std::uint64_t count = heard.number();
  if (!spelling_.read(heard.bytes(heard.number()))) heard.malformed();
  keep_moved(moved, class_number, number, count);
}

// The model stands in the state.
void DistributedBfs::keep_moved(Moved& moved, std::uint32_t class_number, std::uint64_t number, std::uint64_t count) {
  const model::Packed state = explorer_.model().pack();
  const store::Found found = state.room ? moved.store->insert(state) : store::Found{store::Seen::no_room, 0};
  if (found.seen == store::Seen::no_room) return explorer_.stop(search::Why::memory);
  CHECK(found.seen == store::Seen::fresh);
  moved.classes.push_back(static_cast<std::uint16_t>(class_number));
  if (settings_.counts || !moved.expanded) moved.numbers.push_back(number);
  if (settings_.counts) moved.counts.push_back(count);
}

}  // namespace waymark::cluster
