#include "check/run/checkpointing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/quantities.hpp"
#include "base/utf8.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t longest_subject = 1u << 20;  // of one of its texts
constexpr double usual_interval = 600;

std::string quoted(const std::string& text) { return text.empty() ? "none" : "'" + base::printable(text) + "'"; }

}  // namespace

void Subject::write(checkpoint::Writer& writer) const {
  writer.text(tool);
  writer.bytes(program);
  writer.text(options);
  writer.text(asked);
  writer.text(depth);
  writer.varint(records ? 1 : 0);
}

std::string depth_of(const Limits& limits) {
  return limits.depth ? fmt::format("--depth {}", *limits.depth) : "no --depth";
}

Earlier::Earlier(const std::string& path, const base::Stop* stop) : reader_(path, stop) {
  subject_.tool = reader_.text(longest_subject);
  reader_.bytes(subject_.program);
  subject_.options = reader_.text(longest_subject);
  subject_.asked = reader_.text(longest_subject);
  subject_.depth = reader_.text(longest_subject);
  subject_.records = reader_.varint(1) != 0;
  learnt_.invalidated = reader_.text(longest_subject);
  learnt_.restarts = reader_.varint();
}

void Earlier::refuse_unless(const Subject& here) const {
  const auto compare = [this](const std::string& what, const std::string& its, const std::string& ours) {
    if (its == ours) return;
    reader_.refuse(fmt::format("this checkpoint is of a search that had {} {}, and this one has {}", what, quoted(its),
                               quoted(ours)));
  };
  if (subject_.tool != here.tool) {
    reader_.refuse(
        fmt::format("this checkpoint was written by {}, and this is {}", quoted(subject_.tool), quoted(here.tool)));
  }
  if (subject_.program != here.program) {
    reader_.refuse("this checkpoint is of another program, or of an earlier text of this one");
  }
  compare("the options", subject_.options, here.options);
  compare("the properties", subject_.asked, here.asked);
  compare("the limit", subject_.depth, here.depth);
  if (subject_.records && !here.records) {
    reader_.refuse("this checkpoint is of a search that records a script; add --script FILE");
  }
  if (!subject_.records && here.records) {
    reader_.refuse("this checkpoint is of a search that records no script; leave out --script");
  }
}

void Earlier::restore(const model::Model& model, search::Resumable& search, observe::LeanRecorder* recorder) {
  const std::optional<search::Tallies> before = search.resume(reader_);
  if (!before) return;
  if (recorder != nullptr) recorder->load(reader_, *before);
  for (std::uint64_t count = reader_.varint(model.actions()); count > 0; --count) {
    const auto id = static_cast<model::ActionId>(reader_.varint(model.actions() - 1));
    if (!unreached_.empty() && id <= unreached_.back()) malformed("its statements are out of order");
    unreached_.push_back(id);
  }
  reader_.finish();
}

std::unique_ptr<Earlier> open_earlier(const load::Program& program, const std::string& resume, const Context& context) {
  if (resume.empty()) return nullptr;
  std::unique_ptr<Earlier> earlier;
  context.team.together([&] {
    earlier = std::make_unique<Earlier>(resume, context.stop);
    if (!program.front_end->invalidate(earlier->learnt().invalidated))
      earlier->malformed("it refutes what nobody presumes");
  });
  return earlier;
}

std::vector<model::ActionId> kept_unreached(const load::Program& program, const Earlier* earlier,
                                            const std::vector<model::ActionId>& now) {
  if (program.words_differ) return {};
  if (earlier == nullptr) return now;
  std::vector<model::ActionId> both;
  const std::vector<model::ActionId>& before = earlier->unreached();
  std::set_intersection(before.begin(), before.end(), now.begin(), now.end(), std::back_inserter(both));
  return both;
}

Checkpointing::Checkpointing(const OutputSettings& settings, Parts parts)
    : path_(settings.checkpoint),
      every_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(settings.every.value_or(usual_interval)))),
      next_(Clock::now() + every_),
      parts_(std::move(parts)) {}

bool Checkpointing::due() { return ++asked_ % parts_.turns == 0 && Clock::now() >= next_; }

void Checkpointing::keep(const search::Tallies& tallies, const std::function<void(checkpoint::Writer&)>& save) {
  const Clock::time_point began = Clock::now();
  checkpoint::Writer writer(path_);
  parts_.subject.write(writer);
  writer.text(parts_.learnt.invalidated);
  writer.varint(parts_.learnt.restarts);
  save(writer);
  if (parts_.recorder != nullptr) parts_.recorder->save(writer, tallies);
  const std::vector<model::ActionId> ids = parts_.unreached();
  writer.varint(ids.size());
  for (const model::ActionId id : ids) writer.varint(id);
  why_not_.clear();
  if (writer.finish()) {
    kept_ = tallies;
    ++written_;
  } else {
    why_not_ = writer.why();
  }
  const Clock::time_point now = Clock::now();
  seconds_ = std::chrono::duration<double>(now - began).count();
  next_ = now + every_;
}

std::string Checkpointing::tell(bool over) const {
  std::string text;
  if (!why_not_.empty()) text = fmt::format("The last checkpoint could not be written: {}. ", why_not_);
  if (over || (written_ == 0 && text.empty())) return text;
  if (written_ == 0) return text + "There is none to go on with.";
  return text + fmt::format("{} keeps {}, {} of them explored, and took {}; --resume goes on from there.", path_,
                            base::counted(kept_.states, "state"), base::grouped(kept_.explored),
                            base::duration(seconds_));
}

std::string Checkpointing::fault() const {
  return why_not_.empty() ? ""
                          : fmt::format("{}: error: the last checkpoint could not be written: {}", path_, why_not_);
}

}  // namespace waymark::check
