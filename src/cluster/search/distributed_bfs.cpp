#include "cluster/search/distributed_bfs.hpp"

#include <limits>
#include <utility>

#include "search/expand.hpp"

namespace waymark::cluster {

namespace {

constexpr std::uint32_t states_between_turns = 64;

// A level is always expanded to its end; LevelVerdict minds invariants and the limits of errors and states.
search::Parts for_levels(search::Parts parts, search::RemoteOwner& exchange) {
  parts.limits.errors = 0;
  parts.limits.kept = LevelVerdict::most_found;
  parts.limits.states = std::numeric_limits<std::uint64_t>::max();
  parts.judged.invariants.clear();
  parts.elsewhere = &exchange;
  return parts;
}

store::LevelCompact* compact_of(const DistributedBfs::Settings& settings) {
  const Deltas* const deltas = std::get_if<Deltas>(&settings.exchange);
  return deltas != nullptr ? deltas->compact : nullptr;
}

// Where states are sent by their parts, and are shared as a whole, their hashes are sums over the parts.
bool sums_parts(const DistributedBfs::Settings& settings) {
  return std::holds_alternative<Deltas>(settings.exchange) && compact_of(settings) == nullptr &&
         settings.partition == model::PartitionKey::whole;
}

std::unique_ptr<Ownership> make_ownership(const Transport& transport, model::Model& model,
                                          const DistributedBfs::Settings& settings,
                                          std::optional<search::PartSum>& part_sum) {
  const WholeStates* const whole = std::get_if<WholeStates>(&settings.exchange);
  if (whole != nullptr && whole->moving) {
    return std::make_unique<MovingOwnership>(transport, model, settings.partition, *whole->moving);
  }
  // States that are taken for one have to be kept by one rank.
  store::WordsHash* hash = compact_of(settings);
  if (part_sum) hash = &*part_sum;
  return std::make_unique<Ownership>(transport, model, settings.partition, hash);
}

}  // namespace

DistributedBfs::DistributedBfs(search::Parts parts, Transport& transport, const Settings& settings)
    : transport_(transport),
      budget_(parts.budget),
      stop_(parts.limits.stop),
      compact_(compact_of(settings)),
      frontier_(settings.keeps),
      tree_(transport, parts.budget),
      path_(parts.model, parts.budget),
      mailbox_(transport, std::holds_alternative<FingerprintsFirst>(settings.exchange) ? 0 : settings.remembered),
      part_sum_(sums_parts(settings) ? std::make_optional<search::PartSum>(parts.model) : std::nullopt),
      ownership_(make_ownership(transport, parts.model, settings, part_sum_)),
      verdict_(parts, transport, explorer_, path_, frontier_, tree_),
      exchange_(make_exchange(settings.exchange, *parts.store, level_parts(parts.model))),
      explorer_(for_levels(std::move(parts), *exchange_), verdict_),
      checkpoint_(level_parts(explorer_.model())) {
  mailbox_.deliver_to(*exchange_);
}

LevelParts DistributedBfs::level_parts(model::Model& model) {
  return {transport_, budget_, model, explorer_, path_, mailbox_, tree_, frontier_, *ownership_, verdict_};
}

search::Outcome DistributedBfs::run() {
  search();
  return finish();
}

// Before the first level is expanded there is one without transitions, so to speak, that leads to the initial state.
void DistributedBfs::search() {
  if (cut_short_) return;
  if (!frontier_.begun()) {
    explorer_.guard([&] {
      explorer_.start();
      if (explorer_.tallies().states != 0) exchange_->meet_initial();
    });
  }
  for (bool going = frontier_.begun() ? tree_.size() != 0 : settle(); going; going = settle()) {
    if (!ownership_->rebalance(level_parts(explorer_.model()), *exchange_)) checkpoint_.lose_in_degrees();
    if (checkpoint_.due()) checkpoint_.keep();
    expand_level();
    exchange_->end_level();
    charge();
  }
  const search::Why why = verdict_.why();
  const bool limited = why == search::Why::time || why == search::Why::memory || why == search::Why::interrupted;
  if (limited && verdict_.errors() == 0) checkpoint_.keep_begin_of_level();
}

void DistributedBfs::expand_level() {
  std::uint32_t until_turn = states_between_turns;
  ExpansionOrder order;
  const auto stopping = [this] { return explorer_.stopping() || mailbox_.stopped(); };
  explorer_.guard([&] {
    while (!stopping() && order.take(explorer_.store(), frontier_.first(), frontier_.numbers())) {
      for (std::size_t i = 0; i < order.size() && !stopping(); ++i) {
        if (verdict_.passes_over(order[i].number)) continue;
        expand(order[i]);
        exchange_->expanded();
        if (--until_turn > 0) continue;
        until_turn = states_between_turns;
        mailbox_.turn();
        charge();
      }
    }
  });
  path_.clear();
}

// Of a state whose transitions were cut short, those that were taken count.
void DistributedBfs::expand(const ExpansionOrder::Turn& turn) {
  frontier_.expand(turn.number);
  explorer_.model().unpack(turn.words);
  exchange_->expand(turn.id);
  bool explored = false;
  const auto expand_here = [&] { explored = search::expand_here(explorer_, path_, turn.id, tree_.depth(), [] {}); };
  if (ownership_->mine(turn.id)) {
    expand_here();
    if (explored && tree_.depth() >= explorer_.limits().depth) verdict_.note_dead_end();
    tree_.expanded(turn.number, frontier_.arrivals());
  } else {
    verdict_.ignore(expand_here);
    ownership_->expanded_theirs(explored, frontier_.arrivals());
  }
  if (!explorer_.stopping() || explorer_.why() != search::Why::unsupported) return;
  verdict_.pass_over_unsupported();
  path_.clear();
}

bool DistributedBfs::settle() {
  if (!verdict_.agree()) return false;
  std::optional<std::vector<std::uint64_t>> numbers(frontier_.edges().size());
  if (frontier_.begun()) numbers = ownership_->number_states(tree_, frontier_);
  if (!verdict_.settle(numbers, checkpoint_.enabled())) return false;
  advance(std::move(*numbers));
  return verdict_.why() == search::Why::finished && tree_.size() != 0;
}

void DistributedBfs::advance(std::vector<std::uint64_t> numbers) {
  frontier_.advance(std::move(numbers), tree_.first());
  verdict_.next_level();
  exchange_->next_level();
  charge();
}

std::optional<search::Tallies> DistributedBfs::resume(checkpoint::Reader& reader) {
  if (!restore(reader, false)) return std::nullopt;
  return explorer_.tallies();
}

bool DistributedBfs::restore(checkpoint::Reader& reader, bool over) {
  cut_short_ = !checkpoint_.resume(reader, over, *exchange_,
                                   [this](std::vector<std::uint64_t> numbers) { advance(std::move(numbers)); });
  return !cut_short_;
}

void DistributedBfs::charge() {
  const std::uint64_t bytes = frontier_.bytes() + mailbox_.held_bytes() + exchange_->held_bytes() +
                              ownership_->held_bytes() + (part_sum_ ? part_sum_->held_bytes() : 0);
  if (bytes <= held_) return;
  if (!budget_.take(bytes - held_)) return explorer_.stop(search::Why::memory);
  held_ = bytes;
}

search::Statistics DistributedBfs::statistics() const {
  search::Statistics statistics;
  statistics.ranks = shares_;
  return statistics;
}

RankStatistics DistributedBfs::share() {
  const search::Tallies& tallies = explorer_.tallies();
  RankStatistics share{.states = explorer_.store().size(),
                       .met = tallies.states,
                       .explored = tallies.explored,
                       .transitions = tallies.transitions,
                       .retaken = retaken_,
                       .depth = tallies.depth,
                       .bytes = budget_.peak(),
                       .store_bytes = explorer_.store().bytes(),
                       .sent = mailbox_.traffic(),
                       .waited = mailbox_.waited()};
  ownership_->correct(share);
  return share;
}

search::Outcome DistributedBfs::finish() {
  // What was found is completed in any case. What is not supported may be assumed no more, and then the search begins
  // anew.
  const search::Why why = verdict_.why();
  const bool over = why != search::Why::finished && why != search::Why::unsupported;
  if (stop_ != nullptr && (over || verdict_.errors() != 0)) stop_->conclude();
  shares_ = gather_shares(transport_, share());
  return verdict_.outcome(tallies_of(shares_), compact_);
}

void DistributedBfs::collect(const std::function<void(std::span<const std::uint8_t>)>& row,
                             const std::function<void(std::uint64_t number, std::uint64_t count)>& in_degree) {
  tree_.collect(row);
  frontier_.gather_in_degrees(transport_, *ownership_, states_of_all(), in_degree);
}

}  // namespace waymark::cluster
