#include "model/walker.hpp"

#include "base/check.hpp"

namespace waymark::model {

const std::vector<Transition>& Walker::enabled() {
  CHECK(!stuck());
  if (!looked_) model_.enabled(enabled_);
  looked_ = true;
  return enabled_;
}

const Transition& Walker::chosen(std::uint32_t choice) {
  CHECK(choice < enabled().size());
  if (at_state()) ++steps_;
  return enabled_[choice];
}

Step Walker::note(Step step) {
  stands_ = outcome(step, model_);
  looked_ = false;
  return step;
}

}  // namespace waymark::model
