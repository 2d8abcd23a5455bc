#include "promela/syntax/late_bindings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "promela/syntax/limits.hpp"
#include "promela/syntax/types.hpp"

namespace waymark::promela {

void LateBindings::bind_runs() {
  for (const auto& [run, name, given] : state_.pending.runs) {
    const auto found_process = names_.processes.find(text(name));
    if (found_process == names_.processes.end()) {
      error(name, fmt::format("there is no proctype '{}' to run", text(name)));
      continue;
    }
    std::int64_t wanted = 0;
    for (const auto* parameter : found_process->second->parameters) wanted += cells(parameter->type);
    if (given != wanted) {
      error(name, fmt::format("proctype '{}' has {} parameter{}, but {} argument{} given", text(name), wanted,
                              wanted == 1 ? "" : "s", given, given == 1 ? " is" : "s are"));
    }
    if (!diagnostics_.any()) run->process = found_process->second;
  }
}

void LateBindings::bind_remote_references() {
  std::map<const Process*, NameMap<const Stmt*>> labels;
  std::map<const Process*, NameMap<const Symbol*>> variables;
  for (const auto& remote : state_.pending.remotes) {
    const auto found_process = names_.processes.find(text(remote.process));
    if (found_process == names_.processes.end()) continue;  // its own fault has been reported
    const Process& process = *found_process->second;
    const auto name = text(remote.member);
    if (remote.label) {
      auto& known = labels[&process];
      if (known.empty()) {
        for (const auto& entry : process.labels) known.emplace(entry.name, entry.target);  // the first of a name counts
      }
      const auto target = known.find(name);
      if (target == known.end()) {
        error(remote.member, fmt::format("proctype '{}' has no label '{}'", process.name, name));
      } else if (!diagnostics_.any()) {
        auto& node = std::get<RemoteLabel>(remote.expr->node);
        node.process = &process;
        node.target = target->second;
      }
      continue;
    }
    auto& known = variables[&process];
    if (known.empty()) {
      for (const auto* symbol : process.parameters) known.emplace(symbol->name, symbol);
      for (const auto* symbol : process.locals) {
        if (symbol->scope.empty()) known.emplace(symbol->name, symbol);
      }
      for (const auto* symbol : process.locals) known.emplace(symbol->name, symbol);
    }
    const auto variable = known.find(name);
    if (variable == known.end()) {
      error(remote.member, fmt::format("proctype '{}' has no local variable '{}'", process.name, name));
      continue;
    }
    const Symbol& symbol = *variable->second;
    if (symbol.type.base == BaseType::record) {
      error(remote.member, fmt::format("'{}' is a record; only single values can be referred to from outside", name));
    } else if (symbol.is_array && !remote.indexed) {
      error(remote.member, fmt::format("'{}' is an array of {}: an index is missing", name, symbol.count));
    }
    if (!diagnostics_.any()) {
      auto& node = std::get<RemoteVariable>(remote.expr->node);
      node.process = &process;
      node.ref.parts.front().symbol = &symbol;
    }
  }
}

void LateBindings::check() {
  check_message_sizes();
  for (const auto& [subtype, token] : state_.pending.subtypes) {
    if (!state_.pending.mtype_sizes.contains(subtype)) error(token, fmt::format("mtype:{} has no names", subtype));
  }
  check_processes();
}

// A channel that is a parameter or was assigned may be any of the model's.
void LateBindings::check_message_sizes() {
  std::int64_t most = 0;
  for (const auto& symbol : specification_.symbols) {
    if (symbol->channel != nullptr) most = std::max<std::int64_t>(most, symbol->channel->flat_fields);
  }
  for (const auto& message : state_.pending.messages) {
    if (message.count <= most) continue;
    error(message.at, most == 0 ? fmt::format("something is {}, but the model makes no channel", message.what)
                                : fmt::format("{} fields are {}, but no channel of the model carries more than {}",
                                              message.count, message.what, most));
  }
}

void LateBindings::check_processes() {
  std::uint64_t running = 0;
  for (const auto& process : specification_.processes) running += process->active;
  if (running == 0) {
    diagnostics_.error({}, "nothing runs: the model has neither an init nor an active proctype");
  }
  if (running > limits::processes) {
    diagnostics_.error({}, fmt::format("{} processes run from the start, at most {} can", running, limits::processes));
  }
}

}  // namespace waymark::promela
