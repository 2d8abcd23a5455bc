// A syntax tree as text with every field in it, positions left out: two trees are equal if and only if their dumps are.
// Symbols are named by process, block and name; statements that are jumped to by the order in which they stand.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "promela/syntax/ast.hpp"

namespace waymark::promela::testing {

class Dump {
 public:
  std::string operator()(const Specification& specification) {
    std::map<std::pair<std::string, std::int32_t>, std::string> mtypes;
    for (const auto& name : specification.mtypes) mtypes[{name->subtype, name->value}] = name->name;
    for (const auto& [key, name] : mtypes) out_ += fmt::format("mtype {} {} {}\n", key.first, key.second, name);
    for (const auto& record : specification.records) {
      out_ += fmt::format("record {} {} {}\n", record->name, record->cells, record->has_record_array);
      for (const auto* field : record->fields) symbol(*field);
    }
    for (const auto* global : specification.globals) symbol(*global);
    for (const auto& process : specification.processes) number(process->body);
    for (const auto& process : specification.processes) dump(*process);
    for (const auto& block : specification.ltl) out_ += fmt::format("ltl {} {}\n", block.name, formula(*block.formula));
    return out_;
  }

  std::string operator()(const Expr& value) { return expr(value); }
  std::string operator()(const Ltl& value) { return formula(value); }

 private:
  // The first number of a block counts braces of the whole text, so it may differ between equal processes.
  static std::string name(const Symbol& s) {
    if (s.owner != nullptr) return fmt::format("{}.{}", s.owner->name, s.name);
    const auto inner = s.scope.empty() ? std::string() : s.scope.substr(s.scope.find('_', 1));
    const auto counter = s.name.starts_with("_f0r_t3mp_") ? s.name.find('_', 10) : std::string::npos;
    return fmt::format("{}/{}{}", s.process != nullptr ? s.process->name : "", inner,
                       counter == std::string::npos ? s.name : "counter" + s.name.substr(counter));
  }
  static std::string type(const Type& t) {
    return fmt::format("{}:{}:{}:{}", static_cast<int>(t.base), t.width, t.record != nullptr ? t.record->name : "",
                       t.subtype);
  }
  void symbol(const Symbol& s) {
    out_ += fmt::format("symbol {} kind {} type {} array {} count {} flags {}{}{}", name(s), static_cast<int>(s.kind),
                        type(s.type), s.is_array, s.count, s.hidden, s.show, s.local_hint);
    if (s.initial != nullptr) out_ += " = " + expr(*s.initial);
    for (const auto& value : s.initial_list) out_ += " , " + expr(*value);
    if (s.channel != nullptr) {
      out_ += fmt::format(" channel {} {}", s.channel->capacity, s.channel->flat_fields);
      for (const auto& field : s.channel->fields) out_ += " " + type(field);
    }
    out_ += "\n";
  }
  void dump(const Process& p) {
    out_ += fmt::format("process {} kind {} name {} D {} active {} priority {}", p.index, static_cast<int>(p.kind),
                        p.name, p.deterministic, p.active, p.priority);
    if (p.provided != nullptr) out_ += " provided " + expr(*p.provided);
    out_ += "\n";
    for (const auto* s : p.parameters) symbol(*s);
    for (const auto* s : p.locals) symbol(*s);
    sequence(p.body);
    for (const auto& label : p.labels) out_ += fmt::format("label {} {}\n", label.name, numbers_[label.target]);
  }

  void number(const Sequence& body) {
    for (const auto& stmt : body) number(*stmt);
  }
  void number(const Stmt& stmt) {
    const auto next = numbers_.size();
    numbers_[&stmt] = next;
    std::visit([this](const auto& node) { children(node); }, stmt.node);
  }
  template <class Node>
  void children(const Node& node) {
    if constexpr (requires { node.body; }) number(node.body);
    if constexpr (requires { node.options; }) {
      for (const auto& option : node.options) number(option);
    }
    if constexpr (requires { node.escape; }) {
      number(*node.main);
      number(*node.escape);
    }
  }

  void sequence(const Sequence& body) {
    out_ += "{\n";
    for (const auto& stmt : body) statement(*stmt);
    out_ += "}\n";
  }
  void statement(const Stmt& stmt) {
    for (const auto& label : stmt.labels) out_ += label.name + ": ";
    out_ += fmt::format("#{} ", stmt.node.index());
    std::visit([this](const auto& node) { fields(node); }, stmt.node);
    out_ += "\n";
    std::visit([this](const auto& node) { inner(node); }, stmt.node);
  }
  template <class Node>
  void inner(const Node& node) {
    if constexpr (requires { node.body; }) sequence(node.body);
    if constexpr (requires { node.options; }) {
      for (const auto& option : node.options) sequence(option);
    }
    if constexpr (requires { node.escape; }) {
      statement(*node.main);
      statement(*node.escape);
    }
  }
  template <class Node>
  void fields(const Node& node) {
    if constexpr (requires { node.target.parts; }) out_ += " target " + ref(node.target);
    if constexpr (requires { node.index.parts; }) out_ += " index " + ref(node.index);
    if constexpr (requires { node.channel.parts; }) out_ += " channel " + ref(node.channel);
    if constexpr (requires { node.message.parts; }) out_ += " message " + ref(node.message);
    if constexpr (requires { node.array.parts; }) out_ += " array " + ref(node.array);
    if constexpr (requires { node.counter; }) out_ += " counter " + type(node.counter->type);
    if constexpr (requires { node.expr; }) out_ += " expr " + expr(*node.expr);
    if constexpr (requires { *node.value; }) out_ += " value " + expr(*node.value);
    if constexpr (requires { *node.condition; }) out_ += " condition " + expr(*node.condition);
    if constexpr (requires { *node.from; }) out_ += " from " + expr(*node.from) + " to " + expr(*node.to);
    if constexpr (requires { *node.pid; }) out_ += " pid " + expr(*node.pid);
    if constexpr (requires { node.by; }) out_ += fmt::format(" by {}", node.by);
    if constexpr (requires { node.sorted; }) out_ += fmt::format(" sorted {}", node.sorted);
    if constexpr (requires { node.random; }) out_ += fmt::format(" random {} copy {}", node.random, node.copy);
    if constexpr (requires { node.literal; }) out_ += fmt::format(" literal {}", node.literal);
    if constexpr (requires { node.format; }) out_ += fmt::format(" format {}", node.format);
    if constexpr (requires { node.label; }) out_ += fmt::format(" goto {} at {}", node.label, numbers_[node.target]);
    if constexpr (requires { node.receive; }) out_ += fmt::format(" receive {}", node.receive);
    if constexpr (requires { node.channels; }) {
      for (const auto& channel : node.channels) out_ += " " + ref(channel);
    }
    if constexpr (requires { node.symbol; })
      out_ += fmt::format(" declare {} assigns {}", name(*node.symbol), node.assigns);
    if constexpr (requires { node.args; }) out_ += arguments(node.args);
  }

  std::string ref(const Ref& value) {
    std::string out;
    for (const auto& part : value.parts) {
      out += "<" + name(*part.symbol);
      if (part.index != nullptr) out += "[" + expr(*part.index) + "]";
      out += ">";
    }
    return out;
  }
  std::string arguments(const std::vector<ExprPtr>& args) {
    std::string out = " (";
    for (const auto& arg : args) out += expr(*arg) + ";";
    return out + ")";
  }
  std::string arguments(const std::vector<ReceiveArg>& args) {
    std::string out = " (";
    for (const auto& arg : args) {
      out += fmt::format("{} {}{};", static_cast<int>(arg.kind), ref(arg.ref),
                         arg.value != nullptr ? expr(*arg.value) : "");
    }
    return out + ")";
  }
  std::string optional(const ExprPtr& value) { return value != nullptr ? expr(*value) : "-"; }

  std::string expr(const Expr& value) {
    return fmt::format("[{} {}]", value.node.index(),
                       std::visit([this](const auto& node) { return operands(node); }, value.node));
  }
  std::string operands(const Number& n) { return fmt::format("{}", n.value); }
  std::string operands(const MtypeConstant& n) { return n.name->name; }
  std::string operands(const Variable& n) { return ref(n.ref); }
  std::string operands(const Unary& n) { return fmt::format("{} {}", static_cast<int>(n.op), expr(*n.arg)); }
  std::string operands(const Binary& n) {
    return fmt::format("{} {} {}", static_cast<int>(n.op), expr(*n.left), expr(*n.right));
  }
  std::string operands(const Conditional& n) { return expr(*n.condition) + expr(*n.then) + expr(*n.otherwise); }
  std::string operands(const Builtin& n) { return fmt::format("{}", static_cast<int>(n.what)); }
  std::string operands(const ChannelQuery& n) { return fmt::format("{} {}", static_cast<int>(n.test), ref(n.channel)); }
  std::string operands(const Poll& n) { return fmt::format("{} {}", n.random, ref(n.channel)) + arguments(n.args); }
  std::string operands(const Run& n) { return fmt::format("{} {}{}", n.process->index, n.priority, arguments(n.args)); }
  std::string operands(const Enabled& n) { return expr(*n.pid); }
  std::string operands(const PcValue& n) { return expr(*n.pid); }
  std::string operands(const GetPriority& n) { return expr(*n.pid); }
  std::string operands(const RemoteLabel& n) {
    return fmt::format("{} {} {} {}", n.process->index, optional(n.pid), n.label, numbers_[n.target]);
  }
  std::string operands(const RemoteVariable& n) {
    return fmt::format("{} {} {}", n.process->index, optional(n.pid), ref(n.ref));
  }

  std::string formula(const Ltl& f) {
    if (f.op == LtlOp::proposition) return expr(*f.proposition);
    return fmt::format("({} {} {})", static_cast<int>(f.op), formula(*f.left),
                       f.right != nullptr ? formula(*f.right) : "");
  }

  std::string out_;
  std::map<const Stmt*, std::size_t> numbers_;
};

}  // namespace waymark::promela::testing
