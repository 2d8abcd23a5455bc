#include "transcribe/kernel_script.hpp"

#include <fmt/format.h>

#include <vector>

#include "script/row.hpp"

namespace waymark::transcribe {

namespace {

constexpr std::size_t most_columns = 100;
constexpr std::uint64_t greatest_count = 0xFFFFFFFF;  // that the kernel reads

// A state on the path; its row lies among those of the path.
struct OpenState {
  std::size_t row = 0;
  script::RowCursor cursor;
  std::uint64_t count = 0;
};

class KernelScriptWriter {
 public:
  KernelScriptWriter(const std::shared_ptr<const script::File>& file, const std::function<void(std::string_view)>& put)
      : rows_(file, script::Stream::rows), counts_(file, script::Stream::counts), put_(put) {}

  bool run(std::string& why) {
    if (!enter(why)) return false;
    while (!path_.empty()) {
      OpenState& top = path_.back();
      switch (top.cursor.next(path_rows_.data() + top.row)) {
        case script::Symbol::tree:
          if (!enter(why)) return false;
          break;
        case script::Symbol::other:
          add(".");
          break;
        case script::Symbol::end:
          add("-");
          path_rows_.resize(top.row);
          path_.pop_back();
          break;
      }
    }
    put_("\n");
    if (rows_.at_end() && counts_.at_end()) return true;
    why = "the script goes on after the last state";
    return false;
  }

 private:
  bool enter(std::string& why) {
    rows_.poll();
    rows_.poll_growth(path_);
    OpenState here;
    here.row = path_rows_.size();
    const bool complete = script::read_row(rows_, path_rows_, ~std::uint64_t{0});
    here.count = (path_.empty() ? 0 : path_.back().count) + base::from_zigzag(counts_.varint());
    if (rows_.failed() || counts_.failed() || !complete || path_rows_.back() == 0) {
      why = rows_.failed() ? rows_.fault().why : counts_.failed() ? counts_.fault().why : "a row has no end mark";
      return false;
    }
    if (here.count > greatest_count) {
      why = "a count is too large";
      return false;
    }
    add(fmt::format("+{}", here.count));
    path_.push_back(here);
    return true;
  }

  void add(std::string_view text) {
    if (column_ + text.size() > most_columns) {
      put_("\n");
      column_ = 0;
    }
    put_(text);
    column_ += text.size();
  }

  script::Cursor rows_;
  script::Cursor counts_;
  const std::function<void(std::string_view)>& put_;
  std::vector<OpenState> path_;
  std::vector<std::uint8_t> path_rows_;
  std::size_t column_ = 0;
};

}  // namespace

bool write_kernel_script(const std::shared_ptr<const script::File>& file,
                         const std::function<void(std::string_view)>& put, std::string& why) {
  const script::Header& header = file->header();
  if (header.form != script::Form::lean || header.parts != 0) {
    why = fmt::format("this is {} of form {}; the kernel reads whole scripts of form lean",
                      header.parts != 0 ? "a part of a script" : "a script", script::name(header.form));
    return false;
  }
  put(fmt::format("script {} {} {}\n", header.states, header.transitions, header.depth));
  return KernelScriptWriter(file, put).run(why);
}

}  // namespace waymark::transcribe
