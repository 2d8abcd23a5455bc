#include "llvm/link/linker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/diagnostics.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint32_t unneeded = 0xffff'ffff;
constexpr std::uint32_t needed = 0xffff'fffe;
constexpr int most_aliases = 100;

bool is_local(Linkage linkage) { return linkage == Linkage::internal || linkage == Linkage::private_; }

bool is_symbol(ConstantKind kind) {
  return kind == ConstantKind::global || kind == ConstantKind::function || kind == ConstantKind::alias;
}

std::uint32_t size32(std::size_t size) { return static_cast<std::uint32_t>(size); }

// Moves all behind; entry 0 of a vector about the source means "unknown" and stays single.
template <typename Value>
void append(std::vector<Value>& to, std::vector<Value>& from, std::size_t skip = 0) {
  to.insert(to.end(), std::make_move_iterator(from.begin() + static_cast<std::ptrdiff_t>(skip)),
            std::make_move_iterator(from.end()));
}

void shift(std::uint32_t& index, std::uint32_t base) {
  if (index != 0) index += base;
}

}  // namespace

// The machine executes it: what the library has is not needed.
void make_declaration(Function& function) {
  Function made;
  made.name = function.name;
  made.type = function.type;
  made.result = function.result;
  made.parameters = function.parameters;
  made.variadic = function.variadic;
  made.no_return = function.no_return;
  made.parameter_info = std::move(function.parameter_info);
  function.registers.resize(function.parameters);
  made.registers = std::move(function.registers);
  function = std::move(made);
}

Linker::Linker(std::vector<Module> modules, std::size_t library, const LinkOptions& options)
    : modules_(std::move(modules)), library_(library), options_(options) {
  for (std::size_t m = library_; m < modules_.size(); ++m) {
    for (Function& function : modules_[m].functions) {
      if (function.defined && options_.native(function.name)) make_declaration(function);
    }
  }
  for (const Module& module : modules_) {
    new_globals_.emplace_back(module.globals.size(), unneeded);
    new_functions_.emplace_back(module.functions.size(), unneeded);
    seen_constants_.emplace_back(module.constants.size(), false);
  }
}

Module Linker::run() {
  made_.types = modules_.empty() ? std::make_shared<TypeTable>() : modules_.front().types;
  choose();
  replace_aliases();
  mark_all();
  join();
  join_initialisers();
  return std::move(made_);
}

// ---------------------------------------------------------------- names

const std::string& Linker::name_of(Symbol symbol) const {
  const Module& module = modules_[symbol.module];
  if (symbol.kind == ConstantKind::global) return module.globals[symbol.index].name;
  if (symbol.kind == ConstantKind::function) return module.functions[symbol.index].name;
  return module.aliases[symbol.index].name;
}

Linkage Linker::linkage_of(Symbol symbol) const {
  const Module& module = modules_[symbol.module];
  if (symbol.kind == ConstantKind::global) return module.globals[symbol.index].linkage;
  if (symbol.kind == ConstantKind::function) return module.functions[symbol.index].linkage;
  return module.aliases[symbol.index].linkage;
}

std::uint64_t Linker::common_size(Symbol symbol) const {
  return symbol.kind == ConstantKind::global ? modules_[symbol.module].globals[symbol.index].type->size : 0;
}

void Linker::offer(const std::string& name, Linkage linkage, bool defined, Symbol symbol) {
  if (is_local(linkage)) return;
  const bool library = symbol.module >= library_;
  Strength strength = Strength::strong;
  if (!defined) {
    strength = Strength::declared;
  } else if (library) {
    strength = Strength::library;
  } else if (linkage == Linkage::available) {
    strength = Strength::available;
  } else if (linkage == Linkage::common) {
    strength = Strength::common;
  } else if (linkage == Linkage::weak || linkage == Linkage::link_once) {
    strength = Strength::weak;
  }
  const auto [place, fresh] = names_.try_emplace(name, Best{symbol, strength});
  if (fresh) return;
  Best& best = place->second;
  const auto file = [&](Symbol one) { return modules_[one.module].units.front().file; };
  if (strength == Strength::strong && best.strength == Strength::strong) {
    throw base::InputError(
        fmt::format("{}: error: '{}' is defined here and in {}", file(symbol), name, file(best.symbol)));
  }
  const bool larger = strength == Strength::common && best.strength == Strength::common &&
                      common_size(symbol) > common_size(best.symbol);
  if (strength > best.strength || larger) best = {symbol, strength};
}

void Linker::choose() {
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    const Module& module = modules_[m];
    for (std::uint32_t i = 0; i < module.globals.size(); ++i) {
      const Global& one = module.globals[i];
      offer(one.name, one.linkage, one.defined, {m, ConstantKind::global, i});
    }
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
      const Function& one = module.functions[i];
      offer(one.name, one.linkage, one.defined, {m, ConstantKind::function, i});
    }
    for (std::uint32_t i = 0; i < module.aliases.size(); ++i) {
      const Alias& one = module.aliases[i];
      offer(one.name, one.linkage, true, {m, ConstantKind::alias, i});
    }
  }
}

// The definition that a symbol means, or a declaration if there is none.
Linker::Symbol Linker::meant(Symbol symbol) const {
  if (is_local(linkage_of(symbol))) return symbol;
  const Symbol found = names_.at(name_of(symbol)).symbol;
  const bool variable = symbol.kind == ConstantKind::global, other = found.kind == ConstantKind::global;
  if (variable != other && symbol.kind != ConstantKind::alias && found.kind != ConstantKind::alias) {
    throw base::InputError(fmt::format("{}: error: '{}' is a {} here and a {} in {}",
                                       modules_[symbol.module].units.front().file, name_of(symbol),
                                       variable ? "variable" : "function", other ? "variable" : "function",
                                       modules_[found.module].units.front().file));
  }
  return found;
}

Linker::Symbol Linker::resolved(std::uint32_t module, const Constant& constant) const {
  return meant({module, constant.kind, size32(constant.low)});
}

// An alias of another module becomes a definition there first, so that constants need not name other modules: its
// target is a symbol, or an expression over symbols, whose copy would need it. Targets that are symbols are followed.
void Linker::replace_aliases() {
  for (auto& [name, best] : names_) {
    for (int steps = 0; best.symbol.kind == ConstantKind::alias; ++steps) {
      const Module& module = modules_[best.symbol.module];
      const Alias& alias = module.aliases[best.symbol.index];
      const Constant& target = module.constants[alias.target];
      if (steps == most_aliases) {
        throw base::InputError(
            fmt::format("{}: error: the alias '{}' stands for itself", module.units.front().file, name));
      }
      if (!is_symbol(target.kind) || alias.indirect) break;
      best.symbol = resolved(best.symbol.module, target);
    }
  }
}

// ---------------------------------------------------------------- what is needed

void Linker::mark(Symbol symbol) {
  if (symbol.kind == ConstantKind::alias) {
    return mark_constant(symbol.module, modules_[symbol.module].aliases[symbol.index].target);
  }
  auto& table = symbol.kind == ConstantKind::global ? new_globals_ : new_functions_;
  std::uint32_t& state = table[symbol.module][symbol.index];
  if (state != unneeded) return;
  state = needed;
  work_.push_back(symbol);
}

void Linker::mark_constant(std::uint32_t module, std::uint32_t first) {
  std::vector<std::uint32_t> todo{first};
  while (!todo.empty()) {
    const std::uint32_t index = todo.back();
    todo.pop_back();
    if (seen_constants_[module][index]) continue;
    seen_constants_[module][index] = true;
    const Constant& constant = modules_[module].constants[index];
    if (is_symbol(constant.kind)) mark(resolved(module, constant));
    if (constant.kind == ConstantKind::block) mark(meant({module, ConstantKind::function, size32(constant.low)}));
    const auto elements = modules_[module].elements_of(constant);
    todo.insert(todo.end(), elements.begin(), elements.end());
  }
}

void Linker::mark_contents(Symbol symbol) {
  const Module& module = modules_[symbol.module];
  if (symbol.kind == ConstantKind::global) {
    const Global& global = module.globals[symbol.index];
    if (global.defined) mark_constant(symbol.module, global.initialiser);
    return;
  }
  const Function& function = module.functions[symbol.index];
  for (const Operand operand : function.operands) {
    if (operand.is_constant()) mark_constant(symbol.module, operand.index());
  }
  if (!function.personality.is_none()) mark_constant(symbol.module, function.personality.index());
}

// All of the program, and of the library what it needs.
void Linker::mark_all() {
  for (std::uint32_t m = 0; m < library_; ++m) {
    const Module& module = modules_[m];
    for (std::uint32_t i = 0; i < module.globals.size(); ++i) {
      if (module.globals[i].defined && !module.globals[i].name.starts_with("llvm."))
        mark(meant({m, ConstantKind::global, i}));
    }
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
      if (module.functions[i].defined) mark(meant({m, ConstantKind::function, i}));
    }
    for (std::uint32_t i = 0; i < module.aliases.size(); ++i) mark(meant({m, ConstantKind::alias, i}));
    for (const Initialiser& one : module.constructors) mark(meant({m, ConstantKind::function, one.function}));
    for (const Initialiser& one : module.destructors) mark(meant({m, ConstantKind::function, one.function}));
  }
  for (const std::string& name : options_.needed) {
    if (const auto found = names_.find(name); found != names_.end()) mark(found->second.symbol);
  }
  while (!work_.empty()) {
    const Symbol next = work_.back();
    work_.pop_back();
    mark_contents(next);
  }
}

// ---------------------------------------------------------------- joining

std::uint32_t Linker::new_index(Symbol symbol) const {
  return (symbol.kind == ConstantKind::global ? new_globals_ : new_functions_)[symbol.module][symbol.index];
}

void Linker::join() {
  std::uint32_t globals = 0, functions = 0;
  for (auto& table : new_globals_) {
    for (std::uint32_t& one : table) {
      if (one == needed) one = globals++;
    }
  }
  for (auto& table : new_functions_) {
    for (std::uint32_t& one : table) {
      if (one == needed) one = functions++;
    }
  }
  std::size_t constants = 0, elements = 0;
  for (const Module& module : modules_) {
    constants += module.constants.size();
    elements += module.elements.size();
  }
  if (constants >= Operand::limit || elements >= Operand::limit) {
    throw base::InputError("waymark: error: the program has too many constants");
  }
  made_.globals.reserve(globals);
  made_.functions.reserve(functions);
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    Module& from = modules_[m];
    Base base;
    base.constants = size32(made_.constants.size());
    base.elements = size32(made_.elements.size());
    base.strings = size32(made_.strings.size());
    base.files = size32(made_.debug.files.size() - 1);
    base.places = size32(made_.debug.places.size() - 1);
    base.scopes = size32(made_.debug.scopes.size() - 1);
    base.types = size32(made_.debug.types.size() - 1);
    base.unit = size32(made_.units.size());
    join_constants(from, m, base);
    join_debug(from, base);
    join_symbols(from, m, base);
    for (Unit& unit : from.units) unit.library = m >= library_;
    append(made_.units, from.units);
    made_.assembly += from.assembly;
  }
}

void Linker::join_constants(Module& from, std::uint32_t module, const Base& base) {
  // Aliases whose target is an expression take its place; it is of the same module unless the name is another's.
  for (std::size_t i = 0; i < from.constants.size(); ++i) {
    if (!is_symbol(from.constants[i].kind)) continue;
    for (int steps = 0; from.constants[i].kind == ConstantKind::alias; ++steps) {
      const Symbol symbol = resolved(module, from.constants[i]);
      if (symbol.kind != ConstantKind::alias) break;
      const Alias& alias = modules_[symbol.module].aliases[symbol.index];
      const bool here = symbol.module == module && !alias.indirect && steps < most_aliases;
      if (here) {
        from.constants[i] = from.constants[alias.target];
      } else {
        from.strings.push_back(fmt::format("the alias '{}'", alias.name));
        from.constants[i] = {
            .kind = ConstantKind::unsupported, .type = from.constants[i].type, .low = from.strings.size() - 1};
      }
    }
  }
  for (std::size_t i = 0; i < from.constants.size(); ++i) {
    Constant made = from.constants[i];
    made.first += base.elements;
    if (is_symbol(made.kind) || made.kind == ConstantKind::block) {
      const bool block = made.kind == ConstantKind::block;
      const Symbol symbol = meant({module, block ? ConstantKind::function : made.kind, size32(made.low)});
      if (symbol.kind == ConstantKind::alias) {  // of another module, with an expression as target
        from.strings.push_back(fmt::format("the alias '{}'", name_of(symbol)));
        made.kind = ConstantKind::unsupported;
        made.low = from.strings.size() - 1;
      } else {
        const bool extern_weak = linkage_of(symbol) == Linkage::extern_weak;
        made.kind = block ? ConstantKind::block : symbol.kind;
        made.low = new_index(symbol);
        if (made.low == unneeded) made.kind = ConstantKind::undef;
        if (extern_weak && made.kind != ConstantKind::undef && !block) made.kind = ConstantKind::null;
      }
    }
    const bool has_text = made.kind == ConstantKind::string || made.kind == ConstantKind::assembly ||
                          made.kind == ConstantKind::unsupported;
    if (has_text) made.low += base.strings;
    made_.constants.push_back(made);
  }
  for (const std::uint32_t one : from.elements) made_.elements.push_back(one + base.constants);
}

void Linker::join_debug(Module& from, const Base& base) {
  for (std::size_t i = 1; i < from.debug.places.size(); ++i) {
    Place& place = from.debug.places[i];
    shift(place.file, base.files);
    shift(place.scope, base.scopes);
    shift(place.inlined_at, base.places);
  }
  for (std::size_t i = 1; i < from.debug.scopes.size(); ++i) {
    shift(from.debug.scopes[i].parent, base.scopes);
    shift(from.debug.scopes[i].file, base.files);
  }
  for (std::size_t i = 1; i < from.debug.types.size(); ++i) {
    shift(from.debug.types[i].element, base.types);
    for (DebugMember& member : from.debug.types[i].members) shift(member.type, base.types);
  }
  append(made_.debug.files, from.debug.files, 1);
  append(made_.debug.places, from.debug.places, 1);
  append(made_.debug.scopes, from.debug.scopes, 1);
  append(made_.debug.types, from.debug.types, 1);
}

void Linker::rebase(Function& function, const Base& base) const {
  const auto moved = [&](Operand operand) {
    return operand.is_constant() ? Operand::constant(operand.index() + base.constants) : operand;
  };
  for (Operand& one : function.operands) one = moved(one);
  function.personality = moved(function.personality);
  for (Instruction& one : function.instructions) shift(one.place, base.places);
  for (Variable& one : function.variables) {
    one.operand = moved(one.operand);
    shift(one.type, base.types);
    shift(one.scope, base.scopes);
  }
  shift(function.scope, base.scopes);
  function.unit += base.unit;
}

void Linker::rebase(Global& global, const Base& base) const {
  global.initialiser += base.constants;
  global.unit += base.unit;
  shift(global.source_type, base.types);
  shift(global.file, base.files);
  shift(global.scope, base.scopes);
}

void Linker::join_symbols(Module& from, std::uint32_t module, const Base& base) {
  append(made_.strings, from.strings);
  for (std::size_t i = 0; i < from.globals.size(); ++i) {
    if (new_globals_[module][i] == unneeded) continue;
    rebase(from.globals[i], base);
    made_.globals.push_back(std::move(from.globals[i]));
  }
  for (std::size_t i = 0; i < from.functions.size(); ++i) {
    if (new_functions_[module][i] == unneeded) continue;
    rebase(from.functions[i], base);
    made_.functions.push_back(std::move(from.functions[i]));
  }
}

// By priority, and by the order of the files; destructors the other way round.
void Linker::join_initialisers() {
  const auto by_priority = [](const Initialiser& a, const Initialiser& b) { return a.priority < b.priority; };
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    const auto take = [&](const Initialiser& one, std::vector<Initialiser>& into) {
      // Names have moved with their functions, so this goes by the index alone.
      const std::uint32_t index = new_functions_[m][one.function];
      if (index != unneeded) into.push_back({one.priority, index});
    };
    for (const Initialiser& one : modules_[m].constructors) take(one, made_.constructors);
    for (auto one = modules_[m].destructors.rbegin(); one != modules_[m].destructors.rend(); ++one) {
      take(*one, made_.destructors);
    }
  }
  std::stable_sort(made_.constructors.begin(), made_.constructors.end(), by_priority);
  std::stable_sort(made_.destructors.begin(), made_.destructors.end(), by_priority);
  std::reverse(made_.destructors.begin(), made_.destructors.end());
}

// ---------------------------------------------------------------- outside

Module link(std::vector<Module> program, std::vector<Module> library, const LinkOptions& options) {
  const std::size_t count = program.size();
  append(program, library);
  return Linker(std::move(program), count, options).run();
}

std::vector<std::string> missing_names(const Module& module) {
  std::vector<std::string> names;
  for (const Function& one : module.functions) {
    if (!one.defined && !one.name.starts_with("llvm.")) names.push_back(one.name);
  }
  for (const Global& one : module.globals) {
    if (!one.defined) names.push_back(one.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::size_t find_function(const Module& module, std::string_view name) {
  std::size_t found = module.functions.size(), count = 0;
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    const Function& one = module.functions[i];
    if (one.name != name || !one.defined) continue;
    if (!is_local(one.linkage)) return i;
    found = i;
    ++count;
  }
  return count == 1 ? found : module.functions.size();
}

}  // namespace waymark::llvm
