// The script of a check: which form fits the search, recorded while it runs and written when it has ended well.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "base/budget.hpp"
#include "check/plan/settings.hpp"
#include "check/say/result.hpp"
#include "model/model.hpp"
#include "observe/cached_recorder.hpp"
#include "observe/ids_recorder.hpp"
#include "observe/recorder.hpp"
#include "search/observer.hpp"

namespace waymark::check {

// A header that also says, behind what was checked, which program it was.
[[nodiscard]] script::Header named(script::Header header, const OutputSettings& settings);

class Recording {
 public:
  // To this file. Breadth-first searches give lean scripts, depth-first ones ids.
  Recording(std::string path, const SearchSettings& settings, base::Budget& budget);

  // Who listens to the search: one of these two.
  [[nodiscard]] search::StepListener* steps();
  [[nodiscard]] search::StateListener* states() { return cached_ ? &*cached_ : nullptr; }
  // If it is lean.
  [[nodiscard]] observe::LeanRecorder* lean() { return lean_ ? &*lean_ : nullptr; }
  // After a complete search; false: see why().
  [[nodiscard]] bool write(const script::Header& header);
  // After one that did not end and found nothing; likewise.
  [[nodiscard]] bool write_partial(const script::Header& header);
  // The same with the sample by which its coverage is estimated, which was drawn with a bound that fell so often. The
  // model is the search's own, has a key, and unpacks what `words` has of the states, by number. Throws base::Stopped.
  struct ReservoirCount {
    std::uint64_t falls = 0;
    std::function<std::span<const containers::Word>(std::uint64_t)> words;
    base::Budget& budget;
    const base::Stop* stop = nullptr;
  };
  [[nodiscard]] bool write_sampled(const script::Header& header, model::Model& model, const ReservoirCount& sampled,
                                   Coverage& coverage);
  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  std::string path_;
  std::string why_;
  std::optional<observe::LeanRecorder> lean_;
  std::optional<observe::IdsRecorder> ids_;
  std::optional<observe::CachedRecorder> cached_;
};

}  // namespace waymark::check
