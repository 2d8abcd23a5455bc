#include "promela/slice/effects.hpp"

#include <algorithm>

#include "promela/syntax/cases.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

void put(Datums& into, const Datums& more) { into.insert(into.end(), more.begin(), more.end()); }

bool is_record(const ExprPtr& expr) {
  const auto* variable = std::get_if<Variable>(&expr->node);
  return variable != nullptr && variable->ref.type().base == BaseType::record;
}

bool always_true(const ExprPtr& expr) {
  const auto* number = std::get_if<Number>(&expr->node);
  return number != nullptr && number->value != 0;
}

}  // namespace

Datums StepEffects::read_by(const ExprPtr& expr) const {
  Datums out;
  if (expr != nullptr && !std::holds_alternative<Run>(expr->node)) data_->read(expr, out);
  return out;
}

void StepEffects::runs(const ExprPtr& expr, StepEffect& effect) const {
  each_expression(expr, [&](const Expr& inner) {
    const auto* run = std::get_if<Run>(&inner.node);
    if (run == nullptr) return;
    effect.lasting = true;
    for (std::size_t i = 0; i < run->args.size() && i < run->process->parameters.size(); ++i) {
      const Datum parameter = Data::variable(*run->process->parameters[i]);
      effect.writes.push_back(parameter);
      Datums given;
      data_->read(run->args[i], given);
      for (const Datum& object : given) effect.carries.emplace_back(parameter, object);
      const BaseType type = run->process->parameters[i]->type.base;
      const bool plain = type != BaseType::chan && type != BaseType::record;
      if (plain && !faults_->in(run->args[i])) continue;
      put(effect.reads, given);
      effect.reads.push_back(parameter);
    }
  });
}

void StepEffects::condition(const ExprPtr& expr, StepEffect& effect) const {
  effect.can_block = !always_true(expr);
  effect.can_fail = faults_->in(expr);
  put(effect.reads, read_by(expr));
  runs(expr, effect);
}

void StepEffects::assign(const Ref& target, const ExprPtr& value, StepEffect& effect) const {
  const Datum object = Data::variable(target.symbol());
  effect.writes.push_back(object);
  Datums indices;
  data_->read_indices(target, indices);
  const Datums given = read_by(value);
  for (const Datum& read : indices) effect.carries.emplace_back(object, read);
  for (const Datum& read : given) effect.carries.emplace_back(object, read);
  // What may fail has to be evaluated, even if its result is not read.
  if (faults_->in(target)) {
    effect.can_fail = true;
    put(effect.reads, indices);
  }
  if (value != nullptr && faults_->in(value)) {
    effect.can_fail = true;
    put(effect.reads, given);
  }
  if (value != nullptr && starts_process(value)) put(effect.reads, given);
  if (value != nullptr) runs(value, effect);
}

void StepEffects::send(const Send& node, StepEffect& effect) const {
  effect.can_block = true;
  effect.can_fail = faults_->in_channel(node.channel);
  data_->read_channel(node.channel, effect.reads);
  effect.writes.push_back(data_->occupancy(node.channel));
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    const Datum field = data_->field(node.channel, i);
    effect.writes.push_back(field);
    Datums given;
    data_->read(node.args[i], given);
    for (const Datum& object : given) effect.carries.emplace_back(field, object);
    const bool fails = faults_->in(node.args[i]);
    effect.can_fail = effect.can_fail || fails;
    // A record stands for as many fields as it has.
    if (!fails && (data_->uniform(node.channel) || !is_record(node.args[i]))) continue;
    put(effect.reads, given);
    effect.reads.push_back(field);
  }
}

void StepEffects::receive(const Receive& node, StepEffect& effect) const {
  effect.can_block = true;
  effect.can_fail = faults_->in_channel(node.channel) || node.copy;
  data_->read_channel(node.channel, effect.reads);
  effect.writes.push_back(data_->occupancy(node.channel));
  for (std::size_t i = 0; i < node.args.size(); ++i) {
    const ReceiveArg& arg = node.args[i];
    const Datum field = data_->field(node.channel, i);
    if (arg.kind == ReceiveArg::Kind::sink) continue;
    if (arg.kind == ReceiveArg::Kind::bind) {
      const Datum bound = Data::variable(arg.ref.symbol());
      effect.writes.push_back(bound);
      effect.carries.emplace_back(bound, field);
      Datums indices;
      data_->read_indices(arg.ref, indices);
      for (const Datum& object : indices) effect.carries.emplace_back(bound, object);
      const bool fails = faults_->in(arg.ref);
      effect.can_fail = effect.can_fail || fails;
      if (!fails && (data_->uniform(node.channel) || arg.ref.type().base != BaseType::record)) continue;
      put(effect.reads, indices);
      effect.reads.push_back(bound);
      effect.reads.push_back(field);
    } else {
      effect.reads.push_back(field);
      data_->read(arg.value, effect.reads);
      effect.can_fail = effect.can_fail || faults_->in(arg.value);
    }
  }
}

// Between two numbers it ends, even if its process writes the variable elsewhere, unless another process does. A jump
// to it leads behind the first assignment.
void StepEffects::select(const Stmt& stmt, const Select& node, StepEffect& effect) const {
  assign(node.target, node.from, effect);
  Datums to;
  data_->read(node.to, to);
  for (const Datum& object : to) effect.carries.emplace_back(Data::variable(node.target.symbol()), object);
  const bool ends = std::holds_alternative<Number>(node.from->node) && std::holds_alternative<Number>(node.to->node) &&
                    node.target.symbol().process != nullptr && node.target.parts.size() == 1 &&
                    node.target.parts.front().index == nullptr && stmt.labels.empty();
  if (ends) return;
  effect.lasting = true;
  put(effect.reads, to);
  data_->read(node.from, effect.reads);
  data_->read(node.target, effect.reads);
}

StepEffect StepEffects::of_for(const Flow::Place& place) const {
  StepEffect effect;
  const auto counted = [&](const Ref& index, const ExprPtr& from, const ExprPtr& to) {
    const Datum object = Data::variable(index.symbol());
    if (place.part == Flow::Part::init && from != nullptr) {
      assign(index, from, effect);
    } else if (place.part == Flow::Part::init || place.part == Flow::Part::advance) {
      assign(index, nullptr, effect);
    } else if (place.part == Flow::Part::test) {
      effect.can_block = true;
      data_->read(index, effect.reads);
      data_->read(to, effect.reads);
      effect.can_fail = faults_->in(index) || faults_->in(to);
    }
    if (place.part == Flow::Part::advance) effect.carries.emplace_back(object, object);
  };
  std::visit(Cases{
                 [&](const ForRange& node) { counted(node.index, node.from, node.to); },
                 [&](const ForArray& node) { counted(node.index, nullptr, nullptr); },
                 [&](const ForChannel& node) {  // a rotation of the channel, message by message
                   effect.lasting = true;
                   effect.can_block = place.part == Flow::Part::test;
                   data_->read(node.message, effect.reads);
                   data_->read_channel(node.channel, effect.reads);
                   effect.reads.push_back(data_->field(node.channel, 0));
                   effect.reads.push_back(Data::variable(*node.counter));
                   effect.writes = effect.reads;
                 },
                 [](const auto&) {},
             },
             place.stmt->node);
  return effect;
}

void StepEffects::of(const Stmt& stmt, StepEffect& effect) const {
  std::visit(Cases{
                 [&](const Expression& node) { condition(node.expr, effect); },
                 [&](const Assign& node) { assign(node.target, node.value, effect); },
                 [&](const Increment& node) {
                   assign(node.target, nullptr, effect);
                   const Datum object = Data::variable(node.target.symbol());
                   effect.carries.emplace_back(object, object);
                 },
                 [&](const Send& node) { send(node, effect); },
                 [&](const Receive& node) { receive(node, effect); },
                 [&](const Assert& node) {
                   data_->read(node.condition, effect.reads);
                   effect.can_fail = faults_->in(node.condition);
                 },
                 [&](const Printf& node) {
                   for (const ExprPtr& arg : node.args) {
                     data_->read(arg, effect.reads);
                     effect.can_fail = effect.can_fail || faults_->in(arg);
                   }
                 },
                 [&](const Printm& node) {
                   data_->read(node.value, effect.reads);
                   effect.can_fail = faults_->in(node.value);
                 },
                 [&](const Select& node) { select(stmt, node, effect); },
                 [&](const Declare& node) {
                   const Datum object = Data::variable(*node.symbol);
                   effect.writes.push_back(object);
                   Datums given;
                   data_->read(node.symbol->initial, given);
                   for (const Datum& read : given) effect.carries.emplace_back(object, read);
                   if (!faults_->in(node.symbol->initial)) return;
                   effect.can_fail = true;
                   put(effect.reads, given);
                   effect.reads.push_back(object);
                 },
                 [&](const SetPriority&) { effect.lasting = true; },
                 [](const auto&) {},
             },
             stmt.node);
}

StepEffect StepEffects::of(const Flow::Place& place) const {
  if (place.stmt == nullptr || !place.step) return {};
  if (place.part != Flow::Part::whole) return of_for(place);
  StepEffect effect;
  of(*place.stmt, effect);
  return effect;
}

}  // namespace waymark::promela
