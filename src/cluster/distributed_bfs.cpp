#include "cluster/distributed_bfs.hpp"

#include <limits>
#include <utility>

#include "base/check.hpp"
#include "cluster/message_reader.hpp"
#include "search/expand.hpp"
#include "search/omissions.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint32_t states_between_turns = 64;
constexpr std::uint32_t most_found = 1 << 16;  // of a level, by one rank
const auto nothing_else = [] {};               // is done with a new state than to meet it

// What the explorer is to mind: a level is always judged to its end, and invariants and the number of states here.
search::Parts for_levels(search::Parts parts, search::RemoteOwner& elsewhere) {
  parts.limits.errors = 0;
  parts.limits.kept = most_found;
  parts.limits.states = std::numeric_limits<std::uint64_t>::max();
  parts.judged.invariants.clear();
  parts.elsewhere = &elsewhere;
  return parts;
}

// Whether arrivals may wait until there are many of them: whoever looks ahead, asks or moves states needs to know at
// once which state it is, and to put aside needs words that another process can read and a store that gains by it.
bool arrivals_wait(const search::Parts& parts, const DistributedBfs::Settings& settings) {
  const bool at_once = settings.asks_first || settings.by_parts || settings.lookahead != 0 || settings.store != nullptr;
  return !at_once && StateCodec(parts.model).as_words() && parts.store->wants_prefetch();
}

// Whether hashes are sums over parts: where parts are told, and nothing else says who keeps a state.
bool sums_parts(const DistributedBfs::Settings& settings) {
  return settings.by_parts && settings.compact == nullptr && settings.partition.of == model::PartitionKey::Of::whole;
}

// States that are taken for one have to be kept by one rank.
store::WordsHash* shared_by(const DistributedBfs::Settings& settings, std::optional<search::PartSum>& part_sum) {
  if (settings.compact != nullptr) return settings.compact;
  return part_sum ? &*part_sum : nullptr;
}

}  // namespace

DistributedBfs::DistributedBfs(search::Parts parts, Transport& transport, const Settings& settings)
    : transport_(transport),
      rank_(transport.rank()),
      settings_(settings),
      budget_(parts.budget),
      stop_(parts.limits.stop),
      invariants_(parts.judged.invariants),
      most_errors_(parts.limits.errors),
      most_kept_(parts.limits.kept),
      most_states_(parts.limits.states),
      owners_(transport.ranks(), settings.start),
      part_sum_(sums_parts(settings) ? std::make_optional<search::PartSum>(parts.model) : std::nullopt),
      classes_(parts.model, settings.partition, shared_by(settings, part_sum_)),
      spelling_(parts.model),
      mailbox_(transport, *this, settings.asks_first ? 0 : settings.remembered),
      tree_(transport, parts.budget),
      path_(parts.model, parts.budget),
      pending_(arrivals_wait(parts, settings) ? std::make_optional<Pending>(*parts.store) : std::nullopt),
      explorer_(for_levels(std::move(parts), *this), *this) {
  CHECK(!(settings.asks_first || settings.by_parts) || (settings.lookahead == 0 && settings.store == nullptr));
  CHECK(!(settings.asks_first && settings.by_parts));
  CHECK(settings.compact == nullptr || settings.by_parts);
  if (settings.asks_first) asked_.emplace();
  if (settings.by_parts) parcels_.emplace(explorer_.model(), transport.ranks());
  if (settings.lookahead == 0) return;
  ahead_.emplace(transport.ranks(), explorer_.model(), settings.lookahead, explorer_.limits().chain,
                 [this] { return owners_.of(classes_.here()); });
}

search::Outcome DistributedBfs::run() {
  search();
  return finish();
}

void DistributedBfs::search() {
  if (replay_cut_) return;
  if (!begun_) begin();
  for (bool going = begun_ ? tree_.size() != 0 : settle(); going; going = settle()) {
    if (settings_.store != nullptr) move_classes();
    if (keeps_ && checkpoint_due()) keep_level();
    expand_level();
    end_level();
    if (asked_) ask();
  }
  const bool limited = why_ == search::Why::time || why_ == search::Why::memory || why_ == search::Why::interrupted;
  if (keeps_ && begun_ && limited && errors_ == 0 && kept_depth_ != tree_.depth()) {
    forget_arrivals();
    keep_level();
  }
}

// Before the first level is expanded there is one without transitions, so to speak, that leads to the initial state.
void DistributedBfs::begin() {
  explorer_.guard([&] {
    explorer_.start();
    if (explorer_.tallies().states == 0) return;
    met_by_.emplace_back();
    if (asked_) asked_->met(explorer_.model().fingerprint(), 0);
    if (settings_.store != nullptr) class_numbers_.push_back(static_cast<std::uint16_t>(class_));
    if (mine(0)) {
      judge(0);
    } else {
      ++theirs_.states;
    }
  });
}

void DistributedBfs::expand_level() {
  std::uint32_t until_turn = states_between_turns;
  ExpansionOrder turns;
  explorer_.guard([&] {
    while (!stopping() && turns.take(explorer_.store(), first_, numbers_)) {
      for (std::size_t i = 0; i < turns.size() && !stopping(); ++i) {
        const ExpansionOrder::Turn turn = turns[i];
        if (unsupported_ && turn.number > unsupported_->after.source()) continue;
        expand_one(turn);
        if (explorer_.stopping() && explorer_.why() == search::Why::unsupported) note_unsupported();
        if (pending_) sort_out();
        if (--until_turn > 0) continue;
        until_turn = states_between_turns;
        mailbox_.turn();
        charge();
      }
    }
  });
  path_.clear();
}

void DistributedBfs::expand_one(const ExpansionOrder::Turn& turn) {
  source_ = turn.number;
  arrivals_ = 0;
  explorer_.model().unpack(turn.words);
  // Those of the successors are found from it.
  if (asked_ || classes_.by_fingerprints()) (void)explorer_.model().fingerprint();
  if (ahead_) ahead_->expand(turn.id);
  if (!mine(turn.id)) return expand_theirs(turn.id);
  const bool explored = search::expand_here(explorer_, path_, turn.id, tree_.depth(), nothing_else);
  if (explored && tree_.depth() >= explorer_.limits().depth) dead_ends_.push_back(source_);
  tree_.expanded(source_, arrivals_);
}

// Of a state whose transitions were cut short, those that were taken count.
void DistributedBfs::end_level() {
  if (pending_) {
    sort_out();
    take_in();
  }
  mailbox_.end_level(stopping());
  if (pending_) take_in();
  if (settings_.compact != nullptr && !invariants_.empty()) judge_level();
}

void DistributedBfs::take_in() {
  const auto expect = [this](std::uint64_t id) {
    const std::uint64_t place = id - next_first_;
    if (place < met_by_.size()) __builtin_prefetch(&met_by_[place], 1);
  };
  const auto met = [&](const Pending::Arrival& arrival, const store::Found& found, std::span<const model::Word> words) {
    if (found.seen != store::Seen::fresh) return meet_again(found.number, arrival.edge);
    explorer_.count_remote(found, tree_.depth() + 1);
    if (arrival.from != Pending::nobody) {
      if (!explorer_.model().read_words(words)) MessageReader(arrival.from, {}).malformed();
    } else if (!invariants_.empty()) {
      explorer_.model().unpack(words);
    }
    meet(found, arrival.edge);
  };
  explorer_.guard([&] {
    if (!pending_->take_in(expect, met)) explorer_.stop(search::Why::memory);
  });
}

void DistributedBfs::note_unsupported() {
  unsupported_ = {Edge(source_, arrivals_), explorer_.unsupported()};
  path_.clear();
  explorer_.pass_over_unsupported();
}

void DistributedBfs::expand_theirs(std::uint64_t id) {
  const std::uint64_t errors = explorer_.tallies().errors;
  const std::size_t findings = explorer_.findings().size();
  const bool explored = search::expand_here(explorer_, path_, id, tree_.depth(), nothing_else);
  theirs_.explored += explored ? 1 : 0;
  theirs_.transitions += arrivals_;
  errors_before_ += explorer_.tallies().errors - errors;
  explorer_.findings().resize(findings);
  places_.resize(findings);
}

void DistributedBfs::choices(std::vector<std::uint32_t>& out) {
  path_.choices(out);
  places_.push_back({Edge(source_, arrivals_), true, places_.size()});
}

bool DistributedBfs::forward() {
  if (pending_ && begun_ && !replaying_) {
    put_aside();
    return true;
  }
  const std::uint64_t hash = classes_.hash_here();
  class_ = classes_.here(hash);
  const unsigned owner = owners_.of(class_);
  const bool mine = owner == rank_ || owners_.shared();
  if (!begun_ || mine) return !mine;
  const Edge edge(source_, arrivals_);
  if (const ChildLookahead::Promise* const promise = ahead_ ? ahead_->promised_by(owner) : nullptr) {
    mailbox_.send(owner, edge, *promise);
    return true;
  }
  if (asked_ && !replaying_) {
    mailbox_.ask(owner, edge, explorer_.model().fingerprint());
    return true;
  }
  if (parcels_) {
    send_parts(owner, edge, hash);
    return true;
  }
  const bool whole = mailbox_.send(owner, edge, hash, spelling_.here());
  if (whole && ahead_ && !replaying_ && tree_.depth() + 1 < explorer_.limits().depth) ahead_->look(rank_, owner);
  return true;
}

// If there was no room for some part, the words mean nothing.
void DistributedBfs::send_parts(unsigned to, Edge edge, std::uint64_t hash) {
  const model::Packed packed = explorer_.model().pack();
  if (!packed.room) return explorer_.stop(search::Why::memory);
  if (mailbox_.send_again(to, edge, hash, StateCodec::bytes_of(packed.words))) return;
  state_.clear();
  parcels_->write(to, packed.words, state_);
  mailbox_.send_new(to, edge, hash, state_.bytes());
}

void DistributedBfs::put_aside() {
  const Edge edge(source_, arrivals_);
  count_arrival();
  const auto words = explorer_.model().pack().words;
  const std::uint64_t hash = containers::mix_words(words);
  const unsigned to = owner_here(hash);
  mailbox_.expect(to, hash);
  pending_->land(to, edge, words, hash);
}

void DistributedBfs::sort_out() {
  pending_->sort_out(rank_, [this](unsigned to, Edge edge, std::uint64_t hash, std::span<const model::Word> words) {
    mailbox_.send(to, edge, hash, StateCodec::bytes_of(words));
  });
  if (pending_->full()) take_in();
}

void DistributedBfs::arrived(const store::Found& found) {
  if (pending_) return;
  const Edge edge(source_, arrivals_);
  count_arrival();
  if (found.seen == store::Seen::forwarded) return;
  if (settings_.compact != nullptr) prefer(found, edge, explorer_.model().pack().words);
  meet(found, edge);
  if (ahead_ && found.number >= next_first_) ahead_->follow(edge.index(), found.number);
}

void DistributedBfs::receive(Records& records) {
  explorer_.guard([&] {
    while (!stopping() && records.next()) {
      switch (records.kind()) {
        case Records::Kind::again:
          if (pending_) {
            pending_->add_again(records);
          } else {
            meet_again(records.number(), records.edge());
          }
          break;
        case Records::Kind::whole:
          if (pending_) {
            if (!pending_->add(records)) records.malformed();
          } else {
            parcels_ ? receive_parts(records) : receive(records, records.state());
          }
          break;
        case Records::Kind::asked:
          if (!asked_) records.malformed();
          hear_fingerprint(records);
          break;
        case Records::Kind::ahead: {
          const auto state =
              ahead_ ? ahead_->take(records.from(), records.promise(), records.edge().index()) : std::nullopt;
          if (!state) records.malformed();
          receive(records, *state);
          break;
        }
      }
      if (pending_ && pending_->full()) take_in();
    }
  });
}

void DistributedBfs::receive(Records& records, std::span<const std::uint8_t> state) {
  if (!spelling_.read(state)) records.malformed();
  const store::Found found = explorer_.insert_remote(explorer_.model().pack(), tree_.depth() + 1);
  if (found.seen == store::Seen::no_room) return;
  if (settings_.store != nullptr && found.seen == store::Seen::fresh) class_ = classes_.here();
  if (asked_ && !replaying_) return take_answer(records, found);
  meet(found, records.edge());
  if (records.kind() != Records::Kind::whole) return;
  records.keep(found.number);
  if (!ahead_ || replaying_) return;
  ahead_->came(records.from(), found.number >= next_first_ ? std::optional(found.number) : std::nullopt);
}

void DistributedBfs::receive_parts(Records& records) {
  const std::optional<model::Packed> state = parcels_->read(records.from(), records.state());
  if (!state) records.malformed();
  const store::Found found = explorer_.insert_remote(*state, tree_.depth() + 1);
  if (found.seen == store::Seen::no_room) return;
  if (settings_.compact != nullptr) {
    prefer(found, records.edge(), state->words);
  } else if (found.seen == store::Seen::fresh && !invariants_.empty()) {
    explorer_.model().unpack(state->words);
  }
  meet(found, records.edge());
  records.keep(found.number);
}

void DistributedBfs::meet(const store::Found& found, Edge edge) {
  if (found.seen != store::Seen::fresh) return meet_again(found.number, edge);
  met_by_.push_back(edge);
  if (asked_) asked_->met(explorer_.model().fingerprint(), found.number);
  if (settings_.counts) counts_.push_back(0);
  if (settings_.store != nullptr) class_numbers_.push_back(static_cast<std::uint16_t>(class_));
  if (replaying_) return;                    // it was judged
  if (settings_.compact != nullptr) return;  // it will be
  if (mine(found.number)) {
    judge(found.number);
  } else {
    ++theirs_.states;
  }
}

void DistributedBfs::judge(std::uint64_t id) {
  for (std::uint32_t i = 0; i < invariants_.size(); ++i) {
    if (explorer_.model().holds(invariants_[i].watch)) continue;
    ++breaches_;
    if (broken_.size() < most_found) broken_.push_back({id, i, std::string(explorer_.model().undefined())});
  }
}

void DistributedBfs::prefer(const store::Found& found, Edge edge, std::span<const model::Word> words) {
  if (found.seen != store::Seen::known || found.number < next_first_) return;
  if (!(edge < met_by_[found.number - next_first_])) return;
  if (!settings_.compact->prefer(found.number, words)) explorer_.stop(search::Why::memory);
}

void DistributedBfs::judge_level() {
  explorer_.guard([&] {
    for (std::uint64_t i = 0; i < met_by_.size() && !stopping(); ++i) {
      explorer_.model().unpack(settings_.compact->words(next_first_ + i));
      judge(next_first_ + i);
    }
  });
}

void DistributedBfs::meet_again(std::uint64_t id, Edge edge) {
  if (id >= next_first_) {
    Edge& first = met_by_[id - next_first_];
    if (edge < first) first = edge;
  }
  if (!settings_.counts) return;
  if (keeps_ && id < next_first_) arrived_.push_back(id);
  counts_.add(id);
}

void DistributedBfs::charge() {
  const std::uint64_t bytes = (numbers_.capacity() + all_numbers_.capacity()) * sizeof(std::uint64_t) +
                              met_by_.capacity() * sizeof(Edge) + counts_.bytes() +
                              class_numbers_.capacity() * sizeof(std::uint16_t) + mailbox_.held_bytes() +
                              (ahead_ ? ahead_->held_bytes() : 0) + (asked_ ? asked_->bytes() : 0) +
                              (pending_ ? pending_->bytes() : 0) + (parcels_ ? parcels_->held_bytes() : 0) +
                              (part_sum_ ? part_sum_->held_bytes() : 0) + arrived_.capacity() * sizeof(std::uint64_t);
  if (bytes <= held_) return;
  if (!budget_.take(bytes - held_)) return explorer_.stop(search::Why::memory);
  held_ = bytes;
}

RankStatistics DistributedBfs::share() {
  const search::Tallies& tallies = explorer_.tallies();
  return {.states = explorer_.store().size() - (owners_.shared() ? theirs_.states : 0),
          .met = tallies.states - theirs_.states,
          .explored = tallies.explored - theirs_.explored,
          .transitions = tallies.transitions - theirs_.transitions,
          .retaken = retaken_,
          .depth = tallies.depth,
          .bytes = budget_.peak(),
          .store_bytes = explorer_.store().bytes(),
          .moved = moved_states_,
          .sent = mailbox_.traffic(),
          .waited = mailbox_.waited()};
}

search::Outcome DistributedBfs::finish() {
  // What was found is told whole; what is not supported may be presumed no more, and then the search begins anew.
  if (stop_ != nullptr && (errors_ != 0 || (why_ != search::Why::finished && why_ != search::Why::unsupported))) {
    stop_->conclude();
  }
  shares_ = gather_shares(transport_, share());
  search::Outcome outcome;
  outcome.tallies = cut_ ? *cut_ : tallies_of(shares_);
  outcome.tallies.errors = errors_;
  outcome.tallies.seconds = explorer_.elapsed();
  if (why_ == search::Why::finished && cut_off_) why_ = search::Why::depth;
  if (settings_.compact != nullptr) tell_omissions(outcome);
  outcome.why = why_;
  if (why_ == search::Why::unsupported) outcome.unsupported = unsupported_->what;
  outcome.shortest = shortest_;
  outcome.verdict = search::verdict_of(why_, errors_);
  for (const Kept& kept : kept_) outcome.findings.push_back(complete(kept));
  return outcome;
}

void DistributedBfs::tell_omissions(search::Outcome& outcome) {
  outcome.missed = settings_.compact->missed_of(outcome.tallies.states);
  if (why_ != search::Why::finished) return;
  why_ = search::Why::omissions;
  outcome.estimate = search::estimate_omissions(outcome.tallies, outcome.missed);
}

search::Finding DistributedBfs::complete(const Kept& kept) {
  const Violated& violated = kept.violated;
  search::Finding finding;
  finding.violation = violated.violation;
  finding.length = violated.length;
  std::vector<std::uint64_t> way = tree_.way(kept.depth, violated.place.after.source());
  const bool state = !violated.place.step && violated.length > 0;
  if (state) way.push_back(violated.place.after.index() - 1);
  search::Retrace retrace(explorer_.model());
  retrace.start();
  for (const std::uint64_t index : way) retrace.go(index, finding.choices);
  finding.choices.insert(finding.choices.end(), violated.choices.begin(), violated.choices.end());
  return finding;
}

void DistributedBfs::collect(const std::function<void(std::span<const std::uint8_t>)>& row,
                             const std::function<void(std::uint64_t number, std::uint64_t count)>& arrivals) {
  tree_.collect(row);
  gather_arrivals(counts_.size(), arrivals);
}

void DistributedBfs::gather_arrivals(std::uint64_t ids,
                                     const std::function<void(std::uint64_t number, std::uint64_t count)>& take) {
  base::ByteSink sink;
  for (std::uint64_t id = 0; id < ids; ++id) {
    if (!mine(id)) continue;
    sink.varint(all_numbers_[id]);
    sink.varint(counts_[id]);
  }
  std::vector<Bytes> out(transport_.ranks());
  out[0].assign(sink.bytes().begin(), sink.bytes().end());
  const std::vector<Bytes> said = transport_.exchange(out);
  for (unsigned rank = 0; rank < said.size(); ++rank) {
    MessageReader heard(rank, said[rank]);
    while (!heard.at_end()) {
      const std::uint64_t number = heard.below(tree_.first() + tree_.size());
      take(number, heard.number());
    }
  }
}

search::Statistics DistributedBfs::statistics() const {
  search::Statistics statistics;
  statistics.ranks = shares_;
  return statistics;
}

}  // namespace waymark::cluster
