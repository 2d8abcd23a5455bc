#include "promela/slice/data.hpp"

#include "promela/syntax/cases.hpp"
#include "promela/syntax/types.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

bool bears_channel(const Type& type) {
  if (type.base == BaseType::chan) return true;
  if (type.base != BaseType::record) return false;
  for (const Symbol* field : type.record->fields) {
    if (bears_channel(field->type)) return true;
  }
  return false;
}

bool declares_channel(const Type& type) {
  if (type.base != BaseType::record) return false;
  for (const Symbol* field : type.record->fields) {
    if (field->channel != nullptr || declares_channel(field->type)) return true;
  }
  return false;
}

bool same_fields(const ChannelShape& a, const ChannelShape& b) {
  if (a.fields.size() != b.fields.size()) return false;
  for (std::size_t i = 0; i < a.fields.size(); ++i) {
    if (type_name(a.fields[i]) != type_name(b.fields[i]) || a.fields[i].width != b.fields[i].width) return false;
  }
  return true;
}

}  // namespace

Data::Data(const Specification& specification) {
  travelling_ = static_cast<std::uint32_t>(specification.symbols.size());
  parents_.resize(travelling_ + 1);
  for (std::uint32_t i = 0; i <= travelling_; ++i) parents_[i] = i;
  alias(specification);
  if (mixed_) {
    for (const auto& symbol : specification.symbols) {
      if (bears_channel(symbol->type)) join(symbol->id, travelling_);
    }
  }
  shapes(specification);
}

std::uint32_t Data::find(std::uint32_t id) const {
  while (parents_[id] != id) id = parents_[id];
  return id;
}

void Data::join(std::uint32_t a, std::uint32_t b) { parents_[find(a)] = find(b); }

// ---------------------------------------------------------------- which channels may be the same

void Data::flow(const Type& into_type, std::uint32_t into, const ExprPtr& value) {
  const bool wanted = bears_channel(into_type);
  if (const auto* variable = std::get_if<Variable>(&value->node)) {
    const bool given = bears_channel(variable->ref.type());
    if (given && wanted) join(variable->ref.symbol().id, into);
    if (given != wanted) mixed_ = true;
    return;
  }
  // Anything else with a channel on one side is arithmetic with channels.
  if (wanted) mixed_ = true;
  each_expression(value, [&](const Expr& expr) {
    const auto* inner = std::get_if<Variable>(&expr.node);
    const auto* remote = std::get_if<RemoteVariable>(&expr.node);
    if (inner != nullptr && bears_channel(inner->ref.type())) mixed_ = true;
    if (remote != nullptr && bears_channel(remote->ref.type())) mixed_ = true;
  });
}

void Data::alias(const Specification& specification) {
  for (const auto& symbol : specification.symbols) {
    if (symbol->initial != nullptr) flow(symbol->type, symbol->id, symbol->initial);
  }
  each_statement(specification, [&](const Stmt& stmt) { alias(stmt); });
  each_expression(specification, [&](const Expr& expr) {
    const auto* run = std::get_if<Run>(&expr.node);
    if (run == nullptr) return;
    for (std::size_t i = 0; i < run->args.size() && i < run->process->parameters.size(); ++i) {
      const Symbol& parameter = *run->process->parameters[i];
      flow(parameter.type, parameter.id, run->args[i]);
    }
  });
}

void Data::alias(const Stmt& stmt) {
  // Fields have types of their own: a channel that travels may come out anywhere.
  const auto travels = [&](const Ref& ref) {
    if (bears_channel(ref.type())) join(ref.symbol().id, travelling_);
  };
  std::visit(Cases{
                 [&](const Assign& node) { flow(node.target.type(), node.target.symbol().id, node.value); },
                 [&](const Increment& node) {
                   if (bears_channel(node.target.type())) mixed_ = true;
                 },
                 [&](const Send& node) {
                   for (const ExprPtr& arg : node.args) {
                     const auto* variable = std::get_if<Variable>(&arg->node);
                     if (variable != nullptr) {
                       travels(variable->ref);
                     } else {
                       flow({}, travelling_, arg);
                     }
                   }
                 },
                 [&](const Receive& node) {
                   for (const ReceiveArg& arg : node.args) {
                     if (arg.kind == ReceiveArg::Kind::bind) travels(arg.ref);
                   }
                 },
                 [&](const ForChannel& node) { travels(node.message); },
                 [](const auto&) {},
             },
             stmt.node);
}

// ---------------------------------------------------------------- fields

void Data::use(const Ref& channel, std::size_t arguments) {
  const auto found = shapes_.find(class_of(channel));
  if (channel.parts.size() != 1 || found == shapes_.end() || found->second.shape->fields.size() != arguments) {
    break_up(channel.symbol().id);
  }
}

void Data::shapes(const Specification& specification) {
  // A channel that was a number may hold what no field says.
  if (mixed_) break_up(travelling_);
  for (const auto& symbol : specification.symbols) {
    if (declares_channel(symbol->type)) break_up(symbol->id);
    if (symbol->channel == nullptr) continue;
    Shape& known = shapes_[find(symbol->id)];
    if (known.shape != nullptr && !same_fields(*known.shape, *symbol->channel)) break_up(symbol->id);
    known = {symbol->channel.get(), symbol.get()};
  }
  each_statement(specification, [&](const Stmt& stmt) {
    if (const auto* send = std::get_if<Send>(&stmt.node)) {
      use(send->channel, send->args.size());
      if (send->sorted) break_up(send->channel.symbol().id);  // each field has a say in the order
    }
    if (const auto* receive = std::get_if<Receive>(&stmt.node)) use(receive->channel, receive->args.size());
    if (const auto* loop = std::get_if<ForChannel>(&stmt.node)) break_up(loop->channel.symbol().id);
  });
  each_expression(specification, [&](const Expr& expr) {
    if (const auto* poll = std::get_if<Poll>(&expr.node)) use(poll->channel, poll->args.size());
  });
}

bool Data::uniform_at(std::uint32_t id) const { return shapes_.contains(id) && !ragged_.contains(id); }

Datum Data::field(const Ref& channel, std::size_t argument) const { return field(channel.symbol(), argument); }

Datum Data::field(const Symbol& channel, std::size_t argument) const {
  const std::uint32_t id = find(channel.id);
  return {Datum::Kind::field, id, uniform_at(id) ? static_cast<std::uint32_t>(argument) : 0};
}

// ---------------------------------------------------------------- what is read

void Data::read_indices(const Ref& ref, Datums& out) const {
  for (const Ref::Part& part : ref.parts) read(part.index, out);
}

void Data::read(const Ref& ref, Datums& out) const {
  out.push_back(variable(ref.symbol()));
  read_indices(ref, out);
}

void Data::read_channel(const Ref& channel, Datums& out) const {
  read(channel, out);
  out.push_back(occupancy(channel));
}

// Indices are met on their own.
void Data::read(const ExprPtr& expr, Datums& out) const {
  each_expression(expr, [&](const Expr& inner) {
    std::visit(Cases{
                   [&](const Variable& node) { out.push_back(variable(node.ref.symbol())); },
                   [&](const RemoteVariable& node) { out.push_back(variable(node.ref.symbol())); },
                   [&](const ChannelQuery& node) {
                     out.push_back(variable(node.channel.symbol()));
                     out.push_back(occupancy(node.channel));
                   },
                   [&](const Poll& node) {
                     out.push_back(variable(node.channel.symbol()));
                     out.push_back(occupancy(node.channel));
                     for (std::size_t i = 0; i < node.args.size(); ++i) {
                       if (node.args[i].kind == ReceiveArg::Kind::sink) continue;
                       out.push_back(field(node.channel, i));
                       if (node.args[i].kind == ReceiveArg::Kind::bind) {
                         out.push_back(variable(node.args[i].ref.symbol()));
                       }
                     }
                   },
                   [](const auto&) {},
               },
               inner.node);
  });
}

}  // namespace waymark::promela
