#include "promela/slice/trim.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "promela/syntax/build.hpp"
#include "promela/syntax/cases.hpp"
#include "promela/syntax/types.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

bool is_whole_record(const ExprPtr& expr) {
  const auto* variable = std::get_if<Variable>(&expr->node);
  return variable != nullptr && variable->ref.type().base == BaseType::record;
}

bool has_channel(const Symbol& symbol) {
  if (symbol.channel != nullptr) return true;
  if (symbol.type.base != BaseType::record) return false;
  const auto& fields = symbol.type.record->fields;
  return std::any_of(fields.begin(), fields.end(), [](const Symbol* field) { return has_channel(*field); });
}

}  // namespace

Trimmer::Trimmer(Specification& specification, const Relevance& relevance, const std::vector<const ExprPtr*>& asked)
    : specification_(&specification), relevance_(&relevance), asked_(&asked) {}

void Trimmer::run() {
  each_statement(*specification_, [&](Stmt& stmt) { trim(stmt); });
  narrow_fields();
  mention_all();
  // Channels are counted as processes are started: where some have their own, none goes.
  const bool own = std::any_of(specification_->processes.begin(), specification_->processes.end(), [](const auto& it) {
    return std::any_of(it->locals.begin(), it->locals.end(), [](const Symbol* local) { return has_channel(*local); });
  });
  drop(specification_->globals, !own);
  for (const auto& process : specification_->processes) declare(*process);
}

// ---------------------------------------------------------------- what is carried

void Trimmer::trim(Stmt& stmt) {
  each_expression(stmt, [&](Expr& expr) {
    if (auto* run = std::get_if<Run>(&expr.node)) trim(*run);
    const auto* poll = std::get_if<Poll>(&expr.node);
    for (std::size_t i = 0; poll != nullptr && i < poll->args.size(); ++i) {
      compared_.insert(relevance_->data().field(poll->channel, i));
    }
  });
  if (auto* send = std::get_if<Send>(&stmt.node)) trim(*send);
  if (auto* receive = std::get_if<Receive>(&stmt.node)) trim(*receive);
  blank(stmt);
}

void Trimmer::trim(Run& run) {
  for (std::size_t i = 0; i < run.args.size() && i < run.process->parameters.size(); ++i) {
    const Symbol& parameter = *run.process->parameters[i];
    const bool plain = parameter.type.base != BaseType::chan && parameter.type.base != BaseType::record;
    if (plain && !relevance_->is(Data::variable(parameter))) run.args[i] = make_number(run.args[i]->at, 0);
  }
}

void Trimmer::trim(Send& send) {
  for (std::size_t i = 0; i < send.args.size(); ++i) {
    if (relevance_->is(relevance_->data().field(send.channel, i))) continue;
    const bool fits = relevance_->data().uniform(send.channel) || !is_whole_record(send.args[i]);
    if (fits) send.args[i] = make_number(send.args[i]->at, 0);
  }
}

void Trimmer::trim(Receive& receive) {
  for (std::size_t i = 0; i < receive.args.size(); ++i) {
    ReceiveArg& arg = receive.args[i];
    const Datum field = relevance_->data().field(receive.channel, i);
    if (arg.kind == ReceiveArg::Kind::match || arg.kind == ReceiveArg::Kind::eval) compared_.insert(field);
    if (arg.kind != ReceiveArg::Kind::bind || relevance_->is(Data::variable(arg.ref.symbol()))) continue;
    // A whole record takes as many fields as it has, and a field that is made narrow is one.
    if (arg.ref.type().base == BaseType::record && relevance_->is(field)) continue;
    arg.kind = ReceiveArg::Kind::sink;
    arg.ref = {};
  }
}

void Trimmer::blank(Stmt& stmt) {
  if (auto* assign = std::get_if<Assign>(&stmt.node)) {
    const bool read = relevance_->is(Data::variable(assign->target.symbol()));
    const bool channel = assign->target.type().base == BaseType::chan;
    if (read || starts_process(assign->value) || channel || relevance_->faults().in(assign->value)) return;
    assign->value = make_number(stmt.at, 0);
  }
  if (auto* step = std::get_if<Increment>(&stmt.node)) {
    if (relevance_->is(Data::variable(step->target.symbol()))) return;
    Assign blanked{std::move(step->target), make_number(stmt.at, 0)};
    stmt.node = std::move(blanked);
  }
}

// A field that carries nothing is as narrow as can be. There are as many as before: a single one is kept differently.
void Trimmer::narrow_fields() {
  for (const auto& symbol : specification_->symbols) {
    if (symbol->channel == nullptr || !relevance_->data().uniform(*symbol)) continue;
    ChannelShape& shape = *symbol->channel;
    std::int64_t flat = 0;
    for (std::size_t i = 0; i < shape.fields.size(); ++i) {
      const Datum field = relevance_->data().field(*symbol, i);
      if (!relevance_->is(field) && !compared_.contains(field)) {
        cuts_.push_back({symbol->at, fmt::format("field {} of {}", i + 1, symbol->name)});
        shape.fields[i] = {BaseType::bit, natural_width(BaseType::bit), nullptr, ""};
      }
      flat += cells(shape.fields[i]);
    }
    shape.flat_fields = static_cast<std::uint32_t>(flat);
  }
}

// ---------------------------------------------------------------- what is declared

void Trimmer::mention(const Symbol& symbol) {
  if (!mentioned_.insert(&symbol).second) return;
  each_expression(symbol.initial, [&](const Expr& expr) { mention(expr); });
  for (const ExprPtr& value : symbol.initial_list) each_expression(value, [&](const Expr& expr) { mention(expr); });
}

// Indices are expressions of their own.
void Trimmer::mention(const Ref& ref) {
  if (!ref.parts.empty()) mention(ref.symbol());
}

void Trimmer::mention(const Expr& expr) {
  std::visit(Cases{
                 [this](const Variable& node) { mention(node.ref); },
                 [this](const RemoteVariable& node) { mention(node.ref); },
                 [this](const ChannelQuery& node) { mention(node.channel); },
                 [this](const Poll& node) {
                   mention(node.channel);
                   for (const ReceiveArg& arg : node.args) mention(arg.ref);
                 },
                 [](const auto&) {},
             },
             expr.node);
}

void Trimmer::mention(const Stmt& stmt) {
  each_expression(stmt, [&](const Expr& expr) { mention(expr); });
  each_target(stmt, [&](const Ref& ref) { mention(ref); });
  std::visit(Cases{
                 [this](const Send& node) { mention(node.channel); },
                 [this](const Receive& node) { mention(node.channel); },
                 [this](const ForArray& node) { mention(node.array); },
                 [this](const ForChannel& node) { mention(node.channel), mention(*node.counter); },
                 [this](const Exclusive& node) {
                   for (const Ref& channel : node.channels) mention(channel);
                 },
                 [this](const Declare& node) {
                   if (node.assigns) mention(*node.symbol);
                 },
                 [](const auto&) {},
             },
             stmt.node);
}

void Trimmer::mention_all() {
  const auto all_of = [&](const ExprPtr& expr) { each_expression(expr, [&](const Expr& inner) { mention(inner); }); };
  for (const ExprPtr* expr : *asked_) all_of(*expr);
  for (const auto& process : specification_->processes) {
    all_of(process->provided);
    each_statement(process->body, [&](const Stmt& stmt) { mention(stmt); });
    for (const Symbol* parameter : process->parameters) mention(*parameter);
    for (const Symbol* local : process->locals) {
      // A channel of one's own is counted when the process starts; what may fail fails then.
      if (has_channel(*local) || relevance_->faults().in(local->initial)) mention(*local);
    }
  }
  for (const Symbol* global : specification_->globals) {
    if (relevance_->faults().in(global->initial)) mention(*global);
  }
}

void Trimmer::drop(std::vector<const Symbol*>& symbols, bool channels_too) {
  const auto goes = [&](const Symbol* symbol) {
    return !stays(*symbol) && symbol->name != "_" && (channels_too || !has_channel(*symbol));
  };
  for (const Symbol* symbol : symbols) {
    if (goes(symbol)) cuts_.push_back({symbol->at, symbol->name});
  }
  std::erase_if(symbols, goes);
}

void Trimmer::declare(Process& process) {
  drop(process.locals, false);
  each_sequence(process.body, [&](Sequence& sequence) {
    std::erase_if(sequence, [&](const StmtPtr& stmt) {
      const auto* declare = std::get_if<Declare>(&stmt->node);
      return declare != nullptr && !declare->assigns && !stays(*declare->symbol) && stmt->labels.empty();
    });
  });
}

}  // namespace waymark::promela
