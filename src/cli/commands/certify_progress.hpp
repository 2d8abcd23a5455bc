// How far a certification has come: told now and then, as one line or as objects for another program, by a thread of
// its own, for its workers have other things to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <thread>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "certify/progress.hpp"
#include "cli/options/options.hpp"

namespace waymark::cli {

// What there is to tell at one time.
struct CertifyOutlook {
  std::uint64_t states = 0;
  std::uint64_t expected = 0;  // as the scripts say; 0 if they have not been read
  double rate = 0;             // states a second
  std::uint64_t tasks = 0;
  std::uint64_t done = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t memory_limit = 0;
  double seconds = 0;
  std::optional<double> time_limit = std::nullopt;

  [[nodiscard]] std::string line() const;
  [[nodiscard]] std::string json() const;  // with a line feed
};

// Tells as long as it exists; all else is printed before or afterwards.
class CertifyTeller {
 public:
  // What it is given outlives it.
  CertifyTeller(const certify::Progress& progress, ProgressForm form, const check::Limits& limits);
  CertifyTeller(const CertifyTeller&) = delete;
  CertifyTeller& operator=(const CertifyTeller&) = delete;
  ~CertifyTeller();

 private:
  void tell();

  const certify::Progress& progress_;
  const ProgressForm form_;
  CertifyOutlook now_;
  base::Mutex mutex_;
  base::Condition woken_;
  bool over_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::cli
