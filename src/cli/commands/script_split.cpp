// script split: a script in parts, and the run that certifies them by tasks.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "certify/tasks.hpp"
#include "check/certify/script_program.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/format.hpp"
#include "script/part_writer.hpp"

namespace waymark::cli {

namespace {

std::string prefix_of(const ScriptSplitOptions& options) {
  if (!options.prefix.empty()) return options.prefix;
  const std::string& name = options.scripts.front();
  return name.ends_with(".way") ? name.substr(0, name.size() - 4) : name;
}

}  // namespace

int script_split(const ScriptSplitOptions& options, base::Stop& stop) {
  std::string why;
  certify::Files files;
  for (const std::string& path : options.scripts) {
    files.push_back(check::open_script(path, why, stop));
    if (!files.back()) return rejected(path, why);
  }
  const std::uint64_t memory = memory_limit(options.limits.memory);
  const std::string prefix = prefix_of(options);
  script::Fault fault;
  std::vector<std::string> written;
  const bool whole = files.front()->header().parts == 0;
  if (whole && (files.size() != 1 || options.parts == 0)) {
    throw base::InputError("waymark: error: script split takes one script and -k N, or all parts of one");
  }
  // An ids script is not cut into files: each worker reads all of it, and follows its task with the program.
  if (whole && files.front()->header().form != script::Form::ids) {
    std::vector<script::Slice> slices;
    if (!script::cut(files.front(), options.parts, memory, slices, fault)) {
      return rejected(options.scripts.front(), fault.why);
    }
    files.clear();
    for (std::size_t i = 0; i < slices.size(); ++i) {
      const std::string path = fmt::format("{}.{}-of-{}.way", prefix, i + 1, slices.size());
      if (!script::write_part(slices[i], i + 1, slices.size(), path, fault)) return rejected(path, fault.why);
      files.push_back(check::open_script(path, why, stop));
      if (!files.back()) return rejected(path, why);
      written.push_back(path);
    }
  }
  for (const std::string& part : written) print(report::printable(part) + "\n");
  if (files.front()->header().form == script::Form::trustful) return exit_holds;  // whose parts are signed, not run
  const std::uint64_t tasks = files.size() == 1 ? std::max<std::uint64_t>(options.parts, 1) : files.size();
  const auto run = certify::draw_run(files, tasks, memory, fault, options.cut);
  if (!run.has_value()) return rejected(options.scripts.front(), fault.why);
  const auto bytes = run->encode();
  const std::string path = prefix + ".run";
  const mode_t before = umask(0077);  // the secret is nobody else's business
  base::write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  umask(before);
  print(fmt::format("{}  (a secret: keep it from the author of the script)\n", report::printable(path)));
  return exit_holds;
}

}  // namespace waymark::cli
