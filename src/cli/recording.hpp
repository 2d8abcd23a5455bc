// The script of a check: which form fits the search, recorded while it runs and written when it has ended well.
#pragma once

#include <optional>
#include <string>

#include "base/budget.hpp"
#include "cli/options.hpp"
#include "observe/ids_recorder.hpp"
#include "observe/recorder.hpp"
#include "search/observer.hpp"

namespace waymark::cli {

class Recording {
 public:
  // REQUIRES: options.script. Breadth-first searches give lean scripts, depth-first ones ids.
  Recording(const Options& options, base::Budget& budget);

  [[nodiscard]] search::Observer& observer();
  // After a complete search; false: see why().
  [[nodiscard]] bool write(const script::Header& header);
  [[nodiscard]] const std::string& why() const;

 private:
  std::string path_;
  std::optional<observe::LeanRecorder> lean_;
  std::optional<observe::IdsRecorder> ids_;
};

}  // namespace waymark::cli
