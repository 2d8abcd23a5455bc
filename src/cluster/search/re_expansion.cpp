#include "cluster/search/re_expansion.hpp"

#include <utility>

#include "base/check.hpp"
#include "cluster/transport/collective.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned states_in_a_turn = 16;

}  // namespace

ReExpansion::ReExpansion(DistributedBfs& levels, Transport& transport, base::Budget& budget)
    : levels_(levels),
      transport_(transport),
      model_(levels.explorer().model()),
      codec_(model_),
      path_(model_, budget) {}

void ReExpansion::deliver_to(Listener& listener) {
  listener_ = &listener;
  levels_.mailbox().deliver_to(*this);
  const std::uint64_t depth = levels_.explorer().limits().depth;
  const std::vector<std::uint64_t>& begins = levels_.frontier().level_begins();
  end_ = depth < begins.size() ? begins[depth] : levels_.explorer().store().size();
}

void ReExpansion::expand(std::uint64_t id, std::uint64_t value) {
  if (id >= end_) return;
  search::Explorer& explorer = levels_.explorer();
  model_.unpack(explorer.store().words(id));
  if (levels_.ownership().by_fingerprints()) (void)model_.fingerprint();  // those of the successors are found from it
  listener_->leaves(id);
  if (!path_.push(id)) return explorer.stop(search::Why::memory);
  (void)explorer.completed(path_.each_successor(explorer.limits().chain, [&] {
    explorer.tick();
    step_arrived(value);
    return !explorer.stopping();
  }));
  path_.clear();
}

void ReExpansion::step_arrived(std::uint64_t value) {
  levels_.count_retaken();
  if (!listener_->follows()) return;
  const std::uint64_t hash = levels_.ownership().hash_here();
  const unsigned owner = levels_.ownership().owner_of(hash);
  listener_->sent(owner);
  if (owner != transport_.rank()) {
    (void)levels_.mailbox().send(owner, Edge(value, 0), hash, codec_.here());
  } else if (const std::optional<std::uint64_t> id = number_here()) {
    listener_->arrives(*id, owner, value);
  }
}

// Every state was met before; nothing if there is no room to find out which it is.
std::optional<std::uint64_t> ReExpansion::number_here() {
  const model::Packed state = model_.pack();
  const store::Found found =
      state.room ? levels_.explorer().store().insert(state) : store::Found{store::Seen::no_room, 0};
  if (found.seen == store::Seen::no_room) {
    levels_.explorer().stop(search::Why::memory);
    return std::nullopt;
  }
  CHECK(found.seen == store::Seen::known);
  return found.number;
}

void ReExpansion::receive(Records& records) {
  levels_.explorer().guard([&] {
    while (!stopping() && records.next()) {
      levels_.explorer().tick();
      std::uint64_t id = 0;
      if (records.kind() == Records::Kind::again) {
        id = records.number();
      } else {
        if (records.kind() != Records::Kind::whole || !codec_.read(records.state())) records.malformed();
        const std::optional<std::uint64_t> here = number_here();
        if (!here) return;
        id = *here;
        records.keep(id);
      }
      listener_->arrives(id, records.from(), records.edge().source());
    }
  });
}

void ReExpansion::expand_all(std::uint64_t count, const std::function<std::uint64_t(std::uint64_t)>& id) {
  levels_.explorer().guard([&] {
    for (std::uint64_t i = 0; i < count && !stopping(); ++i) {
      expand(id(i));
      if (i % states_in_a_turn == 0) levels_.mailbox().turn();
    }
  });
  path_.clear();
  levels_.mailbox().end_level(stopping());
}

void ReExpansion::work_off(const std::function<std::optional<std::uint64_t>()>& take,
                           const std::function<std::uint64_t(std::uint64_t)>& value) {
  levels_.mailbox().work_off([&] {
    bool any = false;
    levels_.explorer().guard([&] {
      for (unsigned left = states_in_a_turn; left > 0 && !stopping(); --left) {
        const std::optional<std::uint64_t> id = take();
        if (!id) return;
        any = true;
        expand(*id, value(*id));
      }
    });
    path_.clear();
    if (stopping()) return Mailbox::Left::stop;
    return any ? Mailbox::Left::some : Mailbox::Left::nothing;
  });
}

bool ReExpansion::any_stops() {
  const search::Explorer& explorer = levels_.explorer();
  base::ByteSink sink;
  sink.varint(explorer.stopping() ? static_cast<std::uint64_t>(explorer.why()) + 1 : 0);
  bool any = false;
  gather(transport_, sink, [&](MessageReader& reader) {
    const std::uint64_t why = reader.below(static_cast<std::uint64_t>(search::Why::unsupported) + 2);
    if (why == 0 || std::exchange(any, true)) return;
    levels_.end_with(static_cast<search::Why>(why - 1));
  });
  return any;
}

}  // namespace waymark::cluster
