// LineWriter: the lines of one process of the model, and the variables that it declares for itself. Lowest of the
// layers of Lowering.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "c/extract/lines.hpp"
#include "c/extract/outline.hpp"
#include "c/extract/value.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

class LineWriter {
 public:
  enum class Role : std::uint8_t { main, thread, process };  // the last: a function that a table makes one

  static constexpr std::size_t most_lines = 200'000;  // and as many calls

 protected:
  struct Frame {
    const Function* function = nullptr;
    std::uint32_t instance = 0;                 // which inlined call this is
    std::map<const Variable*, Value> bound;     // parameters that stand for one value
    std::map<std::string, std::string> labels;  // of goto
    std::string end;                            // label behind it
    bool end_used = false;
    std::string result;  // where the value it returns goes
  };
  struct Flow {  // a loop or a switch around
    bool loop = true;
    std::string next, out;  // labels for continue and break; empty until they are needed
  };

  LineWriter(Outline& outline, const Thread& thread, Role role);
  ~LineWriter() = default;

  void line(std::string text, bool assigns = false);
  void assign_line(std::string text) { line(std::move(text), true); }
  void open(std::string text);
  void option(std::string text);
  void close(std::string text);
  void label(const std::string& name);
  void need(const std::string& condition);
  void need_of_model(const std::string& condition);
  [[noreturn]] void refuse_here(Position at, std::string_view why) const;
  [[noreturn]] void refuse_length() const;
  [[noreturn]] void refuse_expr(const Expr& expression, std::string_view why) const;
  std::string temporary();
  Value hold(const Value& value);
  Value hold_at(std::size_t mark, const Value& value);
  void merge_temporaries(std::size_t mark, std::size_t temporaries);
  bool is_first() const;  // of the processes that are there when the model starts
  std::string me() const { return role_ == Role::thread ? "self" : "0"; }

  Outline& outline_;
  const Program& program_;
  const Thread& thread_;
  Role role_;
  bool is_main_;
  Lines lines_;
  Names names_;
  Position at_;               // of the statement that is being written
  std::deque<Frame> frames_;  // whose elements stay where they are
  std::vector<Flow> flows_;
  std::uint32_t instances_ = 0;
  int indivisible_ = 0;        // atomic sequences around
  bool reads_shared_ = false;  // an initialiser touches what several threads use, so it is no single step
  std::map<const Variable*, std::string> locals_;
  std::map<const Function*, std::string> results_;
  std::vector<std::string> temporaries_;
  std::size_t used_temporaries_ = 0;
  std::size_t high_temporaries_ = 0;  // most that were in use since the statement began
  std::vector<Line> declarations_;
};

}  // namespace waymark::c
