// ExpressionParser: expressions, references to variables, and the arguments of channel operations.
#pragma once

#include <vector>

#include "promela/syntax/token_reader.hpp"

namespace waymark::promela {

// How many fields the arguments are, records taken apart.
[[nodiscard]] std::int64_t count_fields(const std::vector<ExprPtr>& args);
[[nodiscard]] std::int64_t count_fields(const std::vector<ReceiveArg>& args);
// An operator of state expressions that binds tighter than && does.
[[nodiscard]] bool is_state_operator(Tok kind);

class ExpressionParser : private TokenReader {
 public:
  enum class Whole : std::uint8_t { no, array, record };  // may a name stand for all its elements or fields?

  explicit ExpressionParser(ParserState& state) : TokenReader(state) {}

  // A new statement or formula begins.
  void begin() {
    begin_count();
    saw_run_ = saw_probe_ = false;
  }
  // Operators are counted anew.
  void begin_count() { operators_ = 0; }
  void forget_run() { saw_run_ = false; }
  [[nodiscard]] bool saw_run() const { return saw_run_; }
  // After a fault: nothing nests any more.
  void recover() { depth_ = 0; }

  // Anything a statement may hold: full(q) and its like included. `left` is its first operand if that has been read.
  ExprPtr full_expression(ExprPtr left = nullptr);
  ExprPtr expression();
  // Operators that bind at least as tightly as `lowest`.
  ExprPtr binary(int lowest, ExprPtr left);
  ExprPtr primary();
  ExprPtr poll(Ref channel, const Token& start);
  ExprPtr make(const Token& start, ExprNode node);
  void count_operator(const Token& at, std::string_view of);
  // Around everything that nests.
  void enter(std::string_view nested);
  void leave() { --depth_; }

  Ref reference(Whole whole = Whole::no);
  void check_channel(const Ref& ref, const Token& at, std::string_view use);
  // The write-only `_`: a hidden global, there only in models that use it in such a place.
  Ref sink(const Token& name);
  std::int32_t priority();
  ExprPtr send_argument();
  // a, b and a(b) and (a, b) are the same.
  void receive_arguments(std::vector<ReceiveArg>& args);
  void check_arguments(const Ref& channel, std::int64_t count, const Token& at, std::string_view what);
  void check_mtype(const Ref& target, const Expr& value, const Token& at);

 private:
  ExprPtr unary();
  ExprPtr parenthesized();
  ExprPtr named();
  ExprPtr predefined(const Token& name);
  ExprPtr run();
  ExprPtr channel_query();
  ExprPtr remote_reference();
  ExprPtr call_of_one(Tok kind);
  void check_expression(const Expr& expr, bool probes_allowed, const Token& start);
  void check_operand(const Expr& operand, const Token& op);
  Ref::Part part(const Symbol& symbol, const Token& name, bool array_is_fine);
  const Symbol* variable_or_error(const Token& name);
  ReceiveArg receive_argument();

  std::size_t depth_ = 0;
  std::size_t operators_ = 0;
  bool saw_run_ = false, saw_probe_ = false;
  const Symbol* sink_ = nullptr;
};

}  // namespace waymark::promela
