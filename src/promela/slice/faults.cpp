#include "promela/slice/faults.hpp"

#include <algorithm>

#include "promela/syntax/cases.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

constexpr std::int64_t least_int = -0x80000000LL;
constexpr std::int64_t most_int = 0x7FFFFFFF;

}  // namespace

Faults::Faults(const Specification& specification, std::uint32_t processes)
    : last_pid_(std::max<std::int64_t>(std::int64_t{processes} - 1, 0)), rebound_(specification.symbols.size(), false) {
  each_statement(specification, [&](const Stmt& stmt) {
    each_target(stmt, [&](const Ref& ref) { rebound_[ref.symbol().id] = true; });
  });
}

// What the variable can hold, or one of its elements: bits of an array, and hidden ones, are whole bytes.
Faults::Range Faults::range(const Symbol& symbol) {
  const bool whole_byte = symbol.is_array || symbol.hidden;
  switch (symbol.type.base) {
    case BaseType::bit:
    case BaseType::boolean:
      return {0, whole_byte ? 255 : 1};
    case BaseType::byte:
    case BaseType::pid:
    case BaseType::mtype:
    case BaseType::chan:
      return {0, 255};
    case BaseType::short_:
      return {-32768, 32767};
    case BaseType::unsigned_:
      if (symbol.type.width < 31 && !whole_byte) return {0, (std::int64_t{1} << symbol.type.width) - 1};
      break;
    case BaseType::int_:
    case BaseType::record:
      break;
  }
  return {least_int, most_int};
}

Faults::Range Faults::range(const Binary& node) const {
  const Range all{least_int, most_int};
  const Range left = range(*node.left);
  const Range right = range(*node.right);
  const auto fits = [&](Range made) { return made.low < least_int || made.high > most_int ? all : made; };
  switch (node.op) {
    case BinaryOp::add:
      return fits({left.low + right.low, left.high + right.high});
    case BinaryOp::sub:
      return fits({left.low - right.high, left.high - right.low});
    case BinaryOp::mod: {
      if (right.low <= 0) return all;
      const std::int64_t most = right.high - 1;
      return {left.low >= 0 ? 0 : -most, std::min(std::max<std::int64_t>(left.high, 0), most)};
    }
    case BinaryOp::bit_and:
      if (right.low >= 0) return {0, right.high};
      return left.low >= 0 ? Range{0, left.high} : all;
    case BinaryOp::eq:
    case BinaryOp::ne:
    case BinaryOp::lt:
    case BinaryOp::le:
    case BinaryOp::gt:
    case BinaryOp::ge:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or:
      return {0, 1};
    default:
      return all;
  }
}

Faults::Range Faults::range(const Expr& expr) const {
  return std::visit(Cases{
                        [](const Number& node) {
                          return Range{node.value, node.value};
                        },
                        [](const MtypeConstant& node) {
                          return Range{node.name->value, node.name->value};
                        },
                        [](const Variable& node) { return range(node.ref.last()); },
                        [](const Unary& node) {
                          return node.op == UnaryOp::logical_not ? Range{0, 1} : Range{least_int, most_int};
                        },
                        [this](const Binary& node) { return range(node); },
                        [this](const Conditional& node) { return range(*node.then).with(range(*node.otherwise)); },
                        [this](const Builtin& node) {
                          return node.what == Predefined::pid ? Range{0, last_pid_} : Range{0, 255};
                        },
                        [](const auto&) {
                          return Range{least_int, most_int};
                        },
                    },
                    expr.node);
}

bool Faults::index_in(const Ref& ref) const {
  return std::any_of(ref.parts.begin(), ref.parts.end(), [&](const Ref::Part& part) {
    if (part.index == nullptr) return false;
    const Range at = range(*part.index);
    return at.low < 0 || at.high >= std::int64_t{part.symbol->count};
  });
}

// A hidden variable that was not written in the same step has no value: reading it ends a search.
bool Faults::in(const Ref& ref) const {
  const auto part_in = [&](const Ref::Part& part) { return in(part.index); };
  return ref.symbol().hidden || index_in(ref) || std::any_of(ref.parts.begin(), ref.parts.end(), part_in);
}

bool Faults::in_channel(const Ref& ref) const {
  return in(ref) || ref.last().channel == nullptr || rebound_[ref.symbol().id];
}

bool Faults::here(const Expr& expr) const {
  return std::visit(
      Cases{
          [this](const Variable& node) { return node.ref.symbol().hidden || index_in(node.ref); },
          [this](const Binary& node) {
            if (node.op != BinaryOp::div && node.op != BinaryOp::mod) return false;
            const Range by = range(*node.right);
            return by.low <= 0 && by.high >= 0;
          },
          [this](const ChannelQuery& node) { return in_channel(node.channel); },
          [this](const Poll& node) { return in_channel(node.channel) || node.channel.last().channel->capacity == 0; },
          [](const Enabled&) { return true; },
          [](const PcValue&) { return true; },
          [](const GetPriority&) { return true; },
          [](const RemoteLabel&) { return true; },
          [](const RemoteVariable&) { return true; },
          [](const auto&) { return false; },
      },
      expr.node);
}

bool Faults::in(const ExprPtr& expr) const {
  return any_expression(expr, [&](const Expr& inner) { return here(inner); });
}

}  // namespace waymark::promela
