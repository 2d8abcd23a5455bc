// LevelVerdict: what one process would have found on a level that all ranks have expanded to its end, and where it
// would have ended. Ranks find violations in any order; here they agree on those that one process finds, on the one
// with which it ends, and on what it has counted by then.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cluster/search/frontier.hpp"
#include "cluster/search/tree.hpp"
#include "cluster/search/violated.hpp"
#include "cluster/transport/transport.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "store/level_compact.hpp"

namespace waymark::cluster {

class LevelVerdict final : public search::Route {
 public:
  static constexpr std::uint32_t most_found = 1 << 16;  // violations of a level that one rank keeps

  // `parts`: those of the search, of which the explorer minds no invariant and no limit of errors and states.
  LevelVerdict(const search::Parts& parts, Transport& transport, search::Explorer& explorer, const model::Path& path,
               const Frontier& frontier, Tree& tree);

  // While a level is expanded. The model stands in a state of the next level:
  void judge(std::uint64_t id);
  [[nodiscard]] bool judges() const { return !invariants_.empty(); }
  // The state that is being expanded is at the depth limit and has no transitions.
  void note_dead_end() { dead_ends_.push_back(frontier_.source()); }
  // The explorer has stopped at what is not supported. The level goes on as far as one process may come before that.
  void pass_over_unsupported();
  [[nodiscard]] bool passes_over(std::uint64_t number) const {
    return unsupported_ && number > unsupported_->after.source();
  }
  // Runs work, of which another rank reports the violations.
  template <typename Work>
  void ignore(const Work& work) {
    const std::uint64_t errors = explorer_.tallies().errors;
    const std::size_t findings = explorer_.findings().size();
    work();
    errors_before_ += explorer_.tallies().errors - errors;
    explorer_.findings().resize(findings);
    whens_.resize(findings);
  }

  // When it is over, for all ranks at once. First whether some rank could not expand its part; then the search is over.
  [[nodiscard]] bool agree();
  // After that: the states of the next level have these numbers here, or some rank had no room for them. Some limit of
  // states holds within a level, unless levels are kept whole. False if the search is over.
  [[nodiscard]] bool settle(const std::optional<std::vector<std::uint64_t>>& numbers, bool whole_levels);
  void next_level();

  [[nodiscard]] search::Why why() const { return why_; }
  void end_with(search::Why why) { why_ = why; }
  [[nodiscard]] std::uint64_t errors() const { return errors_; }
  // Some state was cut off by the depth limit.
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  // What the search has found. `all`: what the ranks have counted; `compact`: the store, if it may omit states.
  [[nodiscard]] search::Outcome outcome(const search::Tallies& all, const store::LevelCompact* compact);

 private:
  // A state that violates an invariant.
  struct Broken {
    std::uint64_t id = 0;
    std::uint32_t invariant = 0;
    std::string undefined;  // why it has no value, if that is it
  };
  struct Unsupported {
    Edge after;  // of a level, the transitions that one process takes before it meets that
    model::Violation what;
  };
  struct Kept {
    Violated violated;
    std::uint64_t depth = 0;  // of its source
  };

  void choices(std::vector<std::uint32_t>& out) override;

  [[nodiscard]] std::vector<Violated> violations() const;
  // The edge behind which one process has more states than it may keep; none if it never does.
  [[nodiscard]] std::optional<Edge> one_too_many(const std::vector<std::uint64_t>& numbers);
  // Leaves out what one process does not come to, which ends behind that edge or with what is not supported.
  void forget_later(const std::optional<Edge>& full);
  // Takes over the violations of the level. True if there are as many as the search may find.
  [[nodiscard]] bool conclude();
  // One process ends here, at a state without transitions or at one of its transitions.
  void cut_at(const Violated::When& when, bool dead_end);
  [[nodiscard]] search::Finding complete(const Kept& kept);

  Transport& transport_;
  search::Explorer& explorer_;
  const model::Path& path_;
  const Frontier& frontier_;
  Tree& tree_;
  std::vector<search::Invariant> invariants_;
  std::uint64_t most_errors_;
  std::uint32_t most_kept_;
  std::uint64_t most_states_;

  // Of this rank, on the level.
  std::vector<Violated::When> whens_;  // of the explorer's findings
  std::vector<Broken> broken_;
  std::uint64_t breaches_ = 0;            // all, also where not all of broken_ are kept
  std::uint64_t errors_before_ = 0;       // of the explorer's, those of earlier levels
  std::vector<std::uint64_t> dead_ends_;  // at the depth limit

  // Of all ranks.
  std::vector<Violated> found_;  // on the level, the first ones first
  std::uint64_t count_ = 0;      // of these, and those that were not kept
  std::optional<Unsupported> unsupported_;
  std::uint64_t errors_ = 0;
  std::vector<Kept> kept_;
  search::Why why_ = search::Why::finished;
  std::optional<search::Tallies> cut_;  // what one process has done when it ends
  bool shortest_ = false;
  bool cut_off_ = false;
};

}  // namespace waymark::cluster
