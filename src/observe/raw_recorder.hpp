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

class RawRecorder final : public search::Observer {
 public:
  // The model is the search's own: when a step is told, it stands where the step has led.
  RawRecorder(const std::string& path, model::Fingerprinting& model) : model_(model), file_(path) {}

  void started(std::uint64_t root) override;
  // A state found fresh is taken to be explored next, whether it was explored before or not.
  void stepped(const search::Stepped& step) override;
  [[nodiscard]] bool looks_at_model() const override { return true; }
  void left(std::uint64_t number, std::uint64_t depth) override;

  // After a complete search: the file takes its place; the numbers in the header are filled in here. False: see why().
  [[nodiscard]] bool finish(script::Header header);
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  [[nodiscard]] script::Print print();

  model::Fingerprinting& model_;
  script::Writer file_;
  std::optional<script::RawWriter> writer_;
  std::string why_;
};

}  // namespace waymark::observe
