#include "c/extract/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "c/extract/harness.hpp"

namespace waymark::c {

namespace {

constexpr std::array<std::pair<std::string_view, Treatment>, 8> words_of{{
    {"keep", Treatment::keep},
    {"hide", Treatment::hide},
    {"comment", Treatment::comment},
    {"print", Treatment::print},
    {"skip", Treatment::skip},
    {"warn", Treatment::warn},
    {"true", Treatment::always},
    {"false", Treatment::never},
}};
constexpr std::string_view kinds = "DACFRE";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\r')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// Whether the parenthesis that opens at `open` closes at `close`.
bool encloses(const std::string& text, std::size_t open, std::size_t close) {
  int depth = 0;
  for (std::size_t i = open; i <= close; ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i == close;
  }
  return false;
}

std::string without_outer(std::string text) {
  while (text.size() > 1 && text.front() == '(' && encloses(text, 0, text.size() - 1)) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

// Whether a `!` before the text would negate all of it: it is in parentheses, one name, one call, or negated itself.
bool is_operand(const std::string& text) {
  if (text.empty()) return false;
  if (text.front() == '!') return is_operand(text.substr(1));
  const auto open = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
  if (open == text.size()) return true;
  return text[open] == '(' && encloses(text, open, text.size() - 1);
}

// !(e) with one pair of parentheses, and e for !(!(e)).
std::string normal_negation(std::string text) {
  text = without_outer(std::move(text));
  if (!text.starts_with("!") || !is_operand(text.substr(1))) return text;
  const std::string inner = normal_negation(text.substr(1));
  if (inner.starts_with("!(") && encloses(inner, 1, inner.size() - 1)) return inner.substr(2, inner.size() - 3);
  return fmt::format("!({})", inner);
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> all;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = text.find_first_not_of(" \t,", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t,", begin), text.size());
    all.emplace_back(text.substr(begin, at - begin));
  }
  return all;
}

// `short s,E=0` declares two variables: `short s` and `short E=0`.
std::vector<std::string> single_declarations(std::string_view text) {
  if (text.ends_with(";")) text.remove_suffix(1);
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '(' || text[i] == '{')) ++depth;
    if (i < text.size() && (text[i] == ')' || text[i] == '}')) --depth;
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.emplace_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  const std::string first = parts.front().substr(0, std::min(parts.front().find('='), parts.front().size()));
  const std::size_t name = std::string(trimmed(first)).find_last_of(" *");
  const std::string type = name == std::string::npos ? "" : first.substr(0, name + 1);
  for (std::size_t i = 1; i < parts.size(); ++i) parts[i] = type + parts[i];
  return parts;
}

// Calls that only print.
bool prints_only(std::string_view statement) {
  constexpr std::array<std::string_view, 4> all{"printf(", "puts(", "putchar(", "fprintf("};
  return std::any_of(all.begin(), all.end(), [&](std::string_view one) { return statement.starts_with(one); });
}

// What Modex's tables have, and Waymark's models have not: C inside of a model, and what is said of its memory.
std::string_view only_modex(std::string_view command) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> known{{
      {"Import", "Import takes data of C into a model with embedded C; keep the declaration instead (D: ... keep)"},
      {"NonState", "NonState hides data from the states of embedded C; write Irrelevant and the name"},
      {"Track", "Track is about the memory of embedded C; leave the line out"},
      {"Include", "Include names another file; put its lines here"},
      {"Constant", "Constant is not supported; write Substitute, the name, and its value"},
  }};
  for (const auto& [word, why] : known) {
    if (word == command) return why;
  }
  return "";
}

}  // namespace

std::string Approximation::text() const {
  if (adds && loses) return " (neither an over- nor an under-approximation)";
  if (adds) return " (an over-approximation)";
  return loses ? " (an under-approximation)" : "";
}

std::string written(const Decision& decision) {
  for (const auto& [word, treatment] : words_of) {
    if (treatment == decision.treatment) return std::string(word);
  }
  return decision.text;
}

std::string Table::normal(std::string_view statement) {
  std::string text;
  for (std::size_t i = 0; i < statement.size(); ++i) {
    const char c = statement[i];
    if (c != ' ' && c != '\t') {
      text += c;
      continue;
    }
    // A blank stays where two words would run together.
    const std::size_t next = statement.find_first_not_of(" \t", i);
    if (!text.empty() && next != std::string_view::npos && is_word(text.back()) && is_word(statement[next]))
      text += ' ';
    i = next == std::string_view::npos ? statement.size() : next - 1;
  }
  if (text.ends_with(";")) text.pop_back();
  // &(x) is &x.
  for (std::size_t at = text.find("&("); at != std::string::npos; at = text.find("&(", at + 1)) {
    const std::size_t close = text.find(')', at);
    const bool plain =
        close != std::string::npos && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                                  text.begin() + static_cast<std::ptrdiff_t>(close), is_word);
    if (plain) text = text.substr(0, at + 1) + text.substr(at + 2, close - at - 2) + text.substr(close + 1);
  }
  text = normal_negation(std::move(text));
  const std::size_t assign = text.find("=(");
  if (assign != std::string::npos && assign > 0 &&
      std::string_view("=!<>").find(text[assign - 1]) == std::string_view::npos &&
      encloses(text, assign + 1, text.size() - 1)) {
    text = text.substr(0, assign + 1) + text.substr(assign + 2, text.size() - assign - 3);
  }
  return text;
}

Table::Table(std::string name, std::string_view text) : name_(std::move(name)) {
  Harness harness;
  if (is_harness(name_)) {
    harness_ = text;
    harness = read_harness(name_, text);
    text = harness.table;
    declarations_ = std::move(harness.declarations);
    sources_ = std::move(harness.sources);
  }
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines_.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    read_line(lines_.back(), ++number);
  }
}

void Table::malformed(std::size_t number, std::string_view why) const {
  throw base::InputError(fmt::format("{}:{}: error: {}", name_, number, why));
}

void Table::read_line(std::string_view line, std::size_t number) {
  // What stands behind a statement as a comment of C is one here too.
  if (const std::size_t comment = line.find("/*"); comment != std::string_view::npos && line.ends_with("*/")) {
    line = line.substr(0, comment);
  }
  line = trimmed(line);
  if (line.empty() || line.front() == '#' || line.starts_with("//")) return;
  if (read_command(line, number)) return;
  read_entry(line, number);
}

bool Table::read_command(std::string_view line, std::size_t number) {
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view command = line.substr(0, end);
  const std::string_view rest = trimmed(line.substr(end));
  const std::vector<std::string> words = split_words(rest);
  if (command == "Substitute") {
    if (words.size() < 2) malformed(number, "Substitute is followed by what is replaced and by what it becomes");
    substitutes_.emplace_back(words[0], std::string(trimmed(rest.substr(words[0].size()))));
  } else if (command == "Default") {
    if (words.size() != 2 || words[0].size() != 1 || kinds.find(words[0][0]) == std::string_view::npos) {
      malformed(number, "Default is followed by D, A, C, F, R or E and a treatment");
    }
    defaults_[words[0][0]] = treatment(words[1], number);
  } else if (command == "Irrelevant") {
    if (words.empty()) malformed(number, "Irrelevant is followed by the names of variables");
    irrelevant_.insert(words.begin(), words.end());
  } else if (command == "Process") {
    if (words.empty()) malformed(number, "Process is followed by the names of functions");
    processes_.insert(processes_.end(), words.begin(), words.end());
  } else if (command == "Function") {
    if (words.size() > 1) malformed(number, "Function is followed by the name of one function, or by nothing");
    section_ = words.empty() ? "" : words[0];
  } else if (command == "Abstract") {
    if (rest.find(':') == std::string_view::npos) {
      malformed(number, "Abstract is followed by VARIABLE:ITEM,..., as --abstract is");
    }
    abstractions_.emplace_back(rest);
  } else if (command == "Declare" && words.size() == 3 && rest.find_first_of(";=[{") == std::string_view::npos) {
    // Modex's way to say it: type, name, and where.
    if (words[2] != "Global") malformed(number, "Declare TYPE NAME SCOPE is understood with the scope Global");
    declarations_.push_back(fmt::format("{} {};", words[0], words[1]));
  } else if (command == "Declare") {
    declarations_.emplace_back(rest);
  } else if (const std::string_view why = only_modex(command); !why.empty()) {
    malformed(number, why);
  } else {
    return false;
  }
  return true;
}

Decision Table::treatment(std::string_view words, std::size_t number) const {
  for (const std::string_view embedded : {"c_code", "c_expr", "C_code", "C_expr"}) {
    if (!words.starts_with(embedded)) continue;
    malformed(number, fmt::format("{} is C inside of a model, of which nobody knows the states; write keep, or Promela",
                                  embedded));
  }
  Decision made;
  made.explicitly = true;
  for (const auto& [word, known] : words_of) {
    if (words != word) continue;
    made.treatment = known;
    return made;
  }
  made.treatment = Treatment::text;
  made.text = std::string(words);
  return made;
}

void Table::read_entry(std::string_view line, std::size_t number) {
  if (line.size() < 3 || line[1] != ':' || kinds.find(line[0]) == std::string_view::npos) {
    malformed(number,
              "an entry begins with D:, A:, C:, F:, R: or E:, a command is Substitute, Default, Irrelevant, Process, "
              "Function, Declare or Abstract");
  }
  const std::string_view rest = trimmed(line.substr(2));
  std::size_t gap = std::min(rest.find('\t'), rest.find("  "));
  if (gap == std::string_view::npos) {
    // One blank is enough before a treatment's name.
    gap = rest.rfind(' ');
    const std::string_view last = gap == std::string_view::npos ? "" : rest.substr(gap + 1);
    if (std::none_of(words_of.begin(), words_of.end(), [&](const auto& one) { return one.first == last; })) {
      malformed(number, "a tab or two blanks are expected between the statement and what becomes of it");
    }
  }
  std::string_view left = trimmed(rest.substr(0, gap));
  const Decision decision = treatment(trimmed(rest.substr(gap)), number);
  const bool prefix = left.ends_with("...");
  if (prefix) left.remove_suffix(3);
  std::vector<std::string> all{std::string(left)};
  if (line[0] == 'D' && !prefix) all = single_declarations(left);
  for (const std::string& one : all) {
    Entry entry;
    entry.kind = line[0];
    entry.function = section_;
    entry.left = normal(one);
    entry.prefix = prefix;
    entry.decision = decision;
    entry.line = number;
    entries_.push_back(std::move(entry));
  }
}

Decision Table::decide(const std::string& function, char kind, const std::string& statement,
                       const std::set<std::string>& names) {
  const std::string wanted = normal(statement);
  const std::string whole = fmt::format("{}: {}", kind, statement);
  const bool first = seen_.insert(whole).second;
  Decision made;
  bool decided = false;
  // A function's own entries come first, and whole statements before beginnings.
  for (const bool own : {true, false}) {
    for (const bool prefix : {false, true}) {
      for (Entry& entry : entries_) {
        // A condition that is a call may be entered as either, and so may an assignment.
        const bool same_kind =
            entry.kind == kind || (kind == 'C' && entry.kind == 'F') || (kind == 'E' && entry.kind == 'A');
        if (!same_kind || entry.prefix != prefix ||
            (own ? entry.function != function || function.empty() : !entry.function.empty())) {
          continue;
        }
        if (prefix ? !wanted.starts_with(entry.left) : wanted != entry.left) continue;
        entry.used = true;
        if (!decided) made = entry.decision;
        decided = true;
      }
    }
  }
  if (!decided) {
    const bool hides =
        std::any_of(names.begin(), names.end(), [&](const std::string& one) { return irrelevant_.contains(one); });
    if (const auto found = defaults_.find(kind); found != defaults_.end()) made = found->second;
    if (hides) made.treatment = kind == 'C' ? Treatment::always : Treatment::hide;
    made.explicitly = false;
    if (first) fresh_.emplace_back(whole, made);
  }
  if (made.treatment != Treatment::keep) {
    changed_.insert(whole);
    weigh(kind, wanted, made.treatment);
  }
  if (made.treatment == Treatment::warn && first) warnings_.push_back(whole);
  return made;
}

// A condition that can always be passed adds runs, one that never can, and a statement before which all wait, lose
// some. An effect that is left out does both, also one on irrelevant data: somebody may ask about that.
void Table::weigh(char kind, const std::string& statement, Treatment treatment) {
  const bool by_hand = treatment == Treatment::text;
  const bool waits = treatment == Treatment::never;
  const bool idle = kind == 'D' || (kind == 'F' && prints_only(statement));
  if (idle && !by_hand && !waits) return;
  weight_.adds = weight_.adds || by_hand || !waits;
  weight_.loses = weight_.loses || by_hand || waits || kind != 'C';
}

Approximation Table::approximation() const {
  const bool other = substitutes_something_ || !processes_.empty();
  return {weight_.adds || other, weight_.loses || other};
}

// Whole words only, in the order of the table.
std::string Table::substituted(std::string text) {
  for (const auto& [from, to] : substitutes_) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      const bool begins = at == 0 || !is_word(text[at - 1]) || !is_word(from.front());
      const std::size_t end = at + from.size();
      const bool ends = end == text.size() || !is_word(text[end]) || !is_word(from.back());
      if (begins && ends) {
        text.replace(at, from.size(), to);
        substitutes_something_ = true;
        at += to.size();
      } else {
        ++at;
      }
    }
  }
  return text;
}

std::string Table::changes() const {
  std::string summary;
  const auto tell = [&](const std::string& what) { summary += (summary.empty() ? "" : ", ") + what; };
  if (!changed_.empty()) {
    const std::size_t count = changed_.size();
    tell(fmt::format("{} of the program's statements {} not in the model as {}", count, count == 1 ? "is" : "are",
                     count == 1 ? "it is" : "they are"));
  }
  if (substitutes_something_) tell("words in others are replaced");
  if (!processes_.empty()) tell("its processes run instead of main");
  return summary;
}

std::vector<std::string> Table::fresh() const {
  std::vector<std::string> all;
  for (const auto& [statement, decision] : fresh_) all.push_back(statement);
  return all;
}

std::vector<std::string> Table::vanished() const {
  std::set<std::size_t> lines, used;
  for (const Entry& entry : entries_) (entry.used ? used : lines).insert(entry.line);
  std::vector<std::string> all;
  for (const std::size_t line : lines) {
    if (!used.contains(line)) all.push_back(lines_[line - 1]);
  }
  return all;
}

std::string Table::updated() const {
  if (!harness_.empty()) return harness_;
  const std::vector<std::string> all_gone = vanished();
  const std::set<std::string> gone(all_gone.begin(), all_gone.end());
  std::string text;
  for (const std::string& line : lines_) {
    text += fmt::format("{}{}\n", gone.contains(line) ? "# vanished: " : "", line);
  }
  if (lines_.empty()) {
    text +=
        "# What becomes of which statement: keep, hide, comment, print, skip, warn, true, false, or any text of "
        "Promela.\n"
        "# An entry that ends in ... stands for all that begin so. Further lines: Substitute FROM TO, Default KIND "
        "TREATMENT,\n"
        "# Irrelevant VARIABLES, Process FUNCTIONS, Function NAME, Declare PROMELA, Abstract VARIABLE:ITEM. "
        "Entries that keep what is there "
        "may be left "
        "out.\n";
  }
  if (!section_.empty() && !fresh_.empty()) text += "Function\n";
  for (const auto& [statement, decision] : fresh_) text += fmt::format("{}\t{}\n", statement, written(decision));
  return text;
}

}  // namespace waymark::c
