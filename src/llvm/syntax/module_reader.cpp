#include "llvm/syntax/module_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/diagnostics.hpp"
#include "llvm/syntax/opcodes.hpp"
#include "llvm/syntax/read.hpp"

namespace waymark::llvm {

namespace {

constexpr std::string_view entity_words[] = {"define", "declare",         "attributes",   "target",
                                             "module", "source_filename", "uselistorder", "uselistorder_bb"};

bool begins_entity(const Tokens& tokens) {
  const Token& now = tokens.now();
  if (now.kind == Tok::end || now.kind == Tok::global || now.kind == Tok::local || now.kind == Tok::comdat) return true;
  if (now.kind == Tok::metadata) return now.first_on_line;
  return now.kind == Tok::word &&
         std::find(std::begin(entity_words), std::end(entity_words), now.text) != std::end(entity_words);
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [behind, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc() && behind == text.data() + text.size() ? number : no_node;
}

}  // namespace

ModuleReader::ModuleReader(const std::string& file, std::string_view text, Module& module)
    : module_(module),
      tokens_(file, text),
      types_(tokens_, *module.types),
      constants_(tokens_, types_, module),
      debug_(tokens_, module.debug),
      parts_{tokens_, types_, constants_, debug_, module_, group_uses_, variable_uses_} {
  module_.units.push_back({file, "", ""});
}

void ModuleReader::read() {
  while (!tokens_.is(Tok::end)) read_entity();
  finish();
}

void ModuleReader::read_entity() {
  const Token now = tokens_.now();
  if (now.kind == Tok::global) return read_symbol();
  if (now.kind == Tok::metadata) return read_definition();
  if (now.kind == Tok::comdat) {
    (void)tokens_.skip_line();
    return;
  }
  if (now.kind == Tok::local) {
    tokens_.next();
    tokens_.expect('=');
    tokens_.expect("type");
    return types_.define(now);
  }
  if (tokens_.take("define")) return read_function(true);
  if (tokens_.take("declare")) return read_function(false);
  if (tokens_.take("target")) return read_target();
  if (tokens_.take("attributes")) return read_group();
  if (tokens_.take("source_filename")) {
    tokens_.expect('=');
    module_.units.back().source = tokens_.expect_string();
  } else if (tokens_.take("module")) {
    tokens_.expect("asm");
    module_.assembly += tokens_.expect_string() + "\n";
  } else if (tokens_.is("uselistorder") || tokens_.is("uselistorder_bb") || now.kind == Tok::attribute ||
             (now.kind == Tok::label && now.text == "^")) {
    (void)tokens_.skip_line();
  } else {
    tokens_.fault_expected("a definition");
  }
}

void ModuleReader::read_target() {
  const std::size_t offset = tokens_.now().offset;
  const bool layout = tokens_.take("datalayout");
  if (!layout) tokens_.expect("triple");
  tokens_.expect('=');
  const std::string text = tokens_.expect_string();
  if (!layout) {
    module_.units.back().target = text;
    return;
  }
  std::string problem;
  if (module_.types->describe(text, problem)) return;
  tokens_.fault_at(offset, problem.empty()
                               ? "the data layout differs from that of the other files: all must be compiled "
                                 "for one target by one compiler"
                               : problem);
}

void ModuleReader::read_group() {
  const std::uint64_t number = number_of(tokens_.expect(Tok::attribute, "a number of attributes").text);
  Group& group = groups_[number];
  tokens_.expect('=');
  tokens_.expect('{');
  while (!tokens_.take('}')) {
    group.no_return |= tokens_.is("noreturn");
    group.returns_twice |= tokens_.is("returns_twice");
    group.always_inline |= tokens_.is("alwaysinline");
    if (tokens_.is('(')) {
      tokens_.skip_balanced();
    } else if (tokens_.is(Tok::end)) {
      tokens_.fault("the attributes have no end");
    } else {
      tokens_.next();
    }
  }
}

void ModuleReader::read_definition() {
  const Token name = tokens_.now();
  tokens_.next();
  if (!tokens_.is('=')) tokens_.fault_expected("'='");
  tokens_.next();
  const std::uint64_t number = number_of(name.text);
  if (number != no_node) debug_.note(number, tokens_.now().offset);
  tokens_.skip_definition();
}

// ---------------------------------------------------------------- symbols

void ModuleReader::read_symbol() {
  const Token name = tokens_.now();
  if (const std::uint64_t number = number_of(name.text); number != no_node) next_number_ = number + 1;
  tokens_.next();
  tokens_.expect('=');
  Global made;
  bool declared = false;
  for (;;) {
    const std::string_view word = tokens_.is(Tok::word) ? tokens_.now().text : "";
    if (const auto linkage = linkage_of(word); linkage.has_value()) {
      made.linkage = *linkage;
      declared = word == "external" || word == "extern_weak";
    } else if (word == "thread_local") {
      made.thread_local_ = true;
    } else if (word == "global" || word == "constant") {
      made.constant = word == "constant";
      made.defined = !declared;
      tokens_.next();
      return read_global(name, made);
    } else if (word == "alias" || word == "ifunc") {
      tokens_.next();
      return read_alias(name, made.linkage, word == "ifunc");
    } else if (word == "externally_initialized") {
      made.externally_initialised = true;
    } else if (word == "addrspace") {
      tokens_.next();
      tokens_.expect('(');
      made.address_space = static_cast<std::uint32_t>(tokens_.expect_number(0xff'ffff));
      if (!tokens_.is(')')) tokens_.fault_expected("')'");
    } else if (word.empty()) {
      tokens_.fault_expected("'global', 'constant' or 'alias'");
    }
    tokens_.next();
    if (tokens_.is('(')) tokens_.skip_balanced();
  }
}

// Attachments behind a global or a function; the number of `!dbg`.
std::uint64_t ModuleReader::read_attachments() {
  std::uint64_t made = no_node;
  while (tokens_.is(Tok::metadata) && !tokens_.now().first_on_line) {  // on a line of its own it is a definition
    const bool is_dbg = tokens_.now().text == "dbg";
    tokens_.next();
    bool computes = false;
    const std::uint64_t node = read_metadata(parts_, computes);
    if (is_dbg && made == no_node) made = node;
  }
  return made;
}

void ModuleReader::read_global(const Token& name, Global made) {
  made.name = name_of(name);
  made.type = types_.read();
  if (made.defined) made.initialiser = constants_.read(made.type);
  while (tokens_.take(',')) {
    if (tokens_.take("align")) {
      made.alignment = static_cast<std::uint32_t>(tokens_.expect_number(std::uint64_t{1} << 31));
    } else if (tokens_.is(Tok::metadata)) {
      const std::uint64_t node = read_attachments();
      if (node != no_node) global_uses_.push_back({module_.globals.size(), node});
    } else {  // section "x", partition "x", comdat, comdat($x), code_model "x", no_sanitize_address
      tokens_.next();
      if (tokens_.is('(')) tokens_.skip_balanced();
      if (tokens_.is(Tok::string)) tokens_.next();
    }
  }
  while (tokens_.is(Tok::attribute)) tokens_.next();
  module_.globals.push_back(std::move(made));
  constants_.define(name, ConstantKind::global, module_.globals.size() - 1);
}

void ModuleReader::read_alias(const Token& name, Linkage linkage, bool indirect) {
  Alias made;
  made.name = name_of(name);
  made.linkage = linkage;
  made.indirect = indirect;
  (void)types_.read();
  tokens_.expect(',');
  // The target may be an expression without a type before it.
  made.target = types_.starts() ? constants_.read_typed() : constants_.read(module_.types->pointer());
  while (tokens_.take(',')) {  // partition "x"
    tokens_.next();
    if (tokens_.is(Tok::string)) tokens_.next();
  }
  module_.aliases.push_back(std::move(made));
  constants_.define(name, ConstantKind::alias, module_.aliases.size() - 1);
}

// ---------------------------------------------------------------- functions

void ModuleReader::read_parameters(FunctionReader& reader, Function& made) {
  std::vector<const Type*> types;
  bool tells = false;
  tokens_.expect('(');
  while (!tokens_.is(')')) {
    if (tokens_.is(Tok::dots)) {
      tokens_.next();
      made.variadic = true;
      break;
    }
    const Type* const type = types_.read();
    types.push_back(type);
    made.parameter_info.push_back(read_parameter_attributes(parts_));
    const ParameterInfo& info = made.parameter_info.back();
    tells |= info.by_value != nullptr || info.struct_result != nullptr || info.alignment != 0 || info.sign_extended ||
             info.zero_extended;
    const Token name = tokens_.now();
    const bool named = name.kind == Tok::local;
    if (named) tokens_.next();
    reader.add_parameter(named ? &name : nullptr, type);
    if (!tokens_.is(')')) tokens_.expect(',');
  }
  tokens_.expect(')');
  if (!tells) made.parameter_info.clear();
  made.parameters = static_cast<std::uint32_t>(types.size());
  made.type = module_.types->function(made.result, std::move(types), made.variadic);
}

// What stands between the parameters and the body, or the next entity.
bool ModuleReader::read_trailing(Function& made, std::size_t index) {
  for (;;) {
    const Token now = tokens_.now();
    if (tokens_.is('{')) return true;
    if (begins_entity(tokens_)) return false;
    if (now.kind == Tok::metadata) {
      const std::uint64_t node = read_attachments();
      if (node != no_node) made.scope = debug_.scope(node);
    } else if (now.kind == Tok::attribute) {
      group_uses_.push_back({number_of(now.text), index, no_call});
      tokens_.next();
    } else if (tokens_.take("personality")) {
      made.personality = Operand::constant(constants_.read_typed());
    } else if (tokens_.take("prefix") || tokens_.take("prologue")) {
      (void)constants_.read_typed();
    } else {
      made.no_return |= tokens_.is("noreturn");
      made.returns_twice |= tokens_.is("returns_twice");
      made.always_inline |= tokens_.is("alwaysinline");
      if (now.kind != Tok::word && now.kind != Tok::string && now.kind != Tok::number && !tokens_.is('=')) {
        tokens_.fault_expected("the body of the function or a definition");
      }
      tokens_.next();
      if (tokens_.is('(')) tokens_.skip_balanced();
    }
  }
}

void ModuleReader::read_function(bool defines) {
  const std::size_t index = module_.functions.size();
  Function made;
  std::vector<std::uint32_t> offsets;
  (void)read_attachments();  // before a declaration's type
  if (tokens_.is(Tok::word)) {
    if (const auto linkage = linkage_of(tokens_.now().text); linkage.has_value()) {
      made.linkage = *linkage;
      tokens_.next();
    }
  }
  made.sign_extended_result = read_result_attributes(parts_).sign_extended;
  made.result = types_.read();
  if (!tokens_.is(Tok::global)) tokens_.fault_expected("the name of a function");
  const Token name = tokens_.now();
  if (const std::uint64_t number = number_of(name.text); number != no_node) next_number_ = number + 1;
  tokens_.next();
  made.name = name_of(name);
  made.defined = defines;
  FunctionReader reader(parts_, made, index, offsets);
  read_parameters(reader, made);
  const bool body = read_trailing(made, index);
  if (body != defines) tokens_.fault(defines ? "the function has no body" : "a declaration has no body");
  if (body) reader.read();
  module_.functions.push_back(std::move(made));
  offsets_.push_back(std::move(offsets));
  constants_.define(name, ConstantKind::function, index);
}

// ---------------------------------------------------------------- the end

// Entries of llvm.global_ctors: { priority, function, data }. One with a null function ends the list.
void ModuleReader::read_initialisers(std::string_view name, std::vector<Initialiser>& into) {
  for (const Global& global : module_.globals) {
    if (global.name != name || !global.defined) continue;
    const Constant& list = module_.constants[global.initialiser];
    if (list.kind != ConstantKind::aggregate) continue;
    for (const std::uint32_t entry : module_.elements_of(list)) {
      const auto parts = module_.elements_of(module_.constants[entry]);
      if (parts.size() < 2) continue;
      const Constant& priority = module_.constants[parts[0]];
      const Constant& function = module_.constants[parts[1]];
      if (priority.kind != ConstantKind::integer || function.kind != ConstantKind::function) continue;
      into.push_back({static_cast<std::uint32_t>(priority.low), static_cast<std::uint32_t>(function.low)});
    }
  }
  std::stable_sort(into.begin(), into.end(), [](const auto& a, const auto& b) { return a.priority < b.priority; });
}

void ModuleReader::finish() {
  constants_.finish();
  for (const GroupUse& use : group_uses_) {
    const Group& group = groups_[use.group];
    Function& function = module_.functions[use.function];
    if (use.call == no_call) {
      function.no_return |= group.no_return;
      function.returns_twice |= group.returns_twice;
      function.always_inline |= group.always_inline;
    } else if (use.call < function.calls.size()) {
      function.calls[use.call].no_return |= group.no_return;
      function.calls[use.call].returns_twice |= group.returns_twice;
    }
  }
  for (const VariableUse& use : variable_uses_) {
    debug_.describe(use.node, module_.functions[use.function].variables[use.variable]);
  }
  for (Function& function : module_.functions) {
    std::erase_if(function.variables, [](const Variable& one) { return one.name.empty(); });
  }
  for (const GlobalUse& use : global_uses_) debug_.describe(use.node, module_.globals[use.global]);
  debug_.finish();
  if (const std::string problem = module_.types->lay_out(); !problem.empty()) tokens_.fault_at(0, problem);
  verify(tokens_, module_, offsets_);
  read_initialisers("llvm.global_ctors", module_.constructors);
  read_initialisers("llvm.global_dtors", module_.destructors);
  std::reverse(module_.destructors.begin(), module_.destructors.end());
}

Module read_module(const std::string& file, std::string_view text, std::shared_ptr<TypeTable> types) {
  if (text.size() > most_ir_bytes) {
    throw base::InputError(fmt::format("{}: error: IR of more than {} bytes is not read", file, most_ir_bytes));
  }
  if (text.starts_with("BC\xC0\xDE")) {
    throw base::InputError(fmt::format("{}: error: it is bitcode; name the file FILE.bc", file));
  }
  Module module;
  module.types = std::move(types);
  ModuleReader(file, text, module).read();
  return module;
}

}  // namespace waymark::llvm
