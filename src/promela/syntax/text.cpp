#include "promela/syntax/text.hpp"

#include <fmt/format.h>

#include <string_view>

namespace waymark::promela {

namespace {

std::string_view spelling(BinaryOp op) {
  constexpr std::string_view spellings[] = {"+", "-",  "*",  "/", "%",  "<<", ">>", "&",  "|",
                                            "^", "==", "!=", "<", "<=", ">",  ">=", "&&", "||"};
  return spellings[static_cast<std::size_t>(op)];
}

std::string_view spelling(UnaryOp op) {
  constexpr std::string_view spellings[] = {"-", "~", "!"};
  return spellings[static_cast<std::size_t>(op)];
}

std::string_view spelling(Predefined what) {
  constexpr std::string_view spellings[] = {"_pid", "_nr_pr", "_last", "_priority", "np_", "timeout"};
  return spellings[static_cast<std::size_t>(what)];
}

std::string_view spelling(LtlOp op) {
  constexpr std::string_view spellings[] = {"", "!", "&&", "||", "->", "<->", "[]", "<>", "X", "U", "W", "V"};
  return spellings[static_cast<std::size_t>(op)];
}

std::string_view spelling(ChannelTest test) {
  constexpr std::string_view spellings[] = {"len", "full", "empty", "nfull", "nempty"};
  return spellings[static_cast<std::size_t>(test)];
}

std::string list(const std::vector<ExprPtr>& args) {
  std::string out;
  for (const auto& arg : args) {
    if (!out.empty()) out += ',';
    out += text(*arg);
  }
  return out;
}

std::string list(const std::vector<ReceiveArg>& args) {
  std::string out;
  for (const auto& arg : args) {
    if (&arg != &args.front()) out += ',';
    switch (arg.kind) {
      case ReceiveArg::Kind::bind:
        out += text(arg.ref);
        break;
      case ReceiveArg::Kind::sink:
        out += '_';
        break;
      case ReceiveArg::Kind::eval:
        out += fmt::format("eval({})", text(*arg.value));
        break;
      case ReceiveArg::Kind::match: {
        const auto* number = std::get_if<Number>(&arg.value->node);
        out += number != nullptr ? fmt::format("{}", number->value) : text(*arg.value);
        break;
      }
    }
  }
  return out;
}

// Two signs must not grow together: `a - -b`, `q! !b`.
std::string apart(char sign, const std::string& operand) {
  return !operand.empty() && operand.front() == sign ? " " + operand : operand;
}

std::string remote(const Process* process, const ExprPtr& pid) {
  std::string out = process != nullptr ? process->name : "?";
  if (pid != nullptr) out += fmt::format("[{}]", text(*pid));
  return out;
}

struct ExprText {
  std::string operator()(const Number& node) const {
    // Negative only where the text had a number of 2^31 or more.
    return fmt::format("{}", static_cast<std::uint32_t>(node.value));
  }
  std::string operator()(const MtypeConstant& node) const { return node.name->name; }
  std::string operator()(const Variable& node) const { return text(node.ref); }
  std::string operator()(const Unary& node) const { return fmt::format("{}({})", spelling(node.op), text(*node.arg)); }
  std::string operator()(const Binary& node) const {
    const auto op = spelling(node.op);
    return fmt::format("({}{}{})", text(*node.left), op, apart(op.back(), text(*node.right)));
  }
  std::string operator()(const Conditional& node) const {
    return fmt::format("({}->{}:{})", text(*node.condition), text(*node.then), text(*node.otherwise));
  }
  std::string operator()(const Builtin& node) const { return std::string(spelling(node.what)); }
  std::string operator()(const ChannelQuery& node) const {
    return fmt::format("{}({})", spelling(node.test), text(node.channel));
  }
  std::string operator()(const Poll& node) const {
    return fmt::format("{}{}[{}]", text(node.channel), node.random ? "??" : "?", list(node.args));
  }
  std::string operator()(const Run& node) const {
    return fmt::format("run {}({}){}", node.process != nullptr ? node.process->name : "?", list(node.args),
                       node.priority != 0 ? fmt::format(" priority {}", node.priority) : "");
  }
  std::string operator()(const Enabled& node) const { return fmt::format("enabled({})", text(*node.pid)); }
  std::string operator()(const PcValue& node) const { return fmt::format("pc_value({})", text(*node.pid)); }
  std::string operator()(const GetPriority& node) const { return fmt::format("get_priority({})", text(*node.pid)); }
  std::string operator()(const RemoteLabel& node) const {
    return fmt::format("{}@{}", remote(node.process, node.pid), node.label);
  }
  std::string operator()(const RemoteVariable& node) const {
    return fmt::format("{}:{}", remote(node.process, node.pid), text(node.ref));
  }
};

struct StmtText {
  std::string operator()(const Expression& node) const {
    const bool wrapped =
        std::holds_alternative<Binary>(node.expr->node) || std::holds_alternative<Conditional>(node.expr->node);
    return wrapped ? text(*node.expr) : fmt::format("({})", text(*node.expr));
  }
  std::string operator()(const Assign& node) const {
    return fmt::format("{} = {}", text(node.target), text(*node.value));
  }
  std::string operator()(const Increment& node) const {
    const auto target = text(node.target);
    return fmt::format("{} = ({}{}1)", target, target, node.by > 0 ? '+' : '-');
  }
  std::string operator()(const Send& node) const {
    return fmt::format("{}{}{}", text(node.channel), node.sorted ? "!!" : "!", apart('!', list(node.args)));
  }
  std::string operator()(const Receive& node) const {
    return fmt::format("{}{}{}{}{}", text(node.channel), node.random ? "??" : "?", node.copy ? "<" : "",
                       list(node.args), node.copy ? ">" : "");
  }
  std::string operator()(const If&) const { return "if"; }
  std::string operator()(const Do&) const { return "do"; }
  std::string operator()(const Else&) const { return "else"; }
  std::string operator()(const Break&) const { return "break"; }
  std::string operator()(const Goto& node) const { return fmt::format("goto {}", node.label); }
  std::string operator()(const ForRange& node) const {
    return fmt::format("for ({} : {} .. {})", text(node.index), text(*node.from), text(*node.to));
  }
  std::string operator()(const ForArray& node) const {
    return fmt::format("for ({} in {})", text(node.index), text(node.array));
  }
  std::string operator()(const ForChannel& node) const {
    return fmt::format("for ({} in {})", text(node.message), text(node.channel));
  }
  std::string operator()(const Select& node) const {
    return fmt::format("select ({} : {} .. {})", text(node.target), text(*node.from), text(*node.to));
  }
  std::string operator()(const Atomic&) const { return "atomic"; }
  std::string operator()(const DStep&) const { return "d_step"; }
  std::string operator()(const Block&) const { return "{"; }
  std::string operator()(const Unless&) const { return "unless"; }
  std::string operator()(const Assert& node) const { return fmt::format("assert({})", text(*node.condition)); }
  std::string operator()(const Printf& node) const {
    return fmt::format("printf('{}'{}{})", node.format, node.args.empty() ? "" : ",", list(node.args));
  }
  std::string operator()(const Printm& node) const { return fmt::format("printm({})", text(*node.value)); }
  std::string operator()(const SetPriority& node) const {
    return fmt::format("set_priority({},{})", text(*node.pid), text(*node.value));
  }
  std::string operator()(const Exclusive& node) const {
    std::string out = node.receive ? "xr " : "xs ";
    for (const auto& channel : node.channels) {
      if (&channel != &node.channels.front()) out += ',';
      out += text(channel);
    }
    return out;
  }
  std::string operator()(const Declare& node) const {
    const auto& symbol = *node.symbol;
    return fmt::format("{}{} = {}", symbol.name, symbol.is_array ? "[0]" : "",
                       symbol.initial != nullptr ? text(*symbol.initial) : "0");
  }
};

}  // namespace

std::string text(const Ref& ref) {
  std::string out;
  for (const auto& part : ref.parts) {
    if (!out.empty()) out += '.';
    out += part.symbol != nullptr ? part.symbol->name : "?";
    if (part.index != nullptr) out += fmt::format("[{}]", text(*part.index));
  }
  return out;
}

std::string text(const Expr& expr) { return std::visit(ExprText{}, expr.node); }

std::string text(const Stmt& stmt) { return std::visit(StmtText{}, stmt.node); }

std::string text(const Ltl& formula) {
  if (formula.op == LtlOp::proposition) return text(*formula.proposition);
  const auto op = spelling(formula.op);
  if (formula.right == nullptr) return fmt::format("{} ({})", op, text(*formula.left));
  return fmt::format("({}) {} ({})", text(*formula.left), op, text(*formula.right));
}

}  // namespace waymark::promela
