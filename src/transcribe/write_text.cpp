#include <fmt/format.h>

#include "script/ids_writer.hpp"
#include "script/row.hpp"
#include "transcribe/lean_tree.hpp"
#include "transcribe/text_script.hpp"

namespace waymark::transcribe {

namespace {

std::string hex(const script::Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string described(const Successor& successor) {
  return fmt::format("{} | {}\n", successor.ordinal > 1 ? fmt::format(" #{}", successor.ordinal) : "", successor.name);
}

class LeanTextWriter {
 public:
  LeanTextWriter(model::Model& model, const std::shared_ptr<const script::File>& file,
                 const std::function<void(std::string_view)>& line)
      : walk_(model, file->stop()),
        rows_(file, script::Stream::rows),
        counts_(file, script::Stream::counts),
        line_(line) {}

  bool run(std::string& why) {
    if (!walk_tree(walk_, path_, [&] { return state(why); })) return false;
    if (rows_.at_end() && counts_.at_end()) return true;
    why = "the script goes on after the last state";
    return false;
  }

 private:
  bool state(std::string& why) {
    const auto& successors = walk_.successors();
    LeanState here;
    const bool fits = script::read_row(rows_, here.row, successors.size() / 7 + 1) && here.row.back() != 0 &&
                      script::symbols_in(here.row) == successors.size();
    if (rows_.failed() || !fits) {
      why = rows_.failed() ? rows_.fault().why : "the script does not fit the program";
      return false;
    }
    std::string text;
    script::RowCursor cursor;
    for (std::uint32_t next = 0; next < successors.size(); ++next) {
      const bool tree = cursor.next(here.row.data()) == script::Symbol::tree;
      text += (tree ? "=>" : "->") + described(successors[next]);
      if (tree) here.trees.push_back(next);
    }
    here.count = (path_.empty() ? 0 : path_.back().count) + base::from_zigzag(counts_.varint());
    if (counts_.failed()) {
      why = counts_.fault().why;
      return false;
    }
    line_(fmt::format("state {}\n{}", here.count, text));
    rows_.poll_growth(path_);
    path_.push_back(std::move(here));
    return true;
  }

  NamedWalk walk_;
  script::Cursor rows_;
  script::Cursor counts_;
  const std::function<void(std::string_view)>& line_;
  std::vector<LeanState> path_;
};

bool write_ids_text(model::Model& model, const std::shared_ptr<const script::File>& file, std::uint64_t memory,
                    const std::function<void(std::string_view)>& line, std::string& why) {
  NamedWalk walk(model, file->stop());
  script::IdsReader reader(file, memory);
  script::IdsStep step;
  while (reader.next(step)) {
    if (step.back) {
      line("back\n");
      if (!reader.path().empty()) walk.leave();
      continue;
    }
    if (step.successor >= walk.successors().size()) {
      why = "the script does not fit the program";
      return false;
    }
    line(fmt::format("-> {}{}{}", step.id, step.fresh ? " new" : "", described(walk.successors()[step.successor])));
    if (!step.fresh) continue;
    walk.enter(step.successor);
  }
  if (reader.finished()) return true;
  why = reader.failed() ? reader.fault().why : "the script goes on after the search has ended";
  return false;
}

}  // namespace

bool write_text(model::Model& model, const std::shared_ptr<const script::File>& file, std::uint64_t memory,
                const std::function<void(std::string_view)>& line, std::string& why) {
  const script::Header& header = file->header();
  const bool lean = header.form == script::Form::lean;
  if ((!lean && header.form != script::Form::ids) || header.parts != 0) {
    why = fmt::format("this is {} of form {}; only whole scripts of form lean or ids have a text form",
                      header.parts != 0 ? "a part of a script" : "a script", script::name(header.form));
    return false;
  }
  line(fmt::format("{}\nform {}\ntool {}\nprogram {}\noptions {} {}\nchecked {}\n", text_script_first_line,
                   script::name(header.form), header.tool, hex(header.program), hex(header.options),
                   header.options_text, header.assumptions));
  return lean ? LeanTextWriter(model, file, line).run(why) : write_ids_text(model, file, memory, line, why);
}

}  // namespace waymark::transcribe
