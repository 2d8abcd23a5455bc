#include "llvm/compile/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <set>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/nearest.hpp"
#include "llvm/compile/commands.hpp"
#include "llvm/compile/compiler.hpp"
#include "llvm/compile/library.hpp"
#include "llvm/link/link.hpp"
#include "llvm/syntax/read.hpp"

namespace waymark::llvm {

namespace {

constexpr std::size_t most_files = 2'000;

// The machine's own functions give way to models if the program needs more than they have.
struct GiveWay {
  std::vector<std::string_view> used;   // one of these is used by the program
  std::vector<std::string_view> names;  // then these are taken from the library
};

const std::vector<GiveWay>& ways_to_give() {
  static const std::vector<GiveWay> ways = {
      {{"pthread_key_create", "pthread_cancel", "pthread_testcancel", "pthread_setcancelstate", "tss_create",
        "__pthread_register_cancel", "__cxa_thread_atexit", "waymark_at_thread_exit"},
       {"pthread_create", "pthread_exit", "pthread_join", "pthread_detach", "pthread_self", "pthread_equal"}},
      {{"pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_timedwait", "pthread_cancel"},
       {"pthread_cond_init", "pthread_cond_destroy", "pthread_cond_wait", "pthread_cond_signal",
        "pthread_cond_broadcast"}},
      {{"atexit", "on_exit", "__cxa_atexit"}, {"exit"}},
      // The machine's own ones print nothing.
      {{"printf", "puts", "putchar", "fflush"}, {"printf", "puts", "putchar", "fflush"}},
  };
  return ways;
}

// The IR without what tells where its files lie.
std::string without_names(std::string_view ir) {
  std::string kept;
  kept.reserve(ir.size());
  while (!ir.empty()) {
    const std::string_view line = ir.substr(0, std::min(ir.find('\n'), ir.size() - 1) + 1);
    ir.remove_prefix(line.size());
    const bool names = line.starts_with("; ModuleID") || line.starts_with("source_filename") ||
                       line.find("!DIFile(") != std::string_view::npos;
    if (!names) kept += line;
  }
  return kept;
}

// In their own folder, so that nothing tells where that is.
Compiled compile_models(const Compiler& compiler, const ModelLibrary& models, const std::vector<std::string>& files,
                        const std::string& target) {
  CompileFlags flags{{"-I."}, models.folder(), target, true};
  const std::string& first = files.front();
  const bool cpp = file_kind(first) == FileKind::cpp;
  const auto own = cpp ? std::vector<std::string>{models.standard_of(first), "-include", "include/waymark/prelude.h"}
                       : std::vector<std::string>{"-ffreestanding", "-fno-math-errno", "-fexceptions"};
  flags.words.insert(flags.words.end(), own.begin(), own.end());
  if (files.size() > 1) {
    for (const std::string& file : files) flags.text += fmt::format("#include \"{}\"\n", file);
  }
  return compiler.compile(first, flags);
}

class Builder {
 public:
  explicit Builder(const BuildRequest& request) : request_(request) {}

  Built run();
  std::vector<std::string> functions();

 private:
  struct File {
    std::string name;
    CompileFlags flags;
  };

  std::vector<File> files() const;
  const Compiler& compiler();
  void read(const File& file);
  void add_models();
  void note_names(const Module& module);
  void give_way_to_models(Module& module);
  const ModelLibrary& models();
  void field(std::string_view text) { built_.identity += fmt::format("{}:{}", text.size(), text); }
  bool is_native(std::string_view name) const { return request_.native(name) && !given_way_.contains(name); }
  void find_entry(const std::string& entry);

  const BuildRequest& request_;
  Built built_;
  std::optional<Compiler> compiler_;
  std::optional<ModelLibrary> models_;
  std::shared_ptr<TypeTable> types_ = std::make_shared<TypeTable>();
  std::vector<Module> program_, library_;
  std::set<std::string, std::less<>> defined_, wanted_, given_way_;
};

const Compiler& Builder::compiler() {
  if (!compiler_.has_value()) {
    compiler_.emplace(request_.compiler, request_.stop);
    built_.compiler = compiler_->version();
  }
  return *compiler_;
}

const ModelLibrary& Builder::models() {
  if (!models_.has_value()) models_.emplace();
  return *models_;
}

std::vector<Builder::File> Builder::files() const {
  namespace fs = std::filesystem;
  std::vector<File> made;
  if (request_.commands.empty()) {
    for (const std::string& name : request_.files) made.push_back({name, {request_.flags, "", "", false}});
    return made;
  }
  std::set<std::string> wanted;
  for (const std::string& name : request_.files) wanted.insert(fs::absolute(name).lexically_normal().string());
  for (const CompileCommand& command : read_commands(request_.commands)) {
    if (!request_.files.empty() && wanted.erase(command.path) == 0) continue;
    if (!is_source_text(file_kind(command.file))) continue;
    CompileFlags flags{command.flags, command.directory, "", false};
    flags.words.insert(flags.words.end(), request_.flags.begin(), request_.flags.end());
    made.push_back({command.path, std::move(flags)});
  }
  for (const std::string& name : wanted) {
    if (is_source_text(file_kind(name))) {
      throw base::InputError(fmt::format("{}: error: {} does not say how it is compiled", name, request_.commands));
    }
    made.push_back({name, {}});
  }
  if (made.empty())
    throw base::InputError(fmt::format("{}: error: it names no file FILE.c or FILE.cpp", request_.commands));
  return made;
}

void Builder::note_names(const Module& module) {
  const auto note = [&](const std::string& name, bool defined, Linkage linkage) {
    if (linkage == Linkage::internal || linkage == Linkage::private_ || name.starts_with("llvm.")) return;
    // What is weak and nobody wants otherwise is null. What the compiler knows the text of is in the library.
    if (linkage == Linkage::extern_weak) return;
    if (defined && linkage == Linkage::available) wanted_.insert(name);
    (defined && linkage != Linkage::available ? defined_ : wanted_).insert(name);
  };
  for (const Function& one : module.functions) note(one.name, one.defined, one.linkage);
  for (const Global& one : module.globals) note(one.name, one.defined, one.linkage);
  for (const Alias& one : module.aliases) note(one.name, true, one.linkage);
}

// Functions of headers that the machine cannot run as they are, and loops that wait a little before they sleep: these
// go round once, since nobody can tell how often they do.
void Builder::give_way_to_models(Module& module) {
  static constexpr std::string_view spins = "_ZNSt8__detail13__atomic_spinI";
  static constexpr std::uint64_t rounds = 16;
  for (Function& function : module.functions) {
    if (!function.defined || function.linkage != Linkage::link_once || !function.name.starts_with("_Z")) continue;
    if (models().replaces(function.name)) make_declaration(function);
    if (!function.name.starts_with(spins)) continue;
    for (const Instruction& i : function.instructions) {
      if (i.opcode != Opcode::icmp) continue;
      Operand& limit = function.operands[i.first_operand + 1];
      if (!limit.is_constant()) continue;
      Constant once = module.constants[limit.index()];
      if (once.kind != ConstantKind::integer || once.low != rounds) continue;
      once.low = 1;
      module.constants.push_back(once);
      limit = Operand::constant(static_cast<std::uint32_t>(module.constants.size() - 1));
    }
  }
}

void Builder::read(const File& file) {
  Compiled compiled;
  const FileKind kind = file_kind(file.name);
  if (kind == FileKind::ir) {
    compiled.ir = base::read_file(file.name, most_ir_bytes);
  } else {
    if (kind == FileKind::other) {
      throw base::InputError(
          fmt::format("{}: error: a file FILE.c, FILE.cpp, FILE.ll or FILE.bc is expected", file.name));
    }
    if (!std::filesystem::exists(file.name)) {
      throw base::InputError(fmt::format("{}: error: No such file or directory", file.name));
    }
    CompileFlags flags = file.flags;
    if (is_source_text(kind)) flags.words.push_back("-I" + models().headers());
    if (kind == FileKind::cpp) flags.words.insert(flags.words.end(), {"-include", models().prelude()});
    compiled = compiler().compile(file.name, flags);
  }
  built_.warnings += compiled.warnings;
  const bool text = kind == FileKind::ir;
  program_.push_back(read_module(text ? file.name : file.name + " (compiled)", compiled.ir, types_));
  program_.back().units.front().file = file.name;
  give_way_to_models(program_.back());
  note_names(program_.back());
  field(without_names(compiled.ir));
}

// Models of what is missing, then of what these miss.
void Builder::add_models() {
  std::set<std::string> taken;
  const std::string target = program_.empty() ? "" : program_.front().units.front().target;
  for (bool again = true; again;) {
    again = false;
    for (const GiveWay& way : ways_to_give()) {
      const auto is_used = [&](std::string_view name) { return wanted_.contains(name) && !defined_.contains(name); };
      if (std::any_of(way.used.begin(), way.used.end(), is_used)) given_way_.insert(way.names.begin(), way.names.end());
    }
    std::set<std::string> files;
    for (const std::string& name : wanted_) {
      if (defined_.contains(name) || is_native(name)) continue;
      const std::string file = models().file_of(name);
      if (!file.empty() && taken.insert(file).second) files.insert(file);
    }
    const std::vector<std::vector<std::string>> groups = models().together(files, taken);
    const Compiler& chosen = compiler();
    std::vector<std::future<Compiled>> compiled;
    compiled.reserve(groups.size());
    for (const std::vector<std::string>& group : groups) {
      // Where the system starts no more threads, one after the other.
      compiled.push_back(std::async(std::launch::async | std::launch::deferred, compile_models, std::cref(chosen),
                                    std::cref(models()), std::cref(group), std::cref(target)));
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const std::string ir = compiled[i].get().ir;
      library_.push_back(read_module(groups[i].front(), ir, types_));
      give_way_to_models(library_.back());
      note_names(library_.back());
      field(without_names(ir));
      built_.models.insert(built_.models.end(), groups[i].begin(), groups[i].end());
      taken.insert(groups[i].begin(), groups[i].end());
      again = true;
    }
  }
}

void Builder::find_entry(const std::string& entry) {
  built_.entry = find_function(built_.module, entry);
  if (built_.entry != built_.module.functions.size()) return;
  std::string nearest;
  std::vector<std::string> names;
  for (const Function& one : built_.module.functions) {
    if (one.defined && !built_.module.units[one.unit].library) names.push_back(one.name);
  }
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 5); ++i) some += (i == 0 ? "" : ", ") + names[i];
  throw base::InputError(fmt::format("{}: error: there is no function '{}'{}{}", built_.module.units.front().file,
                                     entry, some.empty() ? "" : "; name another by --entry: ", some));
}

std::vector<std::string> Builder::functions() {
  for (const File& file : files()) read(file);
  std::vector<std::string> names;
  for (const Module& module : program_) {
    for (const Function& one : module.functions) {
      if (one.defined) names.push_back(one.name);
    }
  }
  return names;
}

Built Builder::run() {
  const std::vector<File> all = files();
  if (all.empty())
    throw base::InputError("waymark: error: a C or C++ program has a file FILE.c, FILE.cpp, FILE.ll or FILE.bc");
  if (all.size() > most_files) throw base::InputError(fmt::format("waymark: error: more than {} files", most_files));
  field(request_.entry);
  for (const File& file : all) read(file);
  add_models();
  field(built_.compiler);
  LinkOptions options;
  options.native = [this](std::string_view name) { return is_native(name); };
  const bool handlers = given_way_.contains("exit") && request_.entry == "main";
  if (handlers) options.needed.emplace_back("waymark_start");
  built_.module = link(std::move(program_), std::move(library_), options);
  find_entry(request_.entry);
  if (handlers) find_entry("waymark_start");
  for (std::string& name : missing_names(built_.module)) {
    if (!request_.native(name)) built_.missing.push_back(std::move(name));
  }
  return std::move(built_);
}

}  // namespace

Built build(const BuildRequest& request) { return Builder(request).run(); }

std::vector<std::string> functions_of(const BuildRequest& request) { return Builder(request).functions(); }

}  // namespace waymark::llvm
