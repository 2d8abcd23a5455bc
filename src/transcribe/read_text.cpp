#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "script/ids_writer.hpp"
#include "script/part_writer.hpp"
#include "script/row.hpp"
#include "script/row_builder.hpp"
#include "transcribe/lean_tree.hpp"
#include "transcribe/text_script.hpp"

namespace waymark::transcribe {

namespace {

constexpr std::size_t longest_line = 1u << 16;
constexpr std::uint64_t between_sync_points = 4096;  // transitions

std::optional<script::Digest> from_hex(std::string_view text) {
  script::Digest digest;
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char* const begin = text.data() + 2 * i;
    if (std::from_chars(begin, begin + 2, digest[i], 16).ptr != begin + 2) return std::nullopt;
  }
  return digest;
}

bool starts(std::string_view& text, std::string_view with) {
  if (!text.starts_with(with)) return false;
  text.remove_prefix(with.size());
  return true;
}

bool number(std::string_view& text, std::uint64_t& out) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (fault != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// [#K] | NAME: which successor is meant; nothing, and a fault, if there is no such one.
std::optional<std::uint32_t> find_successor(std::string_view text, const std::vector<Successor>& successors,
                                            std::string& fault) {
  std::uint64_t ordinal = 1;
  if (starts(text, " #") && !number(text, ordinal)) {
    fault = "a number is expected behind '#'";
  } else if (!starts(text, " | ")) {
    fault = "' | STATEMENT' is expected";
  } else {
    const auto found = std::find_if(successors.begin(), successors.end(), [&](const Successor& successor) {
      return successor.name == text && successor.ordinal == ordinal;
    });
    if (found != successors.end()) return static_cast<std::uint32_t>(found - successors.begin());
    fault = "the program has no such transition here";
  }
  return std::nullopt;
}

// The lines of a text, and what its first ones say.
class Lines {
 public:
  Lines(std::istream& text, const base::Stop* stop) : text_(text), stop_(stop) {}

  [[nodiscard]] const std::string& line() const { return line_; }
  [[nodiscard]] const base::Stop* stop() const { return stop_; }
  bool next() {
    ++number_;
    base::poll(stop_);
    // Not all of a line that does not end.
    text_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    if (!text_) return false;
    const auto taken = static_cast<std::size_t>(text_.gcount());
    line_.assign(buffer_.data(), text_.eof() ? taken : taken - 1);
    return true;
  }
  bool fail(std::string& why, const std::string& what) const {
    why = fmt::format("line {}: {}", number_, what);
    return false;
  }
  bool read_header(script::Header& header) {
    if (!next() || line_ != text_script_first_line) return false;
    if (!next() || (line_ != "form ids" && line_ != "form lean")) return false;
    header.form = line_ == "form ids" ? script::Form::ids : script::Form::lean;
    if (!next() || !line_.starts_with("tool ")) return false;
    header.tool = line_.substr(5);
    std::optional<script::Digest> digest;
    if (!next() || !line_.starts_with("program ") || !(digest = from_hex(line_.substr(8)))) return false;
    header.program = *digest;
    if (!next() || !line_.starts_with("options ") || line_.size() < 73 || !(digest = from_hex(line_.substr(8, 64)))) {
      return false;
    }
    header.options = *digest;
    header.options_text = line_.substr(73);
    if (!next() || !line_.starts_with("checked ")) return false;
    header.assumptions = line_.substr(8);
    return true;
  }

 private:
  std::istream& text_;
  const base::Stop* stop_;
  std::vector<char> buffer_ = std::vector<char>(longest_line + 1);
  std::string line_;
  std::uint64_t number_ = 0;
};

class IdsTextReader {
 public:
  IdsTextReader(model::Model& model, Lines& lines, script::Writer& file)
      : lines_(lines), walk_(model, lines.stop()), writer_(file) {}

  bool run(script::Header& header, std::string& why) {
    while (!writer_.closed()) {
      if (!lines_.next()) return lines_.fail(why, "the text ends before the search does");
      if (lines_.line() == "back") {
        writer_.back();
        if (!writer_.closed()) walk_.leave();
      } else if (const std::string fault = take(lines_.line()); !fault.empty()) {
        return lines_.fail(why, fault);
      }
    }
    if (lines_.next()) return lines_.fail(why, "the text goes on after the search has ended");
    writer_.finish(header);
    return true;
  }

 private:
  // -> ID [new] [#K] | NAME
  std::string take(std::string_view text) {
    std::uint64_t id = 0;
    if (!starts(text, "-> ") || !number(text, id)) return "'-> STATE | STATEMENT' or 'back' is expected";
    const bool fresh = starts(text, " new");
    std::string fault;
    const auto successor = find_successor(text, walk_.successors(), fault);
    if (!successor.has_value()) return fault;
    if (fresh != (id == writer_.highest() + 1) || id == 0 || id > writer_.highest() + 1) {
      return fmt::format("the next new state is {}", writer_.highest() + 1);
    }
    writer_.arrive(id, *successor);
    if (!fresh) return "";
    walk_.enter(*successor);
    return "";
  }

  Lines& lines_;
  NamedWalk walk_;
  script::IdsWriter writer_;
};

class LeanTextReader {
 public:
  LeanTextReader(model::Model& model, Lines& lines, script::Writer& file)
      : lines_(lines), walk_(model, lines.stop()), writer_(file), syncs_(file) {}

  bool run(script::Header& header, std::string& why) {
    bool more = lines_.next();
    const auto next_state = [&] {
      if (!path_.empty() && transitions() >= next_sync_) add_sync_point();
      header.depth = std::max<std::uint64_t>(header.depth, path_.size());
      return state(more, why);
    };
    if (!walk_tree(walk_, path_, next_state)) return false;
    if (more) return lines_.fail(why, "the text goes on after the last state");
    header.states = states_;
    header.transitions = listed_;
    return true;
  }

 private:
  // state COUNT, then a line for each successor: => [#K] | NAME for a tree edge, -> [#K] | NAME for another
  bool state(bool& more, std::string& why) {
    if (!more) return lines_.fail(why, "the text ends before the tree does");
    std::string_view text = lines_.line();
    LeanState here;
    if (!starts(text, "state ") || !number(text, here.count) || !text.empty()) {
      return lines_.fail(why, "'state COUNT' is expected");
    }
    script::RowBuilder row(here.row);
    const auto& successors = walk_.successors();
    for (std::uint32_t next = 0; next < successors.size(); ++next) {
      text = (more = lines_.next()) ? std::string_view(lines_.line()) : std::string_view();
      const bool tree = text.starts_with("=>");
      if (!tree && !text.starts_with("->")) {
        return lines_.fail(why, fmt::format("the state has {} transitions, {} are listed", successors.size(), next));
      }
      std::string fault;
      const auto successor = find_successor(text.substr(2), successors, fault);
      if (!successor.has_value()) return lines_.fail(why, fault);
      if (*successor != next)
        return lines_.fail(why, fmt::format("next in the program's order is '{}'", successors[next].name));
      row.add(tree);
      if (tree) here.trees.push_back(next);
    }
    row.close();
    writer_.bytes(script::Stream::rows, here.row);
    const std::uint64_t above = path_.empty() ? 0 : path_.back().count;
    writer_.varint(script::Stream::counts, base::zigzag(here.count - above));
    ++states_;
    listed_ += successors.size();
    path_.push_back(std::move(here));
    more = lines_.next();
    return true;
  }
  // Symbols consumed: all that are listed, but for those that the states on the path still have to come to.
  [[nodiscard]] std::uint64_t transitions() const {
    std::uint64_t ahead = 0;
    for (const LeanState& here : path_) ahead += script::symbols_in(here.row) - taken(here);
    return listed_ - ahead;
  }
  [[nodiscard]] static std::uint64_t taken(const LeanState& here) { return here.trees[here.taken - 1] + 1; }
  void add_sync_point() {
    script::SyncPoint point;
    point.rows = writer_.position(script::Stream::rows);
    point.counts = writer_.position(script::Stream::counts);
    point.states = states_;
    point.transitions = transitions();
    for (const LeanState& here : path_)
      point.path.push_back({.row = here.row, .taken = taken(here), .count = here.count});
    syncs_.add(point);
    next_sync_ = point.transitions + between_sync_points;
  }

  Lines& lines_;
  NamedWalk walk_;
  script::Writer& writer_;
  script::SyncWriter syncs_;
  std::vector<LeanState> path_;
  std::uint64_t states_ = 0;
  std::uint64_t listed_ = 0;  // transitions of all states so far
  std::uint64_t next_sync_ = between_sync_points;
};

}  // namespace

bool read_text(model::Model& model, std::istream& text, const std::string& path, std::string& why,
               const base::Stop* stop) {
  script::Writer writer(path);
  script::Header header;
  Lines lines(text, stop);
  if (!lines.read_header(header)) return lines.fail(why, "this is not the beginning of a text script");
  const bool read = header.form == script::Form::lean ? LeanTextReader(model, lines, writer).run(header, why)
                                                      : IdsTextReader(model, lines, writer).run(header, why);
  if (!read) return false;
  if (writer.finish(header)) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::transcribe
