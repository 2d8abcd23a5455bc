// Describing a person what a step did: the statement, the variables that changed, the messages, what was printed.
#include <fmt/format.h>

#include "promela/executor.hpp"

namespace waymark::promela {

std::string Executor::location(const Position& at) const {
  const auto& files = program_->specification->files;
  return fmt::format("{}:{}", at.file < files.size() ? files[at.file] : std::string("?"), at.line);
}

std::string Executor::who(std::uint32_t pid) const {
  if (pid == claim_pid) return program_->types[claim_.type].name;
  if (pid >= processes_.size()) return fmt::format("process {}", pid);
  return fmt::format("{} {}", program_->types[processes_[pid].type].name, pid);
}

std::string Executor::show(std::int32_t value, bool is_mtype, const std::string& subtype) const {
  if (is_mtype) {
    for (const auto& name : program_->specification->mtypes) {
      if (name->value == value && name->subtype == subtype) return name->name;
    }
  }
  return fmt::format("{}", value);
}

std::string Executor::show_channel(std::uint32_t number) const {
  const Channel& queue = channels_[number - 1];
  const ChannelType& type = program_->channel_types[queue.type];
  std::string text = "[";
  for (std::uint32_t slot = 0; slot < length(queue); ++slot) {
    if (slot > 0) text += "] [";
    for (std::uint32_t i = 0; i < type.fields.size(); ++i) {
      if (i > 0) text += ",";
      text += show(field(queue, slot, i), type.fields[i].is_mtype, type.fields[i].subtype);
    }
  }
  return text + "]";
}

std::string Executor::channel_name(std::uint32_t number) const {
  const auto find = [&](const std::vector<Visible>& variables, std::uint32_t base,
                        const std::vector<ChannelStart>& starts) -> std::string {
    for (const ChannelStart& start : starts) {
      if (state_.get<std::uint8_t>(base + start.offset) != number) continue;
      for (const Visible& variable : variables) {
        if (!variable.is_channel || start.offset < variable.offset) continue;
        const std::uint32_t element = (start.offset - variable.offset) / variable.stride;
        if (element >= variable.count) continue;
        return variable.is_array ? fmt::format("{}[{}]", variable.name, element) : variable.name;
      }
    }
    return {};
  };
  std::string name = find(program_->globals, 0, program_->global_channels);
  for (std::uint32_t pid = 0; pid < processes_.size() && name.empty(); ++pid) {
    const ProcessType& type = program_->types[processes_[pid].type];
    name = find(type.variables, processes_[pid].base, type.channels);
    if (!name.empty()) name = fmt::format("{}({}):{}", type.name, pid, name);
  }
  return name.empty() ? fmt::format("channel {}", number) : name;
}

// Takes down what every visible variable and channel holds.
void Executor::snapshot_values(std::vector<model::Change>& out) const {
  const auto variables = [&](const std::vector<Visible>& all, std::uint32_t base, const std::string& prefix) {
    for (const Visible& variable : all) {
      for (std::uint32_t i = 0; i < variable.count; ++i) {
        const std::int32_t value =
            read_cell(state_.bytes() + base + variable.offset + i * variable.stride, variable.cell.kind);
        const std::string element = variable.is_array ? fmt::format("[{}]", i) : "";
        out.push_back({prefix + variable.name + element, show(value, variable.is_mtype, variable.subtype), {}});
      }
    }
  };
  variables(program_->globals, 0, "");
  for (std::uint32_t number = 1; number <= channels_.size(); ++number) {
    if (!is_rendezvous(channels_[number - 1])) out.push_back({channel_name(number), show_channel(number), {}});
  }
  for (std::uint32_t pid = 0; pid < processes_.size(); ++pid) {
    const ProcessType& type = program_->types[processes_[pid].type];
    variables(type.variables, processes_[pid].base, fmt::format("{}({}):", type.name, pid));
  }
}

void Executor::begin_telling(std::uint32_t pid) {
  teller_pid_ = pid;
  teller_ = who(pid);
}

// What just happened becomes an event; `before_` holds the values as they were.
void Executor::tell(std::uint32_t pid, std::uint32_t id) {
  const ActionInfo& action = program_->actions[program_->transitions[id].action];
  model::Event event;
  event.actor = pid;
  event.who = teller_;
  event.text = action.text;
  event.location = location(action.at);
  event.output = std::move(output_);
  event.messages = std::move(messages_);
  output_.clear();
  messages_.clear();
  std::vector<model::Change> now;
  snapshot_values(now);
  // Both lists are in the same order; processes and channels that came or went stand in one of them only.
  std::size_t old = 0;
  for (model::Change& value : now) {
    std::size_t same = old;
    while (same < before_.size() && before_[same].name != value.name) ++same;
    if (same == before_.size()) {
      if (value.before != "0" && value.before != "[]") event.changes.push_back({value.name, "", value.before});
      continue;
    }
    old = same + 1;
    if (before_[same].before != value.before) event.changes.push_back({value.name, before_[same].before, value.before});
  }
  before_ = std::move(now);
  if (action.counts || !event.changes.empty()) explanation_->push_back(std::move(event));
}

std::vector<model::Standing> Executor::standings() {
  std::vector<model::Standing> all;
  for (std::uint32_t pid = 0; pid < processes_.size(); ++pid) {
    model::Standing& one = all.emplace_back();
    one.who = who(pid);
    const ControlState& state = control_state(context(pid));
    for (std::uint32_t i = 0; i < state.count; ++i) {
      const ActionInfo& action = program_->actions[program_->transitions[state.first + i].action];
      if (!action.counts) continue;
      one.ways.push_back({action.text, location(action.at)});
    }
    if (one.ways.empty()) one.waits_for = "at its end";
  }
  return all;
}

// A statement that could not be completed is told all the same: it is what the story ends with.
void Executor::tell_fault() {
  const ActionInfo& action = program_->actions[current_->action];
  model::Event event;
  event.actor = teller_pid_;
  event.who = teller_;
  event.text = action.text;
  event.location = location(action.at);
  explanation_->push_back(std::move(event));
}

void Executor::tell_message(bool sent, std::uint32_t channel, std::span<const std::int32_t> values) {
  const ChannelType& type = program_->channel_types[channels_[channel - 1].type];
  std::string content;
  for (std::size_t i = 0; i < values.size() && i < type.fields.size(); ++i) {
    if (i > 0) content += ",";
    content += show(values[i], type.fields[i].is_mtype, type.fields[i].subtype);
  }
  messages_.push_back({channel_name(channel), std::move(content), sent});
}

void Executor::print(const PrintTarget& target, const std::int32_t* arguments) {
  if (target.symbolic) {
    output_ += show(arguments[0], true, "");
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
      const std::int32_t value = arguments[used++];
      switch (next) {
        case 'c':
          output_ += static_cast<char>(value);
          break;
        case 'e':
          output_ += show(value, true, "");
          break;
        case 'o':
          output_ += fmt::format("{:o}", static_cast<std::uint32_t>(value));
          break;
        case 'u':
          output_ += fmt::format("{}", static_cast<std::uint32_t>(value));
          break;
        case 'x':
          output_ += fmt::format("{:x}", static_cast<std::uint32_t>(value));
          break;
        default:
          output_ += fmt::format("{}", value);
          break;
      }
      ++i;
    } else {
      output_ += c;
    }
  }
}

model::Step Executor::explain(const model::Transition& transition, model::Explanation& out) {
  explanation_ = &out;
  before_.clear();
  snapshot_values(before_);
  const model::Step step = fire(transition);
  explanation_ = nullptr;
  output_.clear();
  messages_.clear();
  return step;
}

}  // namespace waymark::promela
