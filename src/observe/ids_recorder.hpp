// IdsRecorder: listens to a depth-first search whose store forgets nothing, and writes an ids script while it goes on.
// Per state it keeps two numbers, for the marks and the Subgraphs list.
#pragma once

#include <cstdint>
#include <string>

#include "base/budget.hpp"
#include "script/ids_writer.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

// Why a search's events make no depth-first script.
inline constexpr const char* not_depth_first = "the search was not a complete depth-first one";

class IdsRecorder final : public search::StepListener {
 public:
  // What it keeps is taken from the budget; when that is spent it gives up and why() says so, the search goes on.
  IdsRecorder(const std::string& path, base::Budget& budget) : file_(path), writer_(file_), held_(budget) {}

  void stepped(const search::Stepped& step) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After a complete search: the file takes its place; the numbers in the header are filled in here. False: see why().
  [[nodiscard]] bool finish(script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] std::uint64_t file_bytes() const { return file_.file_bytes(); }

 private:
  script::Writer file_;
  script::IdsWriter writer_;
  base::Reservation held_;
  std::string why_;
};

}  // namespace waymark::observe
