#include "promela/symmetric_states.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace waymark::promela {

bool SymmetricStates::settle(model::FlatState& state) {
  last_ = nullptr;
  const std::span<const model::Word> words = state.pack().words;
  if (words.size() != symmetry_->words()) return false;
  const Permutation& by = canonical_.of(words);
  if (canonical_.is_identity()) return false;
  const std::span<const model::Word> image = canonical_.image();
  for (std::uint32_t i = 0; i < image.size(); ++i) {
    if (state.word(i) != image[i]) state.set(i * 4, image[i]);
  }
  last_ = &by;
  return true;
}

void SymmetricStates::demand_same(const Program& program, const std::vector<Code>& propositions,
                                  std::string_view text) const {
  if (symmetry_->leaves(program, propositions)) return;
  throw base::InputError(
      fmt::format("waymark: error: '{}' distinguishes processes that symmetry exchanges: {}; make a script by 'waymark "
                  "check --symmetry off --script'",
                  text, symmetry_->text()));
}

}  // namespace waymark::promela
