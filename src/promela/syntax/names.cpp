#include "promela/syntax/names.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace waymark::promela {

void Blocks::clear() {
  parents_.clear();
  open_.clear();
}

void Blocks::open() {
  const auto number = static_cast<std::uint32_t>(parents_.size());
  parents_.push_back(open_.empty() ? number : open_.back());
  open_.push_back(number);
}

void Blocks::close() {
  if (!open_.empty()) open_.pop_back();
}

void Names::enter_process() {
  in_process_ = true;
  locals_.clear();
  opened_.clear();
  blocks_.clear();
}

void Names::leave_process() { in_process_ = false; }

void Names::open_block() {
  blocks_.open();
  opened_.emplace_back();
}

void Names::close_block() {
  if (opened_.empty()) return;
  for (const auto& name : opened_.back()) {
    const auto found = locals_.find(name);
    found->second.pop_back();
    if (found->second.empty()) locals_.erase(found);
  }
  opened_.pop_back();
  blocks_.close();
}

void Names::declare(std::string name, const Symbol* symbol) {
  locals_[name].push_back({symbol});
  if (!opened_.empty()) opened_.back().push_back(std::move(name));
}

void Names::declare_local(const Symbol& symbol) { declare(symbol.name, &symbol); }

void Names::declare_label(std::string_view name) { declare(std::string(name), nullptr); }

const Names::Local* Names::local(std::string_view name) const {
  if (!in_process_) return nullptr;
  const auto found = locals_.find(name);
  return found == locals_.end() ? nullptr : &found->second.back();
}

const Symbol* Names::variable(std::string_view name) const {
  if (const auto* found = local(name)) return found->symbol;
  const auto global = globals.find(name);
  return global == globals.end() ? nullptr : global->second;
}

std::string_view Names::kind(std::string_view name) const {
  if (is_predefined(name)) return "predefined";
  if (const auto* found = local(name)) {
    if (found->symbol == nullptr) return "a label";
    return found->symbol->kind == SymbolKind::parameter ? "a parameter" : "a local variable";
  }
  if (globals.contains(name)) return "a global variable";
  if (mtypes.contains(name)) return "an mtype name";
  if (records.contains(name)) return "a typedef";
  if (processes.contains(name)) return "a proctype";
  if (inlines.contains(name)) return "an inline";
  return {};
}

bool is_predefined(std::string_view name) {
  constexpr std::string_view predefined[] = {"_", "_pid", "_nr_pr", "_last", "_priority", "_nr_qs", "_p", "STDIN"};
  return std::find(std::begin(predefined), std::end(predefined), name) != std::end(predefined);
}

}  // namespace waymark::promela
