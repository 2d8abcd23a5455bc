// Progress: reports, now and then, how far a search has come. It decides when; its creator decides how.
#pragma once

#include <functional>
#include <utility>

#include "search/observer.hpp"

namespace waymark::observe {

class Progress final : public search::ProgressListener {
 public:
  using Show = std::function<void(const search::Tallies& tallies, double states_per_second)>;

  // Nothing is shown in the first seconds: most searches are over by then.
  Progress(Show show, double first_after, double every) : show_(std::move(show)), every_(every), next_(first_after) {}

  void pulse(const search::Tallies& tallies) override {
    if (tallies.seconds < last_.seconds) {  // another search has begun
      last_ = {};
      next_ = every_;
    }
    if (tallies.seconds < next_) return;
    const double rate = static_cast<double>(tallies.states - last_.states) / (tallies.seconds - last_.seconds);
    show_(tallies, rate);
    last_ = tallies;
    next_ = tallies.seconds + every_;
  }

 private:
  Show show_;
  double every_;
  double next_;
  search::Tallies last_;  // as shown last: the rate is that since then
};

}  // namespace waymark::observe
