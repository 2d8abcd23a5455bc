// RawRecorder: listens to a depth-first search that may explore states more than once, as with a bounded cache, and
// writes a raw script while it goes on. script::number_states() makes an ids script of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"
#include "script/raw.hpp"
#include "search/observer.hpp"

namespace waymark::observe {

class RawRecorder final : public search::StateListener {
 public:
  explicit RawRecorder(const std::string& path) : file_(path) {}

  void started(std::uint64_t root, model::Model& model) override;
  // A state found fresh is taken to be explored next, whether it was explored before or not.
  void stepped(const search::Stepped& step, model::Model& model) override;
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After a complete search: the file takes its place; the numbers in the header are filled in here. False: see why().
  [[nodiscard]] bool finish(script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  script::Writer file_;
  std::optional<script::RawWriter> writer_;
  std::string why_;
};

}  // namespace waymark::observe
