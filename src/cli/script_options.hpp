// What the user asked of certify and script.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace waymark::cli {

struct CertifyOptions {
  Options shared;                    // program, properties, limits, output
  std::vector<std::string> scripts;  // one, or the parts of one
  std::vector<std::string> step_invariants;
  unsigned jobs = 1;
  bool explain = false;
  std::string task;  // i/N
  std::string run;
  std::string result;
  std::vector<std::string> merge;
  std::uint64_t audit = 0;
};

struct ScriptOptions {
  enum class Act { info, split };
  Act act = Act::info;
  std::vector<std::string> files;
  std::uint64_t parts = 0;
  std::string output;
};

CLI::App* declare_certify(CLI::App& app, CertifyOptions& options);
CLI::App* declare_script(CLI::App& app, ScriptOptions& options);

}  // namespace waymark::cli
