#include "promela/program/compile.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/diagnostics.hpp"
#include "promela/program/automaton.hpp"
#include "promela/program/coder.hpp"
#include "promela/program/layout.hpp"
#include "promela/program/range_tests.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

// The channels that a variable gets at its start, its elements and fields included.
void channel_starts(const Symbol& symbol, std::uint32_t base, const Layout& layout, Program& program,
                    std::vector<ChannelStart>& out) {
  const Placement& place = layout.of(symbol);
  std::uint32_t type = Program::none;
  if (symbol.channel != nullptr) {
    type = static_cast<std::uint32_t>(program.channel_types.size());
    program.channel_types.push_back(layout.channel_type(symbol));
  }
  for (std::uint32_t i = 0; i < symbol.count; ++i) {
    const std::uint32_t at = base + place.offset + i * place.stride;
    if (type != Program::none) out.push_back({at, type});
    if (symbol.type.base == BaseType::record) {
      for (const Symbol* field : symbol.type.record->fields) channel_starts(*field, at, layout, program, out);
    }
  }
}

std::unordered_set<const Stmt*> labels_named_remotely(const Specification& specification) {
  std::unordered_set<const Stmt*> named;
  each_expression(specification, [&](const Expr& expr) {
    if (const auto* label = std::get_if<RemoteLabel>(&expr.node)) named.insert(label->target);
  });
  return named;
}

void set_label_states(const std::vector<Coder::LabelUse>& uses, const Program& program,
                      std::vector<Instruction>& code) {
  for (const Coder::LabelUse& use : uses) code[use.instruction].c = program.label_states.at(use.target);
}

// The end of a process that loops for ever cannot be reached: nobody wants to hear that it was not.
void pass_over_endless(Program& program) {
  for (const ProcessType& type : program.types) {
    std::vector<bool> seen(type.state_count, false);
    std::vector<std::uint32_t> open{type.start};
    if (type.start < seen.size()) seen[type.start] = true;
    std::vector<std::uint32_t> ends;
    while (!open.empty()) {
      const ControlState& here = program.states[type.first_state + open.back()];
      open.pop_back();
      for (std::uint32_t i = here.first; i < here.first + here.count; ++i) {
        const TransitionInfo& transition = program.transitions[i];
        if (transition.kind == TransitionKind::end) ends.push_back(transition.action);
        for (const std::uint32_t next : {std::uint32_t{transition.target}, transition.operand}) {
          const bool leads = next == transition.target || transition.kind == TransitionKind::dstep;
          if (!leads || next >= seen.size() || seen[next]) continue;
          seen[next] = true;
          open.push_back(next);
        }
      }
    }
    for (std::uint32_t i = 0; i < program.actions.size(); ++i) {
      ActionInfo& action = program.actions[i];
      const bool is_end =
          action.type == static_cast<std::uint32_t>(&type - program.types.data()) && action.text == "-end-";
      if (is_end && std::find(ends.begin(), ends.end(), i) == ends.end()) action.counts = false;
    }
  }
}

// The channels whose sends, or receives, a trace automaton talks about.
void find_traced(const Process& trace, Program& program, const Layout& layout) {
  program.traced_sends.assign(program.global_channels.size() + 1, false);
  program.traced_receives = program.traced_sends;
  const auto note = [&](const Ref& ref, std::vector<bool>& traced) {
    const Symbol& symbol = ref.symbol();
    const Placement& place = layout.of(symbol);
    const auto* number =
        ref.parts.front().index == nullptr ? nullptr : std::get_if<Number>(&ref.parts.front().index->node);
    const bool one = number != nullptr || ref.parts.front().index == nullptr;
    const std::uint32_t first =
        place.offset + (number == nullptr ? 0 : static_cast<std::uint32_t>(number->value) * place.stride);
    const std::uint32_t end = one ? first + place.stride : place.offset + symbol.count * place.stride;
    for (std::size_t i = 0; i < program.global_channels.size(); ++i) {
      const std::uint32_t offset = program.global_channels[i].offset;
      if (offset >= first && offset < end) traced[i + 1] = true;
    }
  };
  each_statement(trace.body, [&](const Stmt& stmt) {
    if (const auto* send = std::get_if<Send>(&stmt.node)) note(send->channel, program.traced_sends);
    if (const auto* receive = std::get_if<Receive>(&stmt.node)) note(receive->channel, program.traced_receives);
  });
}

// A declaration behind a statement, or in an inner block, assigns when it is reached; until then its variable is 0.
std::vector<const Symbol*> initialised_at_start(const Process& process) {
  std::unordered_set<const Symbol*> later;
  each_statement(process.body, [&](const Stmt& stmt) {
    const auto* declare = std::get_if<Declare>(&stmt.node);
    if (declare != nullptr && declare->assigns) later.insert(declare->symbol);
  });
  std::vector<const Symbol*> symbols;
  for (const Symbol* local : process.locals) {
    if (!later.contains(local)) symbols.push_back(local);
  }
  return symbols;
}

void compile_process(const Process& process, const Layout& layout, Coder& coder,
                     const std::unordered_set<const Stmt*>& named, Program& program) {
  ProcessType type;
  type.name = process.name;
  type.kind = process.kind;
  type.deterministic = process.deterministic;
  type.words = layout.words_of(process);
  for (const Symbol* parameter : process.parameters) {
    const Placement& place = layout.of(*parameter);
    type.parameters.emplace_back(place.offset, place.cell);
    layout.visible(*parameter, type.variables);
  }
  for (const Symbol* local : process.locals) {
    channel_starts(*local, 0, layout, program, type.channels);
    layout.visible(*local, type.variables);
  }
  type.initialise = coder.initial_values(initialised_at_start(process));
  if (process.provided != nullptr) {
    type.provided = coder.value(*process.provided);
    program.uses_provided = true;
  }
  if (process.priority != 0) program.uses_priorities = true;
  each_statement(process.body, [&](const Stmt& stmt) {
    const auto* exclusive = std::get_if<Exclusive>(&stmt.node);
    if (exclusive == nullptr) return;
    for (const Ref& channel : exclusive->channels) {
      type.exclusive_ends.push_back({exclusive->receive, coder.value(channel)});
      program.has_exclusive_ends = true;
    }
  });
  Automaton automaton(program, coder, process, named);
  automaton.build(type);
  for (const Process::LabelAt& label : process.labels) {
    program.label_states[label.target] = automaton.label_state(label.target);
  }
  program.types.push_back(std::move(type));
}

}  // namespace

std::shared_ptr<const Program> compile(std::shared_ptr<const Specification> specification) {
  const Specification& text = *specification;
  auto program = std::make_shared<Program>();
  program->specification = std::move(specification);
  if (text.processes.size() > 255) throw base::InputError("error: more than 255 process types");
  const Layout layout(text);
  Coder coder(*program, layout, program->code);

  program->global_words = layout.words_of_globals();
  for (const Symbol* global : text.globals) {
    channel_starts(*global, 0, layout, *program, program->global_channels);
    layout.visible(*global, program->globals);
  }
  for (std::size_t i = 0; i < layout.hidden().size(); ++i) {
    program->hidden.push_back({layout.hidden()[i]->name, layout.hidden_flag(i)});
  }
  if (!program->hidden.empty()) {
    program->hidden_bytes.emplace_back(layout.hidden_begin(), program->global_words * 4 - layout.hidden_begin());
  }
  program->initialise = coder.initial_values(text.globals);

  const auto named = labels_named_remotely(text);
  for (const auto& process : text.processes) {
    compile_process(*process, layout, coder, named, *program);
    switch (process->kind) {
      case ProcessKind::proctype:
      case ProcessKind::init:
        for (std::uint32_t i = 0; i < process->active; ++i) {
          program->active.push_back({process->index, process->priority == 0 ? 1 : process->priority});
        }
        break;
      case ProcessKind::never:
        if (program->claim == Program::none) program->claim = process->index;
        break;
      case ProcessKind::trace:
      case ProcessKind::notrace:
        program->trace = process->index;
        find_traced(*process, *program, layout);
        break;
    }
  }
  if (program->active.size() > 255) throw base::InputError("error: more than 255 active processes");
  set_label_states(coder.label_uses(), *program, program->code);
  find_range_tests(*program);
  pass_over_endless(*program);
  return program;
}

Code compile_watch(Program& program, const std::string& expression, const std::string& name) {
  const Specification& specification = *program.specification;
  const ExprPtr expr = specification.read_expression ? specification.read_expression(name, expression)
                                                     : parse_expression(specification, name, expression);
  const Layout layout(*program.specification);
  Coder coder(program, layout, program.code);
  const bool used_last = program.uses_last;
  const Code code = coder.value(*expr);
  if (program.uses_last != used_last) {
    throw base::InputError(name + ": _last is part of the state only if the model itself uses it");
  }
  set_label_states(coder.label_uses(), program, program.code);
  return code;
}

}  // namespace waymark::promela
