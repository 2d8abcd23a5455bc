// CyclesRecorder: listens to a breadth-first search of a program with its automaton and writes a script of form cycles:
// the tree as a LeanRecorder has it, and ranks which show that no cycle is accepting. Besides what that one keeps, it
// keeps four bytes for each transition, eight if fairness counts.
#pragma once

#include <cstdint>
#include <string>

#include "base/budget.hpp"
#include "model/model.hpp"
#include "observe/ranks.hpp"
#include "observe/recorder.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

class CyclesRecorder final : public search::StateListener {
 public:
  // `movers` is the outermost layer of the search's model if only fair cycles count, else none.
  CyclesRecorder(base::Budget& budget, model::Movers* movers, const SyncSpacing& spacing = {})
      : budget_(budget), movers_(movers), tree_(budget, spacing), graph_(budget) {}

  void started(std::uint64_t root, model::Model& model) override;
  void stepped(const search::Stepped& step, model::Model& model) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  enum class Answer : std::uint8_t {
    written,
    cycle,   // a cycle is accepting, and fair if that counts: there is nothing to write
    failed,  // why() says what of
  };
  // After a complete search. `stop`, if any, is polled, and then this throws base::Stopped: nothing was written.
  [[nodiscard]] Answer write(const std::string& path, const script::Header& header, const base::Stop* stop = nullptr);
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  void add_state(model::Model& model);

  base::Budget& budget_;
  model::Movers* movers_;
  LeanRecorder tree_;
  RankedGraph graph_;
  bool room_ = true;
  std::string why_;
};

}  // namespace waymark::observe
