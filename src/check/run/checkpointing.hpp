// Checkpoints of a check: what they are of, when they are written, and how a check goes on with one. A file that is of
// another program or of another question is refused, and by what differs.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "check/plan/settings.hpp"
#include "check/run/context.hpp"
#include "checkpoint/reader.hpp"
#include "load/program.hpp"
#include "model/model.hpp"
#include "observe/recorder.hpp"
#include "script/format.hpp"
#include "search/checkpoints.hpp"
#include "search/search.hpp"

namespace waymark::check {

// What a checkpoint is of. A search that resumes must have all of this in common, or it would be another search.
struct Subject {
  std::string tool;
  script::Digest program = {};
  std::string options;   // that shape the state graph, as scripts have them
  std::string asked;     // likewise
  std::string depth;     // how deep it looks
  bool records = false;  // a script is recorded

  void write(checkpoint::Writer& writer) const;
};
// How deep a search with these limits looks.
[[nodiscard]] std::string depth_of(const Limits& limits);

// What the check has learnt about the program before its present search began.
struct Learnt {
  std::string invalidated;     // load::Assumptions::invalidated()
  std::uint64_t restarts = 0;  // how often the search began anew for it
};

// A checkpoint that is gone on with.
class Earlier {
 public:
  // Throws base::InputError if it is none, and base::Stopped if `stop`, if any, says so.
  Earlier(const std::string& path, const base::Stop* stop);

  [[nodiscard]] const Learnt& learnt() const { return learnt_; }
  // Throws base::InputError if it is not of this.
  void refuse_unless(const Subject& here) const;
  // Hands on what it keeps, to all ranks of a cluster at once. Throws base::InputError if it is malformed. REQUIRES: it
  // is of what the search is of.
  void restore(const model::Model& model, search::Resumable& search, observe::LeanRecorder* recorder);
  // After that: the statements that had not been executed.
  [[nodiscard]] const std::vector<model::ActionId>& unreached() const { return unreached_; }

  [[noreturn]] void malformed(std::string_view why) const { reader_.malformed(why); }
  [[nodiscard]] const std::string& path() const { return reader_.path(); }

 private:
  checkpoint::Reader reader_;
  Subject subject_;
  Learnt learnt_;
  std::vector<model::ActionId> unreached_;
};

// The checkpoint to go on with, if one is named; what it has learnt is the program's from now on. For all ranks
// of a cluster at once.
[[nodiscard]] std::unique_ptr<Earlier> open_earlier(const load::Program& program, const std::string& resume,
                                                    const Context& context);

// Of statements that have not been executed, those that a checkpoint keeps: none that an earlier search, if any, had
// executed. Numbers that mean nothing to another model are not kept; who goes on with the search then knows of no
// statement that it was never executed.
[[nodiscard]] std::vector<model::ActionId> kept_unreached(const load::Program& program, const Earlier* earlier,
                                                          const std::vector<model::ActionId>& now);

// Writes them.
class Checkpointing final : public search::Checkpoints {
 public:
  struct Parts {
    Subject subject;
    Learnt learnt;
    std::function<std::vector<model::ActionId>()> unreached;  // statements that were never executed
    const observe::LeanRecorder* recorder = nullptr;          // none: no script, or the search keeps what it needs
    std::uint64_t turns = 16;                                 // between two looks at the clock
  };
  // REQUIRES: the settings name a file.
  Checkpointing(const OutputSettings& settings, Parts parts);

  [[nodiscard]] bool due() override;
  void keep(const search::Tallies& tallies, const std::function<void(checkpoint::Writer&)>& save) override;

  // What the user should know in the end, if anything.
  [[nodiscard]] std::string tell(bool over) const;
  // That the last one could not be written, as errors are told; empty if it could.
  [[nodiscard]] std::string fault() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string path_;
  Clock::duration every_;
  Clock::time_point next_;
  Parts parts_;
  std::uint64_t asked_ = 0;
  search::Tallies kept_;  // in the last one that was written
  double seconds_ = 0;    // that writing it took
  std::uint64_t written_ = 0;
  std::string why_not_;  // why the last one was not written
};

}  // namespace waymark::check
