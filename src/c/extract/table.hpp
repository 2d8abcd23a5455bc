// The table of an extraction: what becomes of which statement. A line is `KIND: text`, then a tab or two blanks, then a
// treatment. Kinds are D declaration, A assignment, C condition (and, as an entry of its own, its negation), F call, R
// return, E any other expression. `Function NAME` begins entries for one function, `Function` those for all again. An
// entry decides before data that is irrelevant, and that before the kind's default.
// A harness of Modex (c/extract/harness.hpp) is a table as well.
// A table remembers which statements it was asked about, so that it can be brought up to date.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::c {

enum class Treatment : std::uint8_t {
  keep,     // as it is, after the substitutions
  hide,     // left out
  comment,  // as a comment
  print,    // as a printf of its own text
  skip,     // as a step without effect
  warn,     // as a comment, and the extraction says so
  always,   // `true`: a condition that can always be passed
  never,    // `false`: one that never can
  text,     // as the Promela that stands there
};

struct Decision {
  Treatment treatment = Treatment::keep;
  std::string text;         // of Treatment::text
  bool explicitly = false;  // an entry says so
};

// What a table makes of the program: whether the model can do what the program cannot, and the other way round.
struct Approximation {
  bool adds = false, loses = false;

  // For the headline: " (an over-approximation)"; empty if it is neither.
  [[nodiscard]] std::string text() const;
};

class Table {
 public:
  Table() = default;
  // Throws base::InputError: file, line and what is expected.
  Table(std::string name, std::string_view text);

  [[nodiscard]] Decision decide(const std::string& function, char kind, const std::string& statement,
                                const std::set<std::string>& names);
  // A statement that is not kept had an effect or could fail.
  void lose_effect() { weight_ = {true, true}; }
  [[nodiscard]] std::string substituted(std::string text);
  // Functions that become processes instead of main, and lines of Promela that stand before them.
  [[nodiscard]] const std::vector<std::string>& processes() const { return processes_; }
  [[nodiscard]] const std::vector<std::string>& declarations() const { return declarations_; }
  // The files that a harness names, and on which lines.
  [[nodiscard]] const std::vector<std::pair<std::string, std::size_t>>& sources() const { return sources_; }
  // What is known of variables of the model, as --abstract has it.
  [[nodiscard]] const std::vector<std::string>& abstractions() const { return abstractions_; }

  // The table as it should be now: statements that are new have entries, those that have vanished are comments. A
  // harness stays as it is.
  [[nodiscard]] std::string updated() const;
  [[nodiscard]] std::vector<std::string> fresh() const;     // statements that no entry decides
  [[nodiscard]] std::vector<std::string> vanished() const;  // entries that decide nothing
  [[nodiscard]] std::vector<std::string> warnings() const { return warnings_; }
  // In which way the model is not the program because of the table; empty if it is.
  [[nodiscard]] std::string changes() const;
  [[nodiscard]] Approximation approximation() const;

  // The same statement, however it is spaced and parenthesised.
  [[nodiscard]] static std::string normal(std::string_view statement);
  [[nodiscard]] static std::string negated(const std::string& condition) { return "!(" + condition + ")"; }

 private:
  struct Entry {
    char kind = 'E';
    std::string function;  // empty: in all of them
    std::string left;      // in normal form
    bool prefix = false;
    Decision decision;
    std::size_t line = 0;
    bool used = false;
  };

  void read_line(std::string_view line, std::size_t number);
  void read_entry(std::string_view line, std::size_t number);
  bool read_command(std::string_view line, std::size_t number);
  [[noreturn]] void malformed(std::size_t number, std::string_view why) const;
  [[nodiscard]] Decision treatment(std::string_view words, std::size_t number) const;
  void weigh(char kind, const std::string& statement, Treatment treatment);

  std::string name_;
  std::string section_;  // the function of the entries that are being read
  std::vector<std::string> lines_;
  std::string harness_;  // its text, if it is one
  std::vector<std::pair<std::string, std::size_t>> sources_;
  std::vector<Entry> entries_;
  std::vector<std::pair<std::string, std::string>> substitutes_;
  std::map<char, Decision> defaults_;
  std::set<std::string> irrelevant_;
  std::vector<std::string> processes_, declarations_, abstractions_, warnings_;
  std::vector<std::pair<std::string, Decision>> fresh_;
  std::set<std::string> seen_, changed_;
  bool substitutes_something_ = false;
  Approximation weight_;  // of what was decided so far
};

// How a treatment is written in a table.
[[nodiscard]] std::string written(const Decision& decision);

}  // namespace waymark::c
