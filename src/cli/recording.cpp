#include "cli/recording.hpp"

namespace waymark::cli {

Recording::Recording(const Options& options, base::Budget& budget) : path_(options.script) {
  if (options.search == "dfs") {
    ids_.emplace(path_, budget);
  } else {
    lean_.emplace(budget);
  }
}

search::Observer& Recording::observer() {
  if (ids_) return *ids_;
  return *lean_;
}

bool Recording::write(const script::Header& header) {
  return ids_ ? ids_->finish(header) : lean_->write(path_, header);
}

const std::string& Recording::why() const { return ids_ ? ids_->why() : lean_->why(); }

}  // namespace waymark::cli
