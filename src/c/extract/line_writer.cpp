#include "c/extract/line_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

LineWriter::LineWriter(Outline& outline, const Thread& thread, Role role)
    : outline_(outline),
      program_(outline.program),
      thread_(thread),
      role_(role),
      is_main_(role == Role::main),
      names_(outline.names) {}

bool LineWriter::is_first() const {
  return role_ != Role::thread && thread_.function == outline_.analysis.roots().front();
}

void LineWriter::refuse_here(Position at, std::string_view why) const { refuse(program_, at, why); }

void LineWriter::refuse_expr(const Expr& expression, std::string_view why) const {
  refuse_here(expression.at, fmt::format("'{}': {}", text(expression), why));
}

void LineWriter::need(const std::string& condition) {
  if (!condition.empty()) line(fmt::format("assert({});", condition));
}

// An assertion about the model, not about the program, and spelled so: no value of the model is the one that C has.
void LineWriter::need_of_model(const std::string& condition) {
  if (condition.empty()) return;
  outline_.has_limits = true;
  line(fmt::format("assert({} -> {} : 0);", condition, outline_.holds_it));
}

std::string LineWriter::temporary() {
  if (used_temporaries_ == temporaries_.size()) {
    temporaries_.push_back(names_.fresh("tmp"));
    declarations_.push_back({0, fmt::format("int {};", temporaries_.back()), thread_.function->at, false});
  }
  const std::string& name = temporaries_[used_temporaries_++];
  high_temporaries_ = std::max(high_temporaries_, used_temporaries_);
  return name;
}

// Keeps a value as it was where the line `mark` begins, in a variable that no line since then uses.
Value LineWriter::hold_at(std::size_t mark, const Value& value) {
  if (value.constant) return value;
  if (mark < lines_.size()) used_temporaries_ = high_temporaries_;
  Value held = value;
  held.text = temporary();
  held.strength = binds_primary;
  held.shared = false;
  held.truth = false;
  if (!value.element.empty()) held.element = fmt::format("{} - 1", held.text);
  lines_.insert(mark, fmt::format("{} = {};", held.text, value.text), at_);
  return held;
}

Value LineWriter::hold(const Value& value) { return hold_at(lines_.size(), value); }

void LineWriter::line(std::string words, bool assigns) {
  if (lines_.size() >= most_lines) refuse_length();
  base::poll(outline_.options.stop);
  lines_.add(std::move(words), at_, assigns);
}

void LineWriter::refuse_length() const {
  refuse_here(at_, fmt::format("the model of '{}' has more than {} lines; functions that call each other are written "
                               "out at every call",
                               thread_.name, most_lines));
}

void LineWriter::open(std::string words) {
  line(std::move(words));
  lines_.deeper();
}

void LineWriter::option(std::string words) {
  lines_.back();
  line(words == "else" ? ":: else ->" : fmt::format(":: {} ->", words));
  lines_.deeper();
  lines_.deeper();
}

void LineWriter::close(std::string words) {
  lines_.back();
  line(std::move(words));
}

void LineWriter::label(const std::string& name) { line(fmt::format("{}: skip;", name)); }

// The last line of a statement also forgets what was kept for it: a step less, and fewer states that differ in nothing
// that matters.
void LineWriter::merge_temporaries(std::size_t mark, std::size_t temporaries) {
  if (used_temporaries_ == temporaries || lines_.size() == mark || !lines_.last().assigns) return;
  Line& last = lines_.last();
  if (indivisible_ > 0) return;
  std::string body = last.text.substr(0, last.text.size() - 1);
  for (std::size_t i = temporaries; i < used_temporaries_; ++i) body += fmt::format("; {} = 0", temporaries_[i]);
  last.text = fmt::format("atomic {{ {} }}", body);
}

}  // namespace waymark::c
