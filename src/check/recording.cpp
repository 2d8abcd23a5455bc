#include "check/recording.hpp"

#include <unistd.h>

#include "script/raw.hpp"

namespace waymark::check {

namespace {

// Beside the script, for as long as its states have no numbers.
std::string raw_path(const std::string& path) { return path + ".raw"; }

}  // namespace

script::Header named(script::Header header, const Settings& settings) {
  constexpr std::size_t longest = 4096;
  if (!settings.named.empty() && settings.named.size() <= longest) header.assumptions += "; program: " + settings.named;
  return header;
}

Recording::Recording(const Settings& settings, model::Model& model, base::Budget& budget)
    : path_(settings.script), memory_(budget.limit()) {
  if (settings.store == StoreKind::cache) {
    raw_.emplace(raw_path(path_), model);
  } else if (settings.order() == Order::dfs) {
    ids_.emplace(path_, budget);
  } else {
    lean_.emplace(budget);
  }
}

search::Observer& Recording::observer() {
  if (raw_) return *raw_;
  if (ids_) return *ids_;
  return *lean_;
}

void Recording::collect(cluster::Levels& levels) {
  levels.collect([this](std::span<const std::uint8_t> row) { lean_->add_row(row); },
                 [this](std::uint64_t state, std::uint64_t count) { lean_->set_arrivals(state, count); });
}

bool Recording::write(const script::Header& header) {
  if (raw_) return write_numbered(header);
  const bool good = ids_ ? ids_->finish(header) : lean_->write(path_, header);
  if (!good) why_ = ids_ ? ids_->why() : lean_->why();
  return good;
}

bool Recording::write_partial(const script::Header& header) {
  if (!lean_) {
    why_ = "a depth-first search that does not end has none; use --search bfs";
    return false;
  }
  const bool good = lean_->write_partial(path_, header);
  if (!good) why_ = lean_->why();
  return good;
}

bool Recording::write_numbered(const script::Header& header) {
  if (!raw_->finish(header)) {
    why_ = raw_->why();
    return false;
  }
  script::Fault fault;
  script::Removed removed;
  const auto file = script::File::open(raw_path(path_), fault);
  const bool good = file != nullptr && script::number_states(file, path_, memory_, removed, fault);
  if (!good) why_ = fault.why;
  unlink(raw_path(path_).c_str());
  return good;
}

}  // namespace waymark::check
