// doctor: which optional parts are installed, what each is for, and how to get it.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "classpath/class_path.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/lines.hpp"
#include "cli/terminal/terminal.hpp"
#include "llvm/compile/compiler.hpp"
#include "report/format.hpp"

namespace waymark::cli {

namespace {

struct Part {
  std::string_view name;
  std::string_view purpose;
  std::string found;  // where; empty: it is missing
  std::string remedy;
};

std::string on_path(std::string_view program) {
  const char* const path = std::getenv("PATH");
  for (const std::string& folder : classpath::split_class_path(path == nullptr ? "" : path)) {
    std::string file = fmt::format("{}/{}", folder.empty() ? "." : folder, program);
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

Part jdk() {
  Part part{"JDK", "Java programs: their library comes from it, no JVM is started", "", ""};
  try {
    part.found = classpath::find_jdk_image("");
  } catch (const base::InputError& fault) {
    part.remedy = fault.what();
  }
  return part;
}

Part compiler() {
  Part part{"compiler", "C and C++ programs", "", ""};
  try {
    const llvm::Compiler found("");
    part.found = fmt::format("{}: {}", found.program(), found.version());
  } catch (const base::InputError& fault) {
    part.remedy = fault.what();
  }
  return part;
}

// A module that comes with the program and loads libraries of others.
Part module(std::string_view name, std::string_view purpose, std::string_view file, std::string_view packages) {
  Part part{name, purpose, base::installed_file(file), ""};
  if (part.found.empty()) {
    part.remedy = fmt::format("this build has none; install {} and build again", packages);
    return part;
  }
  void* const loaded = ::dlopen(part.found.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (loaded == nullptr) {
    part.found.clear();
    part.remedy = fmt::format("{}; install its libraries", ::dlerror());
  }
  return part;
}

Part program(std::string_view name, std::string_view purpose, std::string_view remedy) {
  return {name, purpose, on_path(name), std::string(remedy)};
}

std::string told(const Part& part) {
  return fmt::format("  {}  {:<20} {}\n      {}\n", part.found.empty() ? "missing" : "found  ", part.name, part.purpose,
                     report::printable(part.found.empty() ? part.remedy : part.found));
}

}  // namespace

int doctor(const DoctorOptions&, base::Stop&) {
  const std::string jar = base::installed_file("waymark-library.jar");
  const Part parts[] = {
      program("cpp", "Promela models: #include, #define and -D", "install cpp, or gcc"),
      jdk(),
      program("javac", "Java programs: compiles what is checked", "install openjdk-17-jdk-headless"),
      {"waymark-library.jar", "Java programs that use waymark.Verify", jar, "install a JDK and build again"},
      compiler(),
      {"llvm-library", "C and C++ programs: models of their libraries", base::installed_file("llvm-library/machine.h"),
       "build or install again"},
      module("clang", "'waymark extract': models of C programs", "waymark-extract.so",
             "libclang-14-dev, libclang-cpp14-dev and llvm-14-dev"),
      module("Z3", "--abstract: decides predicates on variables", "libwaymark_z3.so", "libz3-dev"),
      module("MPI", "--cluster: searches by many processes", "waymark-mpi.so", "libopenmpi-dev and openmpi-bin"),
      program("mpirun", "--cluster: starts the processes", "install openmpi-bin"),
      {"libedit", "--interactive: edits lines, with a history", edits_lines() ? "in this build" : "",
       "install libedit-dev and build again"},
      program("dot", "'waymark ltl --dot': draws automata", "install graphviz"),
  };
  std::string text = fmt::format("waymark {}, memory limit {} unless --memory says otherwise\n", WAYMARK_VERSION,
                                 base::size(memory_limit()));
  for (const Part& part : parts) text += told(part);
  print(text + "A missing part is needed only for the purpose beside it.\n");
  return exit_holds;
}

}  // namespace waymark::cli
