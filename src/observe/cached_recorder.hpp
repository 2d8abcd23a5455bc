// CachedRecorder: listens to a depth-first search with a bounded cache, which may explore states more than once, and
// writes the ids script of a search that forgets nothing (thesis, 4.3). Such a search cannot number its states, so
// while it goes on its steps are kept with fingerprints, in a file without a name. At the end the states get numbers,
// and what was explored again is left out.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "model/model.hpp"
#include "script/writer.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

class CachedRecorder final : public search::StateListener {
 public:
  // Numbering the states may take so many bytes, when the search is over.
  CachedRecorder(const std::string& path, std::uint64_t memory);

  void started(std::uint64_t root, model::Model& model) override;
  // A state found fresh is taken to be explored next, whether it was explored before or not.
  void stepped(const search::Stepped& step, model::Model& model) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After a complete search: the file takes its place; the numbers in the header are filled in here. False: see why().
  [[nodiscard]] bool finish(script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  // Whether a step is one of a depth-first search that has not ended.
  [[nodiscard]] bool expects_steps();
  // Reads what was kept. False: see why().
  [[nodiscard]] bool number_states(script::Header& header);

  script::Writer file_;
  std::uint64_t memory_;
  std::unique_ptr<std::FILE, Close> steps_;
  model::Fingerprint root_;
  std::uint64_t open_ = 1;  // states on the path
  std::string why_;
};

}  // namespace waymark::observe
