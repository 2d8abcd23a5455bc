// Coder: turns expressions, assignments and messages into machine code. It knows variables and values, nothing of
// control flow.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "promela/program/layout.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

// CodeWriter: pieces of code, one instruction after the other.
class CodeWriter {
 public:
  // Code goes to the end of `code`.
  explicit CodeWriter(std::vector<Instruction>& code) : code_(&code) {
    if (code.empty()) code.push_back({});  // 0 is the empty piece
  }

  [[nodiscard]] std::size_t size() const { return code_->size(); }
  void emit(Op op, std::int32_t c = 0, std::uint32_t b = 0);
  // One piece, closed by ret.
  Code piece(const std::function<void()>& body);
  // A jump forward from an instruction to the end.
  void land(std::size_t jump) { (*code_)[jump].c = static_cast<std::int32_t>(size() - jump - 1); }
  // The value of what was emitted since, if that is a constant, which is then taken back.
  std::optional<std::int32_t> take_number(std::size_t since);

 private:
  // Lets the machine execute at once what it can, in a piece that is complete.
  void fuse(Code start);

  std::vector<Instruction>* code_;
  std::int32_t depth_ = 0;  // of the stack, after what the piece at hand has emitted
};

// A part of a Ref as the coder follows it: a symbol and its element, which is a number or an expression.
struct Hop {
  const Symbol* symbol;
  const Expr* index;
  std::int32_t element;  // if there is no index
};
using Hops = std::vector<Hop>;
[[nodiscard]] Hops hops(const Ref& ref);

class Coder : private CodeWriter {
 public:
  // Code goes to the end of `code`; the tables that instructions refer to are the program's.
  Coder(Program& program, const Layout& layout, std::vector<Instruction>& code)
      : CodeWriter(code), program_(&program), layout_(&layout) {}

  // Each makes one piece of code, closed by ret.
  Code value(const Expr& expr);
  Code value(const Ref& ref) {
    return piece([&] { load(ref); });
  }
  Code assignment(const Ref& target, const Expr& expr);
  Code add_to(const Ref& target, std::int32_t by);
  Code assertion(const Expr& condition);
  Code print(const Printf& printf);
  Code print(const Printm& printm);
  Code priority(const SetPriority& set);
  // What a declaration does at its place in the text, and what all of them do when their process starts.
  Code declaration(const Symbol& symbol);
  Code initial_values(const std::vector<const Symbol*>& symbols);
  // For the loops that Spin makes of for and select.
  Code compare(const Ref& left, BinaryOp op, const Expr& right);
  Code below_length(const Ref& counter, const Ref& channel);

  std::uint32_t send(const Send& send);
  std::uint32_t receive(const Ref& channel, bool random, bool copies, const std::vector<ReceiveArg>& args);
  // In a trace automaton, sends and receives are patterns alike.
  std::uint32_t send_pattern(const Send& send);
  // `channel?message` and `channel!message`, where message is a whole record.
  std::uint32_t receive_record(const Ref& channel, const Ref& message);
  std::uint32_t send_record(const Ref& channel, const Ref& message);

  // Labels named by remote references get their control states when all automata are there.
  struct LabelUse {
    std::size_t instruction;
    const Process* process;
    const Stmt* target;
  };
  [[nodiscard]] const std::vector<LabelUse>& label_uses() const { return label_uses_; }

 private:
  void expression(const Expr& expr);
  void predefined(Predefined what);
  void binary(const Binary& binary);
  void unary(const Unary& unary);
  void choice(const ExprPtr& condition, const std::function<void()>& then, const std::function<void()>& otherwise);
  void remote_pid(const ExprPtr& pid, const Process& process);
  [[nodiscard]] std::int64_t fixed_offset(const Hops& hops) const;
  void load(const Hops& hops);
  void load(const Ref& ref) { load(hops(ref)); }
  void store(const Ref& ref, const std::function<void()>& value);
  void initial(const Symbol& symbol, std::uint32_t base, bool is_local);
  Cell address(const Hops& hops);
  Cell offsets(const Hops& hops, const Placement& first);
  Cell remote(const RemoteVariable& variable);
  void assign(const Cell& cell);
  void hidden(Op op, const Symbol& symbol);
  void load_record(const Ref& record, std::uint32_t& count);
  std::uint32_t add(ReceiveInfo info);
  // The scalars of a record, or the value of an expression.
  std::uint32_t add_send(const Ref& channel, bool sorted, const std::function<void(std::uint32_t& count)>& arguments);
  void bind_field(ReceiveInfo& info, const Hops& hops);

  Program* program_;
  const Layout* layout_;
  std::vector<LabelUse> label_uses_;
};

}  // namespace waymark::promela
