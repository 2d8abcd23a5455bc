// Search: a strategy that can be run once. All of them share Explorer and differ in the order of exploration.
#pragma once

#include <optional>
#include <vector>

#include "base/interface.hpp"
#include "checkpoint/reader.hpp"
#include "model/observed.hpp"
#include "model/transition.hpp"
#include "search/checkpoints.hpp"
#include "search/outcome.hpp"
#include "search/statistics.hpp"

namespace waymark::search {

// A search of which checkpoints can be written. All of this before run(), but for unreached().
class Resumable : public base::Interface {
 public:
  // From time to time, and when a limit or a signal ends the search, its progress is kept. Of the ranks of a cluster,
  // which all call this or none, the first alone has `checkpoints`.
  virtual void keep_by(Checkpoints* checkpoints) = 0;
  // Goes on where the search stood that wrote this, and answers what that had counted; nothing if it was cut short, and
  // then run() ends at once. Throws base::InputError if no such search has written it.
  [[nodiscard]] virtual std::optional<Tallies> resume(checkpoint::Reader& reader) = 0;
  // While a checkpoint is kept: the statements that no model of this search has executed.
  [[nodiscard]] virtual std::vector<model::ActionId> unreached() const = 0;
};

class Search : public base::Interface {
 public:
  [[nodiscard]] virtual Outcome run() = 0;
  // After run().
  [[nodiscard]] virtual Statistics statistics() const { return {}; }
  // After run(): whether a model of this search, other than the one in Parts, has executed this statement.
  [[nodiscard]] virtual bool others_reached(model::ActionId id) const { return false; }
  // After run(): what each of these models has seen, of those that look.
  [[nodiscard]] virtual std::vector<model::Observed> others_observed() const { return {}; }
  // nullptr: no checkpoints can be written of it.
  [[nodiscard]] virtual Resumable* resumable() { return nullptr; }
};

}  // namespace waymark::search
