// CourseListener: how a search goes, for the charts of a page. It listens only if a page is asked for.
#pragma once

#include <cstddef>
#include <vector>

#include "base/budget.hpp"
#include "cli/options/options.hpp"
#include "observe/profile.hpp"
#include "observe/progress.hpp"
#include "report/report.hpp"

namespace waymark::cli {

// Whether a page is asked for, and one search tells its steps from the beginning, in their order.
[[nodiscard]] inline bool draws_course(const CheckOptions& options) {
  const check::Settings& settings = options.settings;
  return !options.output.html.empty() && !settings.cluster.wanted && !settings.swarm && !settings.hunt &&
         settings.resume.empty() && settings.store != check::StoreKind::disk;
}

class CourseListener {
 public:
  // Joins the listeners, and has to outlive the search.
  CourseListener(const base::Budget& budget, std::vector<search::StepListener*>& listeners,
                 std::vector<search::ProgressListener*>& progress)
      : moments_([&](const search::Tallies& tallies, double) { note(tallies, budget.used()); }, 0, seconds_between) {
    listeners.push_back(&profile_);
    progress.push_back(&moments_);
  }
  CourseListener(const CourseListener&) = delete;
  CourseListener& operator=(const CourseListener&) = delete;

  [[nodiscard]] report::Timeline course() const {
    report::Timeline course{profile_.levels(), {}, seen_};
    for (const observe::Profile::Point& point : profile_.points()) {
      course.fresh.push_back({point.transitions, point.states});
    }
    return course;
  }

 private:
  static constexpr double seconds_between = 0.02;
  static constexpr std::size_t most = 1024;

  void note(const search::Tallies& tallies, std::uint64_t bytes) {
    if (!seen_.empty() && tallies.seconds < seen_.back().seconds) seen_.clear();  // another search has begun
    if (++calls_ % stride_ != 0) return;
    seen_.push_back({tallies.seconds, bytes, tallies.states});
    if (seen_.size() < most) return;
    for (std::size_t i = 0; i < most / 2; ++i) seen_[i] = seen_[2 * i + 1];  // every other one is enough
    seen_.resize(most / 2);
    stride_ *= 2;
  }

  observe::Profile profile_;
  observe::Progress moments_;
  std::vector<report::Timeline::Moment> seen_;
  std::uint64_t calls_ = 0;
  std::uint64_t stride_ = 1;
};

}  // namespace waymark::cli
