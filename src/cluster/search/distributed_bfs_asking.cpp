// States that travel only if they are new where they go: while a level is expanded ranks tell each other fingerprints,
// and when it is over each asks for what it does not know. Who told a fingerprint finds the state once more by the edge
// that leads there, so nothing has to be kept for the answer.
#include <algorithm>
#include <numeric>

#include "cluster/search/distributed_bfs.hpp"
#include "cluster/transport/message_reader.hpp"
#include "search/retrace.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint64_t answers_between_turns = 16;

}  // namespace

void DistributedBfs::hear_fingerprint(const Records& records) {
  const std::optional<std::uint64_t> id = asked_->told(records.from(), records.edge(), records.fingerprint());
  if (id) meet_again(*id, records.edge());
}

// The model stands in it.
void DistributedBfs::take_answer(Records& records, const store::Found& found) {
  const std::optional<FingerprintQueries::Waiting> waiting = asked_->take(explorer_.model().fingerprint());
  if (!waiting) records.malformed();
  meet(found, waiting->first);
  for (std::uint64_t i = 0; i < waiting->others; ++i) meet_again(found.number, waiting->first);
}

void DistributedBfs::ask() {
  asked_->take_known([&](std::uint64_t id, const FingerprintQueries::Waiting& waiting) {
    for (std::uint64_t i = 0; i <= waiting.others; ++i) meet_again(id, waiting.first);
  });
  const std::vector<Bytes> questions = transport_.exchange(asked_->questions(transport_.ranks()));
  std::vector<std::uint64_t> order(numbers_.size());  // of this rank's states, by their numbers on the level
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const auto number = [&](std::uint64_t i) { return numbers_[i]; };
  std::sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return number(a) < number(b); });
  explorer_.guard([&] {
    for (unsigned rank = 0; rank < questions.size(); ++rank) {
      MessageReader heard(rank, questions[rank]);
      for (std::uint64_t count = 1; !heard.at_end() && !stopping(); ++count) {
        const std::uint64_t source = heard.number();
        const Edge edge(source, heard.below(Edge::most_indices));
        const auto at = std::lower_bound(order.begin(), order.end(), source,
                                         [&](std::uint64_t i, std::uint64_t value) { return number(i) < value; });
        if (at == order.end() || number(*at) != source) heard.malformed();
        answer(rank, edge, first_ + *at);
        if (count % answers_between_turns == 0) mailbox_.turn();
      }
    }
  });
  mailbox_.end_level(stopping());
  asked_->forget_waiting();  // what is left was cut short
  charge();
}

void DistributedBfs::answer(unsigned to, Edge edge, std::uint64_t source) {
  explorer_.tick();
  search::Retrace retrace(explorer_.model());
  std::vector<std::uint32_t> choices;
  retrace.start(explorer_.store().words(source));
  retrace.go(edge.index(), choices);
  mailbox_.answer(to, edge, spelling_.here());
}

}  // namespace waymark::cluster
