#include "cluster/search/asynchronous_search.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "cluster/search/violated.hpp"
#include "cluster/transport/collective.hpp"
#include "search/expand.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

namespace {

constexpr unsigned states_at_a_time = 16;

search::Parts shared_with(search::Parts parts, search::RemoteOwner& elsewhere) {
  parts.elsewhere = &elsewhere;
  return parts;
}

}  // namespace

AsynchronousSearch::AsynchronousSearch(search::Parts parts, Transport& transport, const Settings& settings)
    : transport_(transport),
      budget_(parts.budget),
      stop_(parts.limits.stop),
      ownership_(transport, parts.model, settings.partition),
      codec_(parts.model),
      mailbox_(transport, settings.remembered),
      path_(parts.model, parts.budget),
      explorer_(shared_with(std::move(parts), *this), *this) {
  CHECK(explorer_.limits().errors == 1);
  mailbox_.deliver_to(*this);
  if (codec_.as_words() && explorer_.store().wants_prefetch()) pending_.emplace(explorer_.store());
}

search::Outcome AsynchronousSearch::run() {
  explorer_.guard([&] {
    explorer_.start();
    if (explorer_.tallies().states != 0) note({}, 0);
  });
  begun_ = true;
  mailbox_.work_off([this] { return work(); });
  return finish();
}

bool AsynchronousSearch::forward() {
  const std::uint64_t hash = ownership_.hash_here();
  const unsigned owner = ownership_.owner_of(hash);
  if (begun_ && pending_) {
    pending_->land(owner, Edge(source_, depths_[source_]), explorer_.model().pack().words, hash);
    return true;
  }
  const bool mine = owner == transport_.rank();
  if (!begun_ || mine) return !mine;
  const Edge edge(source_, depths_[source_]);
  (void)mailbox_.send(owner, edge, hash, codec_.here());
  return true;
}

Mailbox::Left AsynchronousSearch::work() {
  if (pending_) take_in();  // of what was sent
  if (!stopping() && next_ == parents_.size()) return Mailbox::Left::nothing;
  explorer_.guard([&] {
    for (unsigned left = states_at_a_time; left > 0 && next_ < parents_.size() && !stopping(); --left) expand(next_++);
    charge();
  });
  path_.clear();
  if (pending_) take_in();
  return stopping() ? Mailbox::Left::stop : Mailbox::Left::some;
}

void AsynchronousSearch::expand(std::uint64_t id) {
  source_ = id;
  const std::uint64_t depth = depths_[id];
  explorer_.model().unpack(explorer_.store().words(id));
  if (ownership_.by_fingerprints()) (void)explorer_.model().fingerprint();  // those of the successors are found from it
  (void)search::expand_here(explorer_, path_, id, depth, [&] { note({transport_.rank(), id}, depth + 1); });
}

void AsynchronousSearch::note(Parent parent, std::uint64_t depth) {
  parents_.push_back(parent);
  depths_.push_back(static_cast<std::uint32_t>(depth));
  if (depth + 1 >= Edge::most_indices || parents_.size() == most_states) explorer_.stop(search::Why::memory);
}

void AsynchronousSearch::receive(Records& records) {
  explorer_.guard([&] {
    while (!stopping() && records.next()) {
      if (records.kind() == Records::Kind::again) continue;
      if (records.kind() != Records::Kind::whole) records.malformed();
      if (pending_) {
        if (!pending_->add(records)) records.malformed();
        if (pending_->full()) take_in();
        continue;
      }
      if (!codec_.read(records.state())) records.malformed();
      const std::uint64_t depth = records.edge().index() + 1;
      const store::Found found = explorer_.insert_remote(explorer_.model().pack(), depth);
      if (found.seen == store::Seen::no_room) return;
      records.keep(found.number);
      if (found.seen == store::Seen::fresh) meet(found, {records.from(), records.edge().source()}, depth);
    }
  });
}

void AsynchronousSearch::meet(const store::Found& found, Parent parent, std::uint64_t depth) {
  note(parent, depth);
  explorer_.judge_state(found.number, depth);
}

void AsynchronousSearch::take_in() {
  pending_->sort_out(transport_.rank(),
                     [this](unsigned to, Edge edge, std::uint64_t hash, std::span<const model::Word> words) {
                       mailbox_.send(to, edge, hash, StateCodec::bytes_of(words));
                     });
  const auto met = [&](const Pending::Arrival& arrival, const store::Found& found, std::span<const model::Word> words) {
    if (found.seen != store::Seen::fresh) return;
    const bool sent = arrival.from != Pending::this_rank;
    if (sent && !explorer_.model().read_words(words)) MessageReader(arrival.from, {}).malformed();
    if (!sent && !explorer_.judged().invariants.empty()) explorer_.model().unpack(words);
    const std::uint64_t depth = arrival.edge.index() + 1;
    explorer_.count_remote(found, depth);
    meet(found, {sent ? arrival.from : transport_.rank(), arrival.edge.source()}, depth);
  };
  explorer_.guard([&] {
    if (!pending_->take_in([](std::uint64_t) {}, met)) explorer_.stop(search::Why::memory);
  });
}

void AsynchronousSearch::charge() {
  const std::uint64_t bytes = parents_.capacity() * sizeof(Parent) + depths_.capacity() * sizeof(std::uint32_t) +
                              mailbox_.held_bytes() + (pending_ ? pending_->bytes() : 0);
  if (bytes <= held_) return;
  if (!budget_.take(bytes - held_)) return explorer_.stop(search::Why::memory);
  held_ = bytes;
}

void AsynchronousSearch::agree_on_end(search::Outcome& outcome) {
  base::ByteSink sink;
  sink.varint(explorer_.stopping() ? static_cast<std::uint64_t>(explorer_.why()) + 1 : 0);
  sink.varint(explorer_.findings().empty() ? 0 : 1);
  write_violation(sink, explorer_.unsupported());
  std::optional<unsigned> violated;
  gather(transport_, sink, [&](MessageReader& reader) {
    const std::uint64_t why = reader.below(static_cast<std::uint64_t>(search::Why::unsupported) + 2);
    if (reader.below(2) == 1 && !violated) violated = reader.rank();
    model::Violation unsupported = read_violation(reader);
    if (why == 0 || outcome.why != search::Why::finished) return;
    outcome.why = static_cast<search::Why>(why - 1);
    outcome.unsupported = std::move(unsupported);
  });
  if (violated) outcome.why = search::Why::errors;
  outcome.verdict = search::verdict_of(outcome.why, violated ? 1 : 0);
  // What is not supported may be presumed no more, and then the search begins anew.
  const bool over = outcome.why != search::Why::finished && outcome.why != search::Why::unsupported;
  if (over && stop_ != nullptr) stop_->conclude();
  if (violated) outcome.findings.push_back(complete(*violated));
}

search::Outcome AsynchronousSearch::finish() {
  search::Outcome outcome;
  agree_on_end(outcome);
  const search::Tallies& tallies = explorer_.tallies();
  shares_ = gather_shares(transport_, {.states = explorer_.store().size(),
                                       .met = tallies.states,
                                       .explored = tallies.explored,
                                       .transitions = tallies.transitions,
                                       .depth = tallies.depth,
                                       .bytes = budget_.peak(),
                                       .store_bytes = explorer_.store().bytes(),
                                       .sent = mailbox_.traffic(),
                                       .waited = mailbox_.waited()});
  outcome.tallies = tallies_of(shares_);
  outcome.tallies.errors = outcome.findings.size();
  outcome.tallies.seconds = explorer_.elapsed();
  return outcome;
}

search::Finding AsynchronousSearch::complete(unsigned rank) {
  base::ByteSink sink;
  if (rank == transport_.rank()) {
    const search::Finding& mine = explorer_.findings().front();
    sink.varint(mine.from);
    sink.varint(mine.length);
    write_violation(sink, mine.violation);
    write_choices(sink, mine.choices);
  }
  const std::vector<Bytes> all = transport_.gather(sink.bytes());
  MessageReader reader(rank, all[rank]);
  search::Finding finding;
  const std::uint64_t from = reader.number();
  finding.length = reader.number();
  finding.violation = read_violation(reader);
  const std::vector<std::uint32_t> last = read_choices(reader);
  const std::vector<std::vector<model::Word>> states = way(rank, from);
  search::Retrace retrace(explorer_.model());
  retrace.start();
  for (const std::vector<model::Word>& state : states) retrace.go(state, finding.choices);
  finding.choices.insert(finding.choices.end(), last.begin(), last.end());
  return finding;
}

std::vector<std::vector<model::Word>> AsynchronousSearch::way(unsigned rank, std::uint64_t id) {
  std::vector<std::vector<model::Word>> states;
  model::Model& model = explorer_.model();
  for (bool more = true; more;) {
    base::ByteSink sink;
    if (rank == transport_.rank()) {
      const Parent parent = parents_[id];
      sink.varint(parent.none() ? 0 : 1);
      if (!parent.none()) {
        sink.varint(parent.rank());
        sink.varint(parent.id());
        model.unpack(explorer_.store().words(id));
        const auto state = codec_.here();
        sink.varint(state.size());
        sink.raw(state);
      }
    }
    const std::vector<Bytes> all = transport_.gather(sink.bytes());
    MessageReader reader(rank, all[rank]);
    more = reader.below(2) == 1;
    if (!more) break;
    const auto next = static_cast<unsigned>(reader.below(transport_.ranks()));
    id = reader.number();
    if (!codec_.read(reader.bytes(reader.number()))) reader.malformed();
    rank = next;
    const auto words = model.pack().words;
    states.emplace_back(words.begin(), words.end());
  }
  std::reverse(states.begin(), states.end());
  return states;
}

search::Statistics AsynchronousSearch::statistics() const {
  search::Statistics statistics;
  statistics.ranks = shares_;
  return statistics;
}

}  // namespace waymark::cluster
