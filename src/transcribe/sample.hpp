// Adds to a partial script the sample of states by which its coverage is estimated: walks its tree once more with the
// program and, from each state of the frontier, goes on through those that the draw from program and options takes. For
// producers, who trust their own script.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/budget.hpp"
#include "base/stop.hpp"
#include "model/coverage.hpp"
#include "model/fingerprint.hpp"
#include "model/model.hpp"
#include "script/reader.hpp"
#include "script/sample.hpp"

namespace waymark::transcribe {

// States below the bound: those that the script has, and those of the sample.
class SampledStates {
 public:
  explicit SampledStates(base::Budget& budget) : budget_(budget) {}
  ~SampledStates() { budget_.give_back(states_.size() * bytes_each); }
  SampledStates(const SampledStates&) = delete;
  SampledStates& operator=(const SampledStates&) = delete;

  // False: there is no room.
  [[nodiscard]] bool keep(const model::Fingerprint& state) { return add(state, {}); }
  // Notes a step to a state. True if the state is new, and belongs to the sample now.
  [[nodiscard]] bool arrive(const model::Fingerprint& state, bool from_sample);
  [[nodiscard]] bool has_room() const { return room_; }
  [[nodiscard]] model::Census census() const;

 private:
  struct Met {
    bool sampled = false;
    std::uint64_t arrivals = 0;
  };
  struct Hash {
    std::size_t operator()(const model::Fingerprint& state) const {
      return static_cast<std::size_t>(state.low ^ state.high * 0x9E3779B97F4A7C15u);
    }
  };
  static constexpr std::uint64_t bytes_each = sizeof(model::Fingerprint) + sizeof(Met) + 4 * sizeof(void*);
  [[nodiscard]] bool add(const model::Fingerprint& state, const Met& met);

  base::Budget& budget_;
  bool room_ = true;
  std::unordered_map<model::Fingerprint, Met, Hash> states_;
};

// The model has a key, by which `states` has those of the script. False: why says what is wrong. What is claimed of the
// sample is told, too.
[[nodiscard]] bool write_sample(model::Model& model, const std::shared_ptr<const script::File>& partial,
                                std::uint64_t falls, SampledStates& states, const std::string& path,
                                const base::Stop* stop, script::SampleClaim& claim, std::string& why);

}  // namespace waymark::transcribe
