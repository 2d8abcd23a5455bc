#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "base/sample.hpp"
#include "llvm/code/code.hpp"
#include "llvm/code/decoder.hpp"
#include "llvm/code/names.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t most_global_bytes = 1u << 26;

void number_globals(Program& program) {
  const Module& module = *program.module;
  for (std::uint32_t i = 0; i < module.globals.size(); ++i) {
    const Global& it = module.globals[i];
    DecodedGlobal& global = program.globals.emplace_back();
    global.name = it.source_name.empty() ? demangled(it.name) : it.source_name;
    global.type = it.source_type;
    global.size = it.type->sized ? it.type->size : 0;
    global.thread_local_ = it.thread_local_;
    global.defined = it.defined && it.type->sized && global.size <= most_global_bytes;
    global.constant = (it.constant || !global.defined) && !it.thread_local_;
    if (it.scope != 0) {
      std::uint32_t scope = it.scope;
      while (module.debug.scopes[scope].parent != 0) scope = module.debug.scopes[scope].parent;
      for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
        if (module.functions[f].scope == scope && scope != 0) global.function = f + 1;
      }
    }
    if (it.thread_local_) {
      program.thread_locals.push_back(i);
    } else if (global.constant) {
      program.constant_globals.push_back(i);
      global.reference = constant_bit | static_cast<Reference>(program.constant_globals.size() - 1);
    } else {
      program.variables.push_back(i);
      global.reference = static_cast<Reference>(program.variables.size());
    }
  }
}

void fill_globals(Program& program, const Constants& constants) {
  const Module& module = *program.module;
  for (std::uint32_t i = 0; i < module.globals.size(); ++i) {
    DecodedGlobal& global = program.globals[i];
    if (!global.defined) continue;
    global.cells.resize((global.size + 7) / 8);
    if (const std::string why = constants.place(module.globals[i].initialiser, 0, global.cells); !why.empty()) {
      throw base::InputError(
          fmt::format("waymark: error: the initial value of {}: {}: this is not supported", global.name, why));
    }
  }
}

// The classes of type_infos: their vtables are known by name alone.
void find_type_kinds(Program& program) {
  static constexpr std::pair<std::string_view, TypeKind> kinds[] = {
      {"_ZTVN10__cxxabiv117__class_type_infoE", TypeKind::plain_class},
      {"_ZTVN10__cxxabiv120__si_class_type_infoE", TypeKind::one_base},
      {"_ZTVN10__cxxabiv121__vmi_class_type_infoE", TypeKind::many_bases},
      {"_ZTVN10__cxxabiv119__pointer_type_infoE", TypeKind::pointer},
  };
  for (std::uint32_t i = 0; i < program.globals.size(); ++i) {
    const std::string& name = program.module->globals[i].name;
    for (const auto& [vtable, kind] : kinds) {
      if (name == vtable) program.type_kinds[program.globals[i].reference] = kind;
    }
  }
}

// A function that no file has: it calls the constructors in their order, and then the entry with its own arguments.
void add_start(Program& program) {
  program.start = program.entry;
  const std::vector<Initialiser>& constructors = program.module->constructors;
  if (constructors.empty()) return;
  const Code& entry = program.codes[program.entry];
  Code code;
  code.name = code.shown = "start";
  code.library = true;
  code.defined = true;
  code.index = static_cast<std::uint32_t>(program.codes.size());
  code.unit = entry.unit;
  code.parameters = code.slots = entry.parameters;
  code.parameter_widths = entry.parameter_widths;
  const auto call = [&](std::uint32_t function, bool with_arguments) {
    Op& op = code.ops.emplace_back();
    op.what = Do::call;
    op.c = static_cast<std::uint32_t>(code.calls.size());
    Call& made = code.calls.emplace_back();
    made.function = function;
    for (std::uint32_t i = 0; with_arguments && i < entry.parameters; ++i) {
      made.arguments.push_back({i, entry.parameter_widths[i], nullptr, false});
    }
    made.fixed = static_cast<std::uint32_t>(made.arguments.size());
  };
  for (const Initialiser& it : constructors) {
    if (program.codes[it.function].defined) call(it.function, false);
  }
  call(program.entry, true);
  code.ops.emplace_back().what = Do::leave;
  find_live(code);
  program.start = code.index;
  program.codes.push_back(std::move(code));
}

bool is_library(const Module& module, const Function& function) {
  if (module.units[function.unit].library) return true;
  if (function.scope == 0) return function.name.starts_with("__clang_");
  return is_system_file(module.debug.files[module.debug.scopes[function.scope].file].name);
}

Testing testing_of(const Module& module, const Function& function) {
  if (function.scope == 0) return Testing::none;
  if (!is_testing_file(module.debug.files[module.debug.scopes[function.scope].file].name)) return Testing::none;
  // By mangled names: members of testing::Test, and of Catch::waymark_sections.
  const std::string& name = function.name;
  const bool frame =
      name.find("N7testing4Test") != std::string::npos || name.find("16waymark_sections") != std::string::npos;
  return frame ? Testing::frame : Testing::expectation;
}

void find_samples(Program& program) {
  for (const Code& code : program.codes) {
    if (code.builtin != Builtin::nondet) continue;
    const Type& type = *program.module->functions[code.index].result;
    if (type.is_integer() && type.bits > 8 && type.bits <= 64) {
      program.samples[code.name] = base::sample(type.bits, program.compared);
    }
  }
}

// A file's name as the user has it.
std::string file_text(const File& file) { return file.name; }

}  // namespace

std::string Program::place_text(std::uint32_t place) const {
  const Debug& debug = module->debug;
  if (place == 0 || place >= debug.places.size()) return {};
  const Place& it = debug.places[place];
  return fmt::format("{}:{}", file_text(debug.files[it.file]), it.line);
}

std::shared_ptr<const Program> decode(const std::shared_ptr<const Module>& module, const std::string& entry,
                                      const std::set<std::string>& inputs, const std::set<std::string>& kept) {
  auto program = std::make_shared<Program>();
  program->module = module;
  program->inputs = inputs;
  program->kept = kept;
  program->codes.resize(module->functions.size());
  bool found = false;
  for (std::uint32_t i = 0; i < module->functions.size(); ++i) {
    const Function& function = module->functions[i];
    Code& code = program->codes[i];
    code.name = function.name;
    code.shown = short_name(function.name);
    code.library = is_library(*module, function);
    code.testing = testing_of(*module, function);
    code.index = i;
    code.defined = function.defined && !function.blocks.empty();
    code.variadic = function.variadic;
    program->cpp = program->cpp || function.name == "__gxx_personality_v0";
    code.scope = function.scope;
    code.unit = function.unit;
    code.is_atomic = function.name.starts_with("__VERIFIER_atomic_");
    if (!code.defined) code.builtin = builtin_named(function.name);
    const bool unknown = !code.defined && code.builtin == Builtin::none;
    if (unknown && inputs.contains(function.name)) code.builtin = Builtin::nondet;
    const bool tries = code.builtin == Builtin::mutex_trylock || code.builtin == Builtin::rwlock_try_read ||
                       code.builtin == Builtin::rwlock_try_write;
    if (tries) program->asks_locks = true;
    if (function.name == "assume_abort_if_not") code.builtin = Builtin::assume;
    if (function.name == entry && code.defined) {
      program->entry = i;
      found = true;
    }
  }
  if (!found) throw base::InputError(fmt::format("waymark: error: the program has no function {}", entry));
  program->argument_site = static_cast<std::uint32_t>(program->sites.size());
  program->sites.emplace_back();
  number_globals(*program);
  const Constants constants(*module, program->globals);
  fill_globals(*program, constants);
  find_type_kinds(*program);
  std::map<std::tuple<std::uint64_t, std::uint64_t, Reference>, std::uint32_t> known;
  Decoder decoder(*program, constants, known);
  for (std::uint32_t i = 0; i < module->functions.size(); ++i) {
    if (program->codes[i].defined) decoder.run(module->functions[i], program->codes[i]);
  }
  find_samples(*program);
  add_start(*program);
  return program;
}

}  // namespace waymark::llvm
