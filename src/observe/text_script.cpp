#include "observe/text_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "script/ids_writer.hpp"
#include "script/part_writer.hpp"
#include "script/row.hpp"

namespace waymark::observe {

namespace {

constexpr std::string_view first_line = "waymark text script 1";
constexpr std::size_t longest_line = 1u << 16;
constexpr std::size_t longest_chain = 10'000;
constexpr std::uint64_t between_sync_points = 4096;  // transitions

// A way to leave a state and arrive at one: the transitions to fire, and what they are called.
struct Arrival {
  std::vector<model::Transition> transitions;
  std::string name;
  std::uint32_t ordinal = 1;  // among those of the same name
};

// The program, walked along the states of a script.
class Guide {
 public:
  explicit Guide(model::Model& model) : model_(model) {
    model_.reset();
    enter();
  }

  void enter() {
    Level& level = levels_.emplace_back();
    level.mark = model_.mark();
    std::vector<model::Transition> way;
    expand(way, level.arrivals);
    model_.rewind(level.mark);
    for (std::size_t i = 0; i < level.arrivals.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (level.arrivals[j].name == level.arrivals[i].name) ++level.arrivals[i].ordinal;
      }
    }
  }
  void leave() { levels_.pop_back(); }
  [[nodiscard]] const std::vector<Arrival>& arrivals() const { return levels_.back().arrivals; }
  // Stands where it leads.
  void take(std::uint32_t arrival) {
    const Level& level = levels_.back();
    model_.rewind(level.mark);
    for (const model::Transition& transition : level.arrivals[arrival].transitions) {
      static_cast<void>(model_.fire(transition));
    }
  }

 private:
  struct Level {
    model::Mark mark = 0;
    std::vector<Arrival> arrivals;
  };

  [[nodiscard]] std::string name(const std::vector<model::Transition>& way) const {
    std::string out;
    for (const model::Transition& transition : way) {
      const model::Action action = model_.action(transition.action);
      out += fmt::format("{}{} {} {} {}", out.empty() ? "" : "; ", action.actor, transition.actor, action.location,
                         action.text);
    }
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
  }
  void expand(std::vector<model::Transition>& way, std::vector<Arrival>& out) {
    std::vector<model::Transition> enabled;
    model_.enabled(enabled);
    const model::Mark mark = model_.mark();
    for (const model::Transition& transition : enabled) {
      way.push_back(transition);
      model::Step step = model_.fire(transition);
      if (step == model::Step::failed) step = model_.violation().after;
      if (step == model::Step::moved) out.push_back({way, name(way), 1});
      if (step == model::Step::intermediate && way.size() < longest_chain) expand(way, out);
      model_.rewind(mark);
      way.pop_back();
    }
  }

  model::Model& model_;
  std::vector<Level> levels_;
};

std::string hex(const script::Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

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

// [#K] | NAME: which arrival is meant; nothing, and a fault, if there is no such arrival.
std::optional<std::uint32_t> find_arrival(std::string_view text, const std::vector<Arrival>& arrivals,
                                          std::string& fault) {
  std::uint64_t ordinal = 1;
  if (starts(text, " #") && !number(text, ordinal)) {
    fault = "a number is expected behind '#'";
  } else if (!starts(text, " | ")) {
    fault = "' | STATEMENT' is expected";
  } else {
    const auto found = std::find_if(arrivals.begin(), arrivals.end(), [&](const Arrival& arrival) {
      return arrival.name == text && arrival.ordinal == ordinal;
    });
    if (found != arrivals.end()) return static_cast<std::uint32_t>(found - arrivals.begin());
    fault = "the program has no such transition here";
  }
  return std::nullopt;
}

std::string described(const Arrival& arrival) {
  return fmt::format("{} | {}\n", arrival.ordinal > 1 ? fmt::format(" #{}", arrival.ordinal) : "", arrival.name);
}

// The lines of a text, and what its first ones say.
class Lines {
 public:
  explicit Lines(std::istream& text) : text_(text) {}

  [[nodiscard]] const std::string& line() const { return line_; }
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(text_, line_)) && line_.size() <= longest_line;
  }
  bool fail(std::string& why, const std::string& what) const {
    why = fmt::format("line {}: {}", number_, what);
    return false;
  }
  bool read_header(script::Header& header) {
    if (!next() || line_ != first_line) return false;
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
  std::string line_;
  std::uint64_t number_ = 0;
};

class IdsTextReader {
 public:
  IdsTextReader(model::Model& model, Lines& lines, script::Writer& file)
      : lines_(lines), guide_(model), writer_(file) {}

  bool run(script::Header& header, std::string& why) {
    while (!writer_.closed()) {
      if (!lines_.next()) return lines_.fail(why, "the text ends before the search does");
      if (lines_.line() == "back") {
        writer_.back();
        if (!writer_.closed()) guide_.leave();
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
    const auto arrival = find_arrival(text, guide_.arrivals(), fault);
    if (!arrival.has_value()) return fault;
    if (fresh != (id == writer_.highest() + 1) || id == 0 || id > writer_.highest() + 1) {
      return fmt::format("the next new state is {}", writer_.highest() + 1);
    }
    writer_.arrive(id, *arrival);
    if (!fresh) return "";
    guide_.take(*arrival);
    guide_.enter();
    return "";
  }

  Lines& lines_;
  Guide guide_;
  script::IdsWriter writer_;
};

// A state of a lean script on the path.
struct LeanLevel {
  std::vector<std::uint8_t> row;
  std::vector<std::uint32_t> trees;  // which arrivals are tree edges
  std::size_t taken = 0;             // of those
  std::uint64_t count = 0;
};

// Goes through the tree, state by state in the order of the script; `state` puts the one that the guide stands in on
// the path, or answers false.
template <typename State>
bool walk_tree(Guide& guide, std::vector<LeanLevel>& path, State state) {
  if (!state()) return false;
  while (!path.empty()) {
    LeanLevel& level = path.back();
    if (level.taken == level.trees.size()) {
      path.pop_back();
      if (!path.empty()) guide.leave();
      continue;
    }
    guide.take(level.trees[level.taken++]);
    guide.enter();
    if (!state()) return false;
  }
  return true;
}

class LeanTextReader {
 public:
  LeanTextReader(model::Model& model, Lines& lines, script::Writer& file)
      : lines_(lines), guide_(model), writer_(file), syncs_(file) {}

  bool run(script::Header& header, std::string& why) {
    bool more = lines_.next();
    const auto next_state = [&] {
      if (!path_.empty() && transitions() >= next_sync_) add_sync_point();
      header.depth = std::max<std::uint64_t>(header.depth, path_.size());
      return state(more, why);
    };
    if (!walk_tree(guide_, path_, next_state)) return false;
    if (more) return lines_.fail(why, "the text goes on after the last state");
    header.states = states_;
    header.transitions = listed_;
    return true;
  }

 private:
  // state COUNT, then a line for each arrival: => [#K] | NAME for a tree edge, -> [#K] | NAME for another
  bool state(bool& more, std::string& why) {
    if (!more) return lines_.fail(why, "the text ends before the tree does");
    std::string_view text = lines_.line();
    LeanLevel level;
    if (!starts(text, "state ") || !number(text, level.count) || !text.empty()) {
      return lines_.fail(why, "'state COUNT' is expected");
    }
    script::RowBuilder row(level.row);
    const auto& arrivals = guide_.arrivals();
    for (std::uint32_t next = 0; next < arrivals.size(); ++next) {
      text = (more = lines_.next()) ? std::string_view(lines_.line()) : std::string_view();
      const bool tree = text.starts_with("=>");
      if (!tree && !text.starts_with("->")) {
        return lines_.fail(why, fmt::format("the state has {} transitions, {} are listed", arrivals.size(), next));
      }
      std::string fault;
      const auto arrival = find_arrival(text.substr(2), arrivals, fault);
      if (!arrival.has_value()) return lines_.fail(why, fault);
      if (*arrival != next)
        return lines_.fail(why, fmt::format("next in the program's order is '{}'", arrivals[next].name));
      row.add(tree);
      if (tree) level.trees.push_back(next);
    }
    row.close();
    writer_.bytes(script::Stream::rows, level.row);
    const std::uint64_t above = path_.empty() ? 0 : path_.back().count;
    writer_.varint(script::Stream::counts, base::zigzag(level.count - above));
    ++states_;
    listed_ += arrivals.size();
    path_.push_back(std::move(level));
    more = lines_.next();
    return true;
  }
  // Symbols consumed: all that are listed, but for those that the states on the path still have to come to.
  [[nodiscard]] std::uint64_t transitions() const {
    std::uint64_t ahead = 0;
    for (const LeanLevel& level : path_) ahead += symbols(level) - taken(level);
    return listed_ - ahead;
  }
  [[nodiscard]] static std::uint64_t taken(const LeanLevel& level) { return level.trees[level.taken - 1] + 1; }
  [[nodiscard]] static std::uint64_t symbols(const LeanLevel& level) {
    return 7 * (level.row.size() - 1) + script::symbols_in_last(level.row.back());
  }
  void add_sync_point() {
    script::SyncPoint point;
    point.rows = writer_.position(script::Stream::rows);
    point.counts = writer_.position(script::Stream::counts);
    point.states = states_;
    point.transitions = transitions();
    for (const LeanLevel& level : path_) point.path.push_back({level.row, taken(level), level.count});
    syncs_.add(point);
    next_sync_ = point.transitions + between_sync_points;
  }

  Lines& lines_;
  Guide guide_;
  script::Writer& writer_;
  script::SyncWriter syncs_;
  std::vector<LeanLevel> path_;
  std::uint64_t states_ = 0;
  std::uint64_t listed_ = 0;  // transitions of all states so far
  std::uint64_t next_sync_ = between_sync_points;
};

class LeanTextWriter {
 public:
  LeanTextWriter(model::Model& model, const std::shared_ptr<const script::File>& file,
                 const std::function<void(std::string_view)>& line)
      : guide_(model), rows_(file, script::Stream::rows), counts_(file, script::Stream::counts), line_(line) {}

  bool run(std::string& why) {
    if (!walk_tree(guide_, path_, [&] { return state(why); })) return false;
    if (rows_.at_end() && counts_.at_end()) return true;
    why = "the script goes on after the last state";
    return false;
  }

 private:
  bool state(std::string& why) {
    const auto& arrivals = guide_.arrivals();
    LeanLevel level;
    std::string text;
    std::uint8_t byte = 0x80;
    for (std::size_t next = 0; byte >= 0x80;) {
      byte = rows_.byte();
      const unsigned symbols = byte >= 0x80 ? 7 : byte == 0 ? 0 : script::symbols_in_last(byte);
      if (rows_.failed() || byte == 0 || symbols > arrivals.size() - next ||
          (byte < 0x80 && next + symbols != arrivals.size())) {
        why = rows_.failed() ? rows_.fault().why : "the script does not fit the program";
        return false;
      }
      for (unsigned bit = 0; bit < symbols; ++bit, ++next) {
        const bool tree = (byte >> bit & 1) != 0;
        text += (tree ? "=>" : "->") + described(arrivals[next]);
        if (tree) level.trees.push_back(static_cast<std::uint32_t>(next));
      }
    }
    level.count = (path_.empty() ? 0 : path_.back().count) + base::from_zigzag(counts_.varint());
    if (counts_.failed()) {
      why = counts_.fault().why;
      return false;
    }
    line_(fmt::format("state {}\n{}", level.count, text));
    path_.push_back(std::move(level));
    return true;
  }

  Guide guide_;
  script::Cursor rows_;
  script::Cursor counts_;
  const std::function<void(std::string_view)>& line_;
  std::vector<LeanLevel> path_;
};

bool write_ids_text(model::Model& model, const std::shared_ptr<const script::File>& file, std::uint64_t memory,
                    const std::function<void(std::string_view)>& line, std::string& why) {
  Guide guide(model);
  script::IdsReader reader(file, memory);
  script::IdsStep step;
  while (reader.next(step)) {
    if (step.back) {
      line("back\n");
      if (!reader.path().empty()) guide.leave();
      continue;
    }
    if (step.successor >= guide.arrivals().size()) {
      why = "the script does not fit the program";
      return false;
    }
    line(fmt::format("-> {}{}{}", step.id, step.fresh ? " new" : "", described(guide.arrivals()[step.successor])));
    if (!step.fresh) continue;
    guide.take(step.successor);
    guide.enter();
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
  line(fmt::format("{}\nform {}\ntool {}\nprogram {}\noptions {} {}\nchecked {}\n", first_line,
                   script::name(header.form), header.tool, hex(header.program), hex(header.options),
                   header.options_text, header.assumptions));
  return lean ? LeanTextWriter(model, file, line).run(why) : write_ids_text(model, file, memory, line, why);
}

bool read_text(model::Model& model, std::istream& text, const std::string& path, std::string& why) {
  script::Writer writer(path);
  script::Header header;
  Lines lines(text);
  if (!lines.read_header(header)) return lines.fail(why, "this is not the beginning of a text script");
  const bool read = header.form == script::Form::lean ? LeanTextReader(model, lines, writer).run(header, why)
                                                      : IdsTextReader(model, lines, writer).run(header, why);
  if (!read) return false;
  if (writer.finish(header)) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::observe
