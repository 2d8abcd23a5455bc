// A whole specification as text.
#include <fmt/format.h>

#include <map>

#include "promela/syntax/text.hpp"
#include "promela/syntax/types.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

class Printer {
 public:
  std::string print(const Specification& specification) {
    mtypes(specification);
    for (const auto& record : specification.records) {
      line(fmt::format("typedef {} {{", record->name));
      ++depth_;
      for (const auto* field : record->fields) line(declaration(*field) + ";");
      --depth_;
      line("};");
    }
    for (const auto* symbol : specification.globals) {
      if (symbol->name != "_") line(declaration(*symbol) + ";");
    }
    for (const auto& process : specification.processes) print(*process);
    for (const auto& block : specification.ltl) {
      line(fmt::format("ltl {} {{ {} }}", block.name, block.formula != nullptr ? text(*block.formula) : block.text));
    }
    return std::move(out_);
  }

 private:
  void line(const std::string& content) { out_ += std::string(2 * depth_, ' ') + content + "\n"; }

  // One list per subtype; numbers fall within a list, so the largest comes first.
  void mtypes(const Specification& specification) {
    std::map<std::string, std::map<std::int32_t, std::string, std::greater<>>> lists;
    for (const auto& name : specification.mtypes) lists[name->subtype][name->value] = name->name;
    for (const auto& [subtype, names] : lists) {
      std::string content;
      for (const auto& [value, name] : names) content += (content.empty() ? "" : ", ") + name;
      line(fmt::format("mtype{}{} = {{ {} }};", subtype.empty() ? "" : ":", subtype, content));
    }
  }

  static std::string declaration(const Symbol& symbol) {
    std::string out;
    if (symbol.hidden) out += "hidden ";
    if (symbol.show) out += "show ";
    if (symbol.local_hint) out += "local ";
    out += fmt::format("{} {}", type_name(symbol.type), symbol.name);
    if (symbol.type.base == BaseType::unsigned_) out += fmt::format(" : {}", symbol.type.width);
    if (symbol.is_array) out += fmt::format("[{}]", symbol.count);
    if (symbol.initial != nullptr) out += fmt::format(" = {}", text(*symbol.initial));
    if (!symbol.initial_list.empty()) {
      out += " = { ";
      for (const auto& value : symbol.initial_list)
        out += (&value == &symbol.initial_list.front() ? "" : ", ") + text(*value);
      out += " }";
    }
    if (symbol.channel != nullptr) {
      out += fmt::format(" = [{}] of {{ ", symbol.channel->capacity);
      for (const auto& field : symbol.channel->fields) {
        out += (&field == &symbol.channel->fields.front() ? "" : ", ") + type_name(field);
      }
      out += " }";
    }
    return out;
  }

  void print(const Process& process) {
    std::string head;
    switch (process.kind) {
      case ProcessKind::init:
        head = "init";
        break;
      case ProcessKind::never:
        head = fmt::format("never {}", process.name);
        break;
      case ProcessKind::trace:
        head = "trace";
        break;
      case ProcessKind::notrace:
        head = "notrace";
        break;
      case ProcessKind::proctype:
        if (process.active > 0) head = fmt::format("active [{}] ", process.active);
        head += fmt::format("{} {}(", process.deterministic ? "D_proctype" : "proctype", process.name);
        for (const auto* parameter : process.parameters) {
          head += (parameter == process.parameters.front() ? "" : "; ") + declaration(*parameter);
        }
        head += ")";
    }
    if (process.priority != 0) head += fmt::format(" priority {}", process.priority);
    if (process.provided != nullptr) head += fmt::format(" provided ({})", text(*process.provided));
    line(head + " {");
    print(process.body);
    line("}");
  }

  void print(const Sequence& sequence) {
    ++depth_;
    for (const auto& stmt : sequence) {
      print(*stmt);
      out_.pop_back();
      out_ += ";\n";
    }
    --depth_;
  }

  void options(const std::vector<Sequence>& all, std::string_view closing) {
    for (const auto& option : all) {
      line("::");
      print(option);
    }
    line(std::string(closing));
  }

  void block(const std::string& head, const Sequence& body) {
    line(head);
    print(body);
    line("}");
  }

  void print(const Stmt& stmt) {
    std::string labels;
    for (const auto& label : stmt.labels) labels += label.name + ": ";
    const bool plain = std::holds_alternative<Block>(stmt.node);  // whose text is its brace
    if (const auto* node = std::get_if<Unless>(&stmt.node)) {
      print_unless(labels, *node);
    } else if (const auto* all = options_of(stmt)) {
      line(labels + text(stmt));
      options(*all, std::holds_alternative<If>(stmt.node) ? "fi" : "od");
    } else if (const auto inner = bodies(stmt); !inner.empty()) {
      block(labels + text(stmt) + (plain ? "" : " {"), *inner.front());
    } else {
      line(labels + simple(stmt));
    }
  }

  // Labels belong to what stands before the word, and go to the whole.
  void print_unless(const std::string& labels, const Unless& node) {
    const auto begin = out_.size();
    print(*node.main);
    out_.insert(begin + 2 * depth_, labels);
    out_.insert(out_.size() - 1, " unless");
    print(*node.escape);
  }

  // Where the line that Spin shows is not the line that Spin reads.
  static std::string simple(const Stmt& stmt) {
    if (const auto* declare = std::get_if<Declare>(&stmt.node)) return declaration(*declare->symbol);
    if (const auto* step = std::get_if<Increment>(&stmt.node)) {
      return fmt::format("{}{}", text(step->target), step->by > 0 ? "++" : "--");
    }
    if (const auto* print = std::get_if<Printf>(&stmt.node)) {
      std::string out = fmt::format("printf(\"{}\"", print->format);
      for (const auto& arg : print->args) out += ", " + text(*arg);
      return out + ")";
    }
    if (const auto* select = std::get_if<Select>(&stmt.node); select != nullptr && !select->literal) {
      return fmt::format("select ({} : {} .. ({}))", text(select->target), text(*select->from), text(*select->to));
    }
    return text(stmt);
  }

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string text(const Specification& specification) { return Printer().print(specification); }

}  // namespace waymark::promela
