#include "promela/explainer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "promela/errors.hpp"

namespace waymark::promela {

std::string Explainer::process_name(std::uint32_t pid) const {
  const std::vector<ProcessType>& types = state_.program().types;
  if (pid == claim_pid) return types[state_.claim().type].name;
  if (pid >= state_.processes().size()) return fmt::format("process {}", pid);
  return fmt::format("{} {}", types[state_.processes()[pid].type].name, pid);
}

std::string Explainer::show(std::int32_t value, bool is_mtype, const std::string& subtype) const {
  if (is_mtype) {
    for (const auto& name : state_.program().specification->mtypes) {
      if (name->value == value && name->subtype == subtype) return name->name;
    }
  }
  return fmt::format("{}", value);
}

std::string Explainer::show_message(const ChannelPart& channel, std::span<const std::int32_t> values) const {
  const std::vector<Field>& fields = state_.program().channel_types[channel.type].fields;
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < fields.size(); ++i) {
    if (i > 0) text += ",";
    text += show(values[i], fields[i].is_mtype, fields[i].subtype);
  }
  return text;
}

std::string Explainer::show_channel(const ChannelPart& channel) const {
  std::vector<std::int32_t> values(state_.program().channel_types[channel.type].fields.size());
  std::string text = "[";
  for (std::uint32_t slot = 0; slot < state_.length(channel); ++slot) {
    if (slot > 0) text += "] [";
    for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = state_.field(channel, slot, i);
    text += show_message(channel, values);
  }
  return text + "]";
}

std::string Explainer::channel_name(std::uint32_t number) const {
  const auto find = [&](const std::vector<Visible>& variables, std::uint32_t base,
                        const std::vector<ChannelStart>& starts) -> std::string {
    for (const ChannelStart& start : starts) {
      if (state_.flat().get<std::uint8_t>(base + start.offset) != number) continue;
      for (const Visible& variable : variables) {
        if (!variable.is_channel || start.offset < variable.offset) continue;
        const std::uint32_t element = (start.offset - variable.offset) / variable.stride;
        if (element >= variable.count) continue;
        return variable.is_array ? fmt::format("{}[{}]", variable.name, element) : variable.name;
      }
    }
    return {};
  };
  const Program& program = state_.program();
  const std::vector<ProcessPart>& processes = state_.processes();
  std::string name = find(program.globals, 0, program.global_channels);
  for (std::uint32_t pid = 0; pid < processes.size() && name.empty(); ++pid) {
    const ProcessType& type = program.types[processes[pid].type];
    name = find(type.variables, processes[pid].base, type.channels);
    if (!name.empty()) name = fmt::format("{}({}):{}", type.name, pid, name);
  }
  return name.empty() ? fmt::format("channel {}", number) : name;
}

template <typename Keep>
void Explainer::add_values(const std::vector<Visible>& variables, std::uint32_t base, const std::string& prefix,
                           Keep keep, std::vector<model::Value>& out) const {
  for (const Visible& variable : variables) {
    for (std::uint32_t i = 0; i < variable.count; ++i) {
      const std::uint32_t at = base + variable.offset + i * variable.stride;
      if (!keep(at)) continue;
      const std::int32_t value = read_cell(state_.flat().bytes() + at, variable.cell.kind);
      const std::string element = variable.is_array ? fmt::format("[{}]", i) : "";
      out.push_back({prefix + variable.name + element, show(value, variable.is_mtype, variable.subtype)});
    }
  }
}

template <typename Keep>
std::vector<model::Value> Explainer::values_where(Keep keep) const {
  std::vector<model::Value> out;
  add_values(state_.program().globals, 0, "", keep, out);
  std::uint32_t number = 0;
  for (const ChannelPart& channel : state_.channels()) {
    ++number;
    if (!state_.is_rendezvous(channel) && keep(channel.base))
      out.push_back({channel_name(number), show_channel(channel)});
  }
  std::uint32_t pid = 0;
  for (const ProcessPart& process : state_.processes()) {
    const ProcessType& type = state_.program().types[process.type];
    add_values(type.variables, process.base, fmt::format("{}({}):", type.name, pid++), keep, out);
  }
  return out;
}

std::vector<model::Value> Explainer::locals(std::uint32_t pid) const {
  std::vector<model::Value> out;
  if (pid >= state_.processes().size()) return out;
  const ProcessPart& process = state_.processes()[pid];
  add_values(
      state_.program().types[process.type].variables, process.base, "", [](std::uint32_t) { return true; }, out);
  return out;
}

std::vector<model::Value> Explainer::values() const {
  return values_where([](std::uint32_t) { return true; });
}

std::vector<model::Value> Explainer::values_at(std::span<const std::uint32_t> offsets) const {
  return values_where([&](std::uint32_t at) { return std::find(offsets.begin(), offsets.end(), at) != offsets.end(); });
}

void Explainer::begin(model::Explanation& out) {
  explanation_ = &out;
  before_ = values();
}

void Explainer::end() {
  explanation_ = nullptr;
  output_.clear();
  messages_.clear();
}

void Explainer::begin_statement(std::uint32_t pid) {
  pid_ = pid;
  process_ = process_name(pid);
}

model::Event Explainer::event(const ActionInfo& action) const {
  model::Event event;
  event.actor = pid_;
  event.who = process_;
  event.text = action.text;
  event.written = action.written;
  event.location = location(state_.program(), action.at);
  event.statement = action.statement;
  return event;
}

void Explainer::end_statement(const ActionInfo& action) {
  model::Event described = event(action);
  described.output = std::exchange(output_, {});
  described.messages = std::exchange(messages_, {});
  const std::vector<model::Value> now = values();
  // Both lists are in the same order; processes and channels that came or went stand in one of them only.
  std::size_t old = 0;
  for (const model::Value& value : now) {
    std::size_t same = old;
    while (same < before_.size() && before_[same].name != value.name) ++same;
    if (same == before_.size()) {
      if (value.value != "0" && value.value != "[]") described.changes.push_back({value.name, "", value.value});
      continue;
    }
    old = same + 1;
    if (before_[same].value != value.value) {
      described.changes.push_back({value.name, before_[same].value, value.value});
    }
  }
  before_ = now;
  if (action.counts || !described.changes.empty()) explanation_->push_back(std::move(described));
}

void Explainer::end_with_fault(const ActionInfo& action) { explanation_->push_back(event(action)); }

void Explainer::message(bool sent, std::uint32_t channel, std::span<const std::int32_t> values) {
  messages_.push_back({channel_name(channel), show_message(state_.channels()[channel - 1], values), sent});
}

// As C's printf would by this letter.
std::string Explainer::formatted(char conversion, std::int32_t value, const std::string& subtype) const {
  const auto bits = static_cast<std::uint32_t>(value);
  if (conversion == 'c') return {static_cast<char>(value)};
  if (conversion == 'e') return show(value, true, subtype);
  if (conversion == 'o') return fmt::format("{:o}", bits);
  if (conversion == 'u') return fmt::format("{}", bits);
  if (conversion == 'x') return fmt::format("{:x}", bits);
  return fmt::format("{}", value);
}

void Explainer::print(const PrintTarget& target, const std::int32_t* arguments) {
  if (target.symbolic) {
    output_ += show(arguments[0], true, target.subtypes[0]);
    return;
  }
  std::uint32_t used = 0;
  for (std::size_t i = 0; i < target.format.size(); ++i) {
    const char c = target.format[i];
    const char next = i + 1 < target.format.size() ? target.format[i + 1] : '\0';
    if (c == '\\' && next != '\0') {
      output_ += next == 'n' ? '\n' : next == 't' ? '\t' : next == 'r' ? '\r' : next;
      ++i;
    } else if (c == '%' && next == '%') {
      output_ += '%';
      ++i;
    } else if (c == '%' && next != '\0' && used < target.arguments) {
      output_ += formatted(next, arguments[used], target.subtypes[used]);
      ++used;
      ++i;
    } else {
      output_ += c;
    }
  }
}

}  // namespace waymark::promela
