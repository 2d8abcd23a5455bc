#include "promela/program/coder.hpp"

#include <algorithm>

#include "base/diagnostics.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {

namespace {

// How far an instruction lets the stack grow at most. Those that pop a number of values known only to their tables
// count as if they popped none, so the sum is an upper bound.
std::int32_t growth(Op op) {
  const Opcode& row = opcode(op);
  return row.pushes - (row.pops == counted ? 0 : row.pops);
}

bool is_sink(const Ref& ref) { return promela::is_sink(ref.symbol()); }

// Calls f with every scalar of a record, in order.
void each_scalar(const Hops& record, const std::function<void(const Hops&)>& f) {
  for (const Symbol* field : record.back().symbol->type.record->fields) {
    for (std::uint32_t i = 0; i < field->count; ++i) {
      Hops part = record;
      part.push_back({field, nullptr, static_cast<std::int32_t>(i)});
      if (field->type.base == BaseType::record) {
        each_scalar(part, f);
      } else {
        f(part);
      }
    }
  }
}

}  // namespace

Hops hops(const Ref& ref) {
  Hops made;
  for (const Ref::Part& part : ref.parts) {
    const auto* number = part.index == nullptr ? nullptr : std::get_if<Number>(&part.index->node);
    const bool is_fixed = part.index == nullptr || (number != nullptr && number->value >= 0 &&
                                                    static_cast<std::uint32_t>(number->value) < part.symbol->count);
    made.push_back({part.symbol, is_fixed ? nullptr : part.index.get(), number != nullptr ? number->value : 0});
  }
  return made;
}

void CodeWriter::emit(Op op, std::int32_t c, std::uint32_t b) {
  code_->push_back({.op = op, .fused = op, .b = static_cast<std::uint16_t>(b), .c = c});
  depth_ += growth(op);
  if (depth_ > deepest_stack) throw base::InputError("error: an expression or message is too large");
}

Code CodeWriter::piece(const std::function<void()>& body) {
  const auto start = static_cast<Code>(code_->size());
  const std::int32_t outer = depth_;
  depth_ = 0;
  body();
  emit(Op::ret);
  depth_ = outer;
  fuse(start);
  return start;
}

// What is behind a fused instruction is left as it is, so it does not matter who jumps there.
void CodeWriter::fuse(Code start) {
  for (std::size_t i = start; i + 1 < code_->size(); ++i) {
    Instruction& number = (*code_)[i];
    const Op next = (*code_)[i + 1].op;
    const bool is_operator = next >= Op::add && next <= Op::greater_equal;
    const bool can_fail = (next == Op::divide || next == Op::modulo) && number.c == 0;
    if (number.op == Op::push && is_operator && !can_fail) number.fused = with_number(next);
  }
}

std::optional<std::int32_t> CodeWriter::take_number(std::size_t since) {
  if (code_->size() != since + 1 || code_->back().op != Op::push) return std::nullopt;
  const std::int32_t value = code_->back().c;
  code_->pop_back();
  --depth_;
  return value;
}

// ---------------------------------------------------------------- places

void Coder::assign(const Cell& cell) {
  emit(with_cell(Op::assign_u8, cell.kind), static_cast<std::int32_t>(cell.mask));
}

void Coder::hidden(Op op, const Symbol& symbol) {
  if (!symbol.hidden) return;
  const auto& all = layout_->hidden();
  emit(op, static_cast<std::int32_t>(std::find(all.begin(), all.end(), &symbol) - all.begin()));
}

// -1 if it is known only at run time.
std::int64_t Coder::fixed_offset(const Hops& hops) const {
  std::int64_t offset = 0;
  for (const Hop& hop : hops) {
    if (hop.index != nullptr) return -1;
    const Placement& place = layout_->of(*hop.symbol);
    offset += place.offset + std::int64_t{hop.element} * place.stride;
  }
  return offset;
}

Cell Coder::address(const Hops& hops) {
  const bool is_local = hops.front().symbol->process != nullptr;
  const std::int64_t offset = fixed_offset(hops);
  if (offset >= 0) {
    emit(is_local ? Op::local_address : Op::global_address, static_cast<std::int32_t>(offset));
    return layout_->of(*hops.back().symbol).cell;
  }
  const Placement& first = layout_->of(*hops.front().symbol);
  emit(is_local ? Op::local_address : Op::global_address, static_cast<std::int32_t>(first.offset));
  return offsets(hops, first);
}

// Adds the elements and fields to the address of the first symbol.
Cell Coder::offsets(const Hops& hops, const Placement& first) {
  const Placement* place = &first;
  for (const Hop& hop : hops) {
    std::int32_t fixed = 0;
    if (&hop != &hops.front()) {
      place = &layout_->of(*hop.symbol);
      fixed = static_cast<std::int32_t>(place->offset);
    }
    if (hop.index != nullptr) {
      expression(*hop.index);
      emit(Op::index, static_cast<std::int32_t>(hop.symbol->count), place->stride);
    } else {
      fixed += hop.element * static_cast<std::int32_t>(place->stride);
    }
    if (fixed != 0) {
      emit(Op::push, fixed);
      emit(Op::add);
    }
  }
  return place->cell;
}

void Coder::load(const Hops& hops) {
  hidden(Op::hidden_read, *hops.front().symbol);
  const std::int64_t offset = fixed_offset(hops);
  if (offset < 0) {
    emit(with_cell(Op::fetch_u8, address(hops).kind));
    return;
  }
  const Op load = hops.front().symbol->process != nullptr ? Op::local_u8 : Op::global_u8;
  emit(with_cell(load, layout_->of(*hops.back().symbol).cell.kind), static_cast<std::int32_t>(offset));
}

void Coder::store(const Ref& ref, const std::function<void()>& value) {
  if (is_sink(ref)) {
    value();
    emit(Op::drop);
    return;
  }
  const Cell cell = address(hops(ref));
  value();
  assign(cell);
  hidden(Op::hidden_write, ref.symbol());
}

Cell Coder::remote(const RemoteVariable& variable) {
  remote_pid(variable.pid, *variable.process);
  const Placement& first = layout_->of(variable.ref.symbol());
  emit(Op::remote_address, static_cast<std::int32_t>(first.offset), variable.process->index);
  return offsets(hops(variable.ref), first);
}

// ---------------------------------------------------------------- expressions

void Coder::choice(const ExprPtr& condition, const std::function<void()>& then,
                   const std::function<void()>& otherwise) {
  expression(*condition);
  const std::size_t branch = size();
  emit(Op::jump_if_zero);
  then();
  const std::size_t over = size();
  emit(Op::jump);
  land(branch);
  otherwise();
  land(over);
}

void Coder::binary(const Binary& binary) {
  const auto truth_of_right = [&] {
    expression(*binary.right);
    emit(Op::truth);
  };
  if (binary.op == BinaryOp::logical_and) {
    choice(binary.left, truth_of_right, [&] { emit(Op::push, 0); });
    return;
  }
  if (binary.op == BinaryOp::logical_or) {
    choice(
        binary.left, [&] { emit(Op::push, 1); }, truth_of_right);
    return;
  }
  const std::size_t begin = size();
  expression(*binary.left);
  const std::size_t middle = size();
  expression(*binary.right);
  if (const auto right = take_number(middle)) {
    const auto left = take_number(begin);
    const auto value = left ? compute(binary.op, *left, *right) : std::nullopt;
    if (value) return emit(Op::push, *value);
    if (left) emit(Op::push, *left);
    emit(Op::push, *right);
  }
  emit(op_of(binary.op));
}

void Coder::unary(const Unary& unary) {
  static constexpr Op ops[] = {Op::negate, Op::complement, Op::logical_not};
  const std::size_t begin = size();
  expression(*unary.arg);
  if (const auto arg = take_number(begin)) return emit(Op::push, compute(unary.op, *arg));
  emit(ops[static_cast<std::size_t>(unary.op)]);
}

void Coder::predefined(Predefined what) {
  switch (what) {
    case Predefined::pid:
      emit(Op::pid);
      break;
    case Predefined::nr_pr:
      emit(Op::process_count);
      break;
    case Predefined::last:
      program_->uses_last = true;
      emit(Op::last);
      break;
    case Predefined::priority:
      program_->uses_priorities = true;
      emit(Op::own_priority);
      break;
    case Predefined::np:
      emit(Op::push, 1);  // as in Spin, it says something only in a search for non-progress cycles
      break;
    case Predefined::timeout:
      program_->uses_timeout = true;
      emit(Op::timeout);
      break;
  }
}

void Coder::remote_pid(const ExprPtr& pid, const Process& process) {
  if (pid != nullptr) {
    expression(*pid);
  } else {
    emit(Op::first_of_type, static_cast<std::int32_t>(process.index));
  }
}

void Coder::expression(const Expr& expr) {
  std::visit(Cases{
                 [&](const Number& number) { emit(Op::push, number.value); },
                 [&](const MtypeConstant& constant) { emit(Op::push, constant.name->value); },
                 [&](const Variable& variable) { load(variable.ref); },
                 [&](const Unary& node) { unary(node); },
                 [&](const Binary& node) { binary(node); },
                 [&](const Conditional& node) {
                   choice(
                       node.condition, [&] { expression(*node.then); }, [&] { expression(*node.otherwise); });
                 },
                 [&](const Builtin& builtin) { predefined(builtin.what); },
                 [&](const ChannelQuery& node) {
                   load(node.channel);
                   emit(op_of(node.test));
                 },
                 [&](const Poll& poll) {
                   // The pieces of the pattern must not lie in the middle of this one.
                   const std::size_t over = size();
                   emit(Op::jump);
                   const std::uint32_t id = receive(poll.channel, poll.random, true, poll.args);
                   land(over);
                   emit(Op::poll, static_cast<std::int32_t>(id));
                 },
                 [&](const Run& run) {
                   for (const ExprPtr& arg : run.args) expression(*arg);
                   if (run.priority != 0) program_->uses_priorities = true;
                   program_->runs.push_back({run.process->index, static_cast<std::uint32_t>(run.args.size()),
                                             run.priority == 0 ? 1 : run.priority});
                   emit(Op::run, static_cast<std::int32_t>(program_->runs.size() - 1));
                 },
                 [&](const Enabled& node) {
                   expression(*node.pid);
                   emit(Op::enabled);
                 },
                 [&](const PcValue& node) {
                   expression(*node.pid);
                   emit(Op::control_state);
                 },
                 [&](const GetPriority& node) {
                   program_->uses_priorities = true;
                   expression(*node.pid);
                   emit(Op::get_priority);
                 },
                 [&](const RemoteLabel& node) {
                   remote_pid(node.pid, *node.process);
                   label_uses_.push_back({size(), node.process, node.target});
                   emit(Op::at_label, 0, node.process->index);
                 },
                 [&](const RemoteVariable& node) { emit(with_cell(Op::fetch_u8, remote(node).kind)); },
             },
             expr.node);
}

Code Coder::value(const Expr& expr) {
  return piece([&] { expression(expr); });
}

Code Coder::compare(const Ref& left, BinaryOp op, const Expr& right) {
  return piece([&] {
    load(left);
    expression(right);
    emit(op_of(op));
  });
}

Code Coder::below_length(const Ref& counter, const Ref& channel) {
  return piece([&] {
    load(counter);
    load(channel);
    emit(Op::channel_length);
    emit(Op::less);
  });
}

// ---------------------------------------------------------------- effects

Code Coder::assignment(const Ref& target, const Expr& expr) {
  return piece([&] { store(target, [&] { expression(expr); }); });
}

Code Coder::add_to(const Ref& target, std::int32_t by) {
  return piece([&] {
    store(target, [&] {
      load(target);
      emit(Op::push, by);
      emit(Op::add);
    });
  });
}

Code Coder::assertion(const Expr& condition) {
  return piece([&] {
    expression(condition);
    program_->texts.push_back(text(condition));
    emit(Op::verify, static_cast<std::int32_t>(program_->texts.size() - 1));
  });
}

namespace {

// Whose names the value has, if it is an mtype.
std::string subtype_of(const Expr& expression) {
  if (const auto* const constant = std::get_if<MtypeConstant>(&expression.node)) return constant->name->subtype;
  if (const auto* const variable = std::get_if<Variable>(&expression.node)) return variable->ref.type().subtype;
  if (const auto* const remote = std::get_if<RemoteVariable>(&expression.node)) return remote->ref.type().subtype;
  return {};
}

}  // namespace

Code Coder::print(const Printf& printf) {
  return piece([&] {
    for (const ExprPtr& arg : printf.args) expression(*arg);
    program_->prints.push_back({printf.format, static_cast<std::uint32_t>(printf.args.size()), false, {}});
    for (const ExprPtr& arg : printf.args) program_->prints.back().subtypes.push_back(subtype_of(*arg));
    emit(Op::print, static_cast<std::int32_t>(program_->prints.size() - 1));
  });
}

Code Coder::print(const Printm& printm) {
  return piece([&] {
    expression(*printm.value);
    program_->prints.push_back({"", 1, true, {subtype_of(*printm.value)}});
    emit(Op::print, static_cast<std::int32_t>(program_->prints.size() - 1));
  });
}

Code Coder::priority(const SetPriority& set) {
  program_->uses_priorities = true;
  return piece([&] {
    expression(*set.pid);
    expression(*set.value);
    emit(Op::set_priority);
  });
}

Code Coder::declaration(const Symbol& symbol) {
  if (symbol.type.base == BaseType::record) return 0;
  return piece([&] {
    store(reference_to(symbol, symbol.at), [&] {
      if (symbol.initial != nullptr) {
        expression(*symbol.initial);
      } else if (!symbol.initial_list.empty()) {
        expression(*symbol.initial_list.front());
      } else {
        emit(Op::push, 0);
      }
    });
  });
}

// The initial values of a variable, its elements and fields; `base` is the offset of what it is a field of.
void Coder::initial(const Symbol& symbol, std::uint32_t base, bool is_local) {
  const Placement& place = layout_->of(symbol);
  const auto& list = symbol.initial_list;
  for (std::uint32_t i = 0; i < symbol.count; ++i) {
    const std::uint32_t at = base + place.offset + i * place.stride;
    if (symbol.type.base == BaseType::record) {
      for (const Symbol* field : symbol.type.record->fields) initial(*field, at, is_local);
    } else if (symbol.initial != nullptr || !list.empty()) {
      emit(is_local ? Op::local_address : Op::global_address, static_cast<std::int32_t>(at));
      expression(list.empty() ? *symbol.initial : *list[std::min<std::size_t>(i, list.size() - 1)]);
      assign(place.cell);
    }
  }
}

Code Coder::initial_values(const std::vector<const Symbol*>& symbols) {
  return piece([&] {
    for (const Symbol* symbol : symbols) initial(*symbol, 0, symbol->process != nullptr);
  });
}

// ---------------------------------------------------------------- messages

void Coder::load_record(const Ref& record, std::uint32_t& count) {
  each_scalar(hops(record), [&](const Hops& part) {
    load(part);
    ++count;
  });
}

std::uint32_t Coder::add_send(const Ref& channel, bool sorted,
                              const std::function<void(std::uint32_t& count)>& arguments) {
  SendInfo info;
  info.sorted = sorted;
  info.channel = value(channel);
  info.arguments = piece([&] { arguments(info.count); });
  program_->sends.push_back(info);
  return static_cast<std::uint32_t>(program_->sends.size() - 1);
}

std::uint32_t Coder::send(const Send& send) {
  return add_send(send.channel, send.sorted, [&](std::uint32_t& count) {
    for (const ExprPtr& arg : send.args) {
      const auto* variable = std::get_if<Variable>(&arg->node);
      if (variable != nullptr && variable->ref.type().base == BaseType::record) {
        load_record(variable->ref, count);
      } else {
        expression(*arg);
        ++count;
      }
    }
  });
}

std::uint32_t Coder::send_record(const Ref& channel, const Ref& message) {
  return add_send(channel, false, [&](std::uint32_t& count) { load_record(message, count); });
}

void Coder::bind_field(ReceiveInfo& info, const Hops& hops) {
  ReceiveField field;
  field.kind = ReceiveField::Kind::bind;
  field.code = piece([&] {
    hidden(Op::hidden_write, *hops.front().symbol);
    field.cell = address(hops);
  });
  info.fields.push_back(field);
}

std::uint32_t Coder::add(ReceiveInfo info) {
  program_->receives.push_back(std::move(info));
  return static_cast<std::uint32_t>(program_->receives.size() - 1);
}

std::uint32_t Coder::receive(const Ref& channel, bool random, bool copies, const std::vector<ReceiveArg>& args) {
  ReceiveInfo info{value(channel), random, copies, {}};
  for (const ReceiveArg& arg : args) {
    switch (arg.kind) {
      case ReceiveArg::Kind::sink:
        info.fields.push_back({});
        break;
      case ReceiveArg::Kind::match:
      case ReceiveArg::Kind::eval:
        info.fields.push_back({ReceiveField::Kind::match, value(*arg.value), {}});
        break;
      case ReceiveArg::Kind::bind:
        if (arg.ref.type().base == BaseType::record) {
          each_scalar(hops(arg.ref), [&](const Hops& part) { bind_field(info, part); });
        } else {
          bind_field(info, hops(arg.ref));
        }
        break;
    }
  }
  return add(std::move(info));
}

std::uint32_t Coder::receive_record(const Ref& channel, const Ref& message) {
  ReceiveInfo info{value(channel), false, false, {}};
  each_scalar(hops(message), [&](const Hops& part) { bind_field(info, part); });
  return add(std::move(info));
}

std::uint32_t Coder::send_pattern(const Send& send) {
  ReceiveInfo info{value(send.channel), false, false, {}};
  for (const ExprPtr& arg : send.args) {
    const auto* variable = std::get_if<Variable>(&arg->node);
    const bool any = variable != nullptr && is_sink(variable->ref);
    info.fields.push_back(any ? ReceiveField{} : ReceiveField{ReceiveField::Kind::match, value(*arg), {}});
  }
  return add(std::move(info));
}

}  // namespace waymark::promela
