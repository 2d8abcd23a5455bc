// What check --script adds to a check: the recorder that fits the search, and the script once all holds.
#pragma once

#include <memory>

#include "base/budget.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "observe/recorder.hpp"
#include "search/outcome.hpp"

namespace waymark::cli {

class Recording {
 public:
  // Nothing is recorded unless the options ask for it. The budget outlives this.
  Recording(const Options& options, base::Budget& budget);

  [[nodiscard]] search::Observer* observer() { return lean_.get(); }
  // True if a script was written. When one was asked for but cannot be, standard error says why. Throws
  // base::InputError if the file cannot be written.
  [[nodiscard]] bool write(const Program& program, const search::Outcome& outcome);

 private:
  const Options& options_;
  std::unique_ptr<observe::LeanRecorder> lean_;
};

}  // namespace waymark::cli
