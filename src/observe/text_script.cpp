#include "observe/text_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "script/ids.hpp"

namespace waymark::observe {

namespace {

constexpr std::string_view first_line = "waymark text script 1";
constexpr std::size_t longest_line = 1u << 16;
constexpr std::size_t longest_chain = 10'000;

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
      if (step == model::Step::passing && way.size() < longest_chain) expand(way, out);
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

class TextReader {
 public:
  TextReader(model::Model& model, std::istream& text, script::Writer& file)
      : text_(text), guide_(model), writer_(file) {}

  bool run(script::Header& header, std::string& why) {
    if (!read_header(header)) return fail(why, "this is not the beginning of a text script");
    while (!writer_.closed()) {
      if (!next()) return fail(why, "the text ends before the search does");
      if (line_ == "back") {
        writer_.back();
        if (!writer_.closed()) guide_.leave();
      } else if (const std::string fault = take(line_); !fault.empty()) {
        return fail(why, fault);
      }
    }
    if (next()) return fail(why, "the text goes on after the search has ended");
    writer_.finish(header);
    return true;
  }

 private:
  bool fail(std::string& why, const std::string& what) const {
    why = fmt::format("line {}: {}", number_, what);
    return false;
  }
  bool next() {
    ++number_;
    return static_cast<bool>(std::getline(text_, line_)) && line_.size() <= longest_line;
  }
  bool read_header(script::Header& header) {
    if (!next() || line_ != first_line) return false;
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
  // -> ID [new] [#K] | NAME
  std::string take(std::string_view text) {
    std::uint64_t id = 0;
    std::uint64_t ordinal = 1;
    if (!starts(text, "-> ") || !number(text, id)) return "'-> STATE | STATEMENT' or 'back' is expected";
    const bool fresh = starts(text, " new");
    if (starts(text, " #") && !number(text, ordinal)) return "a number is expected behind '#'";
    if (!starts(text, " | ")) return "' | STATEMENT' is expected";
    const auto& arrivals = guide_.arrivals();
    const auto found = std::find_if(arrivals.begin(), arrivals.end(), [&](const Arrival& arrival) {
      return arrival.name == text && arrival.ordinal == ordinal;
    });
    if (found == arrivals.end()) return "the program has no such transition here";
    if (fresh != (id == writer_.highest() + 1) || id == 0 || id > writer_.highest() + 1) {
      return fmt::format("the next new state is {}", writer_.highest() + 1);
    }
    const auto arrival = static_cast<std::uint32_t>(found - arrivals.begin());
    writer_.arrive(id, arrival);
    if (!fresh) return "";
    guide_.take(arrival);
    guide_.enter();
    return "";
  }

  std::istream& text_;
  Guide guide_;
  script::IdsWriter writer_;
  std::string line_;
  std::uint64_t number_ = 0;
};

}  // namespace

bool write_text(model::Model& model, const std::shared_ptr<const script::File>& file, std::uint64_t memory,
                const std::function<void(std::string_view)>& line, std::string& why) {
  const script::Header& header = file->header();
  if (header.form != script::Form::ids) {
    why = fmt::format("this is a script of form {}; only ids scripts have a text form: check --search dfs makes them",
                      script::name(header.form));
    return false;
  }
  line(fmt::format("{}\ntool {}\nprogram {}\noptions {} {}\nchecked {}\n", first_line, header.tool, hex(header.program),
                   hex(header.options), header.options_text, header.assumptions));
  Guide guide(model);
  script::IdsReader reader(file, memory);
  script::IdsStep step;
  while (reader.next(step)) {
    if (step.back) {
      line("back\n");
      if (!reader.path().empty()) guide.leave();
      continue;
    }
    if (step.arrival >= guide.arrivals().size()) {
      why = "the script does not fit the program";
      return false;
    }
    const Arrival& arrival = guide.arrivals()[step.arrival];
    line(fmt::format("-> {}{}{} | {}\n", step.id, step.fresh ? " new" : "",
                     arrival.ordinal > 1 ? fmt::format(" #{}", arrival.ordinal) : "", arrival.name));
    if (!step.fresh) continue;
    guide.take(step.arrival);
    guide.enter();
  }
  if (!reader.finished()) {
    why = reader.failed() ? reader.fault().why : "the script goes on after the search has ended";
    return false;
  }
  return true;
}

bool read_text(model::Model& model, std::istream& text, const std::string& path, std::string& why) {
  script::Writer writer(path);
  script::Header header;
  if (!TextReader(model, text, writer).run(header, why)) return false;
  if (writer.finish(header)) return true;
  why = writer.why();
  return false;
}

}  // namespace waymark::observe
