#include "observe/cached_recorder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <unordered_map>

#include "base/output_file.hpp"
#include "observe/ids_recorder.hpp"
#include "script/ids_writer.hpp"

namespace waymark::observe {

namespace {

// What a step does; the fingerprint of the state it leads to stands behind it, unless it goes back.
enum class StepKind : std::uint8_t { back, arrive, enter };

constexpr std::size_t steps_buffer = 1u << 18;

// On the same disk as the script, if that is an ordinary file. Null: errno says why.
std::FILE* open_unnamed_near(const std::string& path) {
  const base::OutputPlace place = base::output_place(path);
  if (!place.ordinary) return std::tmpfile();
  std::string name = place.path + ".XXXXXX";
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return nullptr;
  ::unlink(name.c_str());
  return ::fdopen(file, "w+b");
}

struct FingerprintHash {
  std::size_t operator()(const model::Fingerprint& state) const { return state.low ^ state.high; }
};

// Writes what is to stay. Once a state is entered that had been entered before, all steps up to the back that leaves it
// again are left out. The printed algorithm 4.2 ends at a back to a lower number instead, which may be one that belongs
// to a state further up.
class Numbering {
 public:
  Numbering(script::Writer& file, const model::Fingerprint& root) : writer_(file) { ids_[root] = 1; }

  void back() {
    if (repeating_ > 0) {
      --repeating_;
    } else {
      writer_.back();
    }
  }
  // What is wrong with that, or nothing.
  [[nodiscard]] const char* arrive(const model::Fingerprint& state, bool entered) {
    const auto known = ids_.find(state);
    if (repeating_ > 0) {
      if (known == ids_.end()) return "a state explored for the second time leads to one that was never explored";
      if (entered) ++repeating_;
    } else if (known != ids_.end()) {
      writer_.arrive(known->second);
      if (entered) repeating_ = 1;
    } else {
      if (!entered) return "a state is said to be known that was never explored";
      ids_.emplace(state, writer_.highest() + 1);
      writer_.arrive(writer_.highest() + 1);
    }
    return nullptr;
  }
  void finish(script::Header& header) { writer_.finish(header); }
  [[nodiscard]] bool closed() const { return writer_.closed(); }
  [[nodiscard]] std::uint64_t bytes() const {
    constexpr std::uint64_t bytes_per_state = 80;  // what an entry of the map costs, about
    return ids_.size() * bytes_per_state + writer_.bytes();
  }

 private:
  script::IdsWriter writer_;
  std::unordered_map<model::Fingerprint, std::uint64_t, FingerprintHash> ids_;
  std::uint64_t repeating_ = 0;  // open states whose steps are left out
};

}  // namespace

CachedRecorder::CachedRecorder(const std::string& path, std::uint64_t memory)
    : file_(path), memory_(memory), steps_(open_unnamed_near(path)) {
  if (steps_ == nullptr) {
    why_ = std::string("its steps cannot be kept beside it: ") + std::strerror(errno);
  } else {
    std::setvbuf(steps_.get(), nullptr, _IOFBF, steps_buffer);
  }
}

bool CachedRecorder::expects_steps() {
  if (why_.empty() && open_ == 0) why_ = not_depth_first;
  return why_.empty();
}

void CachedRecorder::started(std::uint64_t, model::Model& model) { root_ = model.fingerprint(); }

void CachedRecorder::stepped(const search::Stepped& step, model::Model& model) {
  if (!expects_steps()) return;
  const bool entered = step.found.seen == store::Seen::fresh;
  if (entered) ++open_;
  const model::Fingerprint state = model.fingerprint();
  std::fputc(static_cast<int>(entered ? StepKind::enter : StepKind::arrive), steps_.get());
  std::fwrite(&state, sizeof state, 1, steps_.get());
}

void CachedRecorder::left(std::uint64_t, std::uint64_t) {
  if (!expects_steps()) return;
  --open_;
  std::fputc(static_cast<int>(StepKind::back), steps_.get());
}

bool CachedRecorder::number_states(script::Header& header) {
  constexpr const char* lost = "its steps could not be kept beside it; is the disk full?";
  const auto fail = [this](const char* why) {
    why_ = why;
    return false;
  };
  std::FILE* const steps = steps_.get();
  if (std::fflush(steps) != 0 || std::ferror(steps) != 0) return fail(lost);
  std::rewind(steps);
  Numbering numbering(file_, root_);
  while (!numbering.closed()) {
    const int kind = std::fgetc(steps);
    if (kind == static_cast<int>(StepKind::back)) {
      numbering.back();
      continue;
    }
    model::Fingerprint state;
    if (kind == EOF || std::fread(&state, sizeof state, 1, steps) != 1) return fail(lost);
    const char* const wrong = numbering.arrive(state, kind == static_cast<int>(StepKind::enter));
    if (wrong != nullptr) return fail(wrong);
    if (numbering.bytes() > memory_) return fail("numbering the states needs more memory than allowed");
  }
  numbering.finish(header);
  return true;
}

bool CachedRecorder::finish(script::Header header) {
  if (why_.empty() && open_ != 0) why_ = not_depth_first;
  if (!why_.empty() || !number_states(header)) return false;
  if (!file_.finish(header)) why_ = file_.why();
  return why_.empty();
}

}  // namespace waymark::observe
