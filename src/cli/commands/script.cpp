// script info, trustful and kernel.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/diagnostics.hpp"
#include "base/output_file.hpp"
#include "base/quantities.hpp"
#include "check/certify/script_program.hpp"
#include "check/plan/property.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/load.hpp"
#include "report/format.hpp"
#include "script/ids_split.hpp"
#include "script/part_writer.hpp"
#include "transcribe/kernel_script.hpp"
#include "transcribe/trustful.hpp"

namespace waymark::cli {

namespace {

constexpr std::string_view program_mark = "; program: ";  // as check::named() writes it

// How even tasks are, the ways to where they begin included.
void show_works(const std::string& label, std::uint64_t total, const std::vector<script::IdsWork>& works) {
  std::uint64_t largest = 0;
  std::uint64_t longest = 0;
  double sum = 0;
  for (const script::IdsWork& work : works) {
    largest = std::max(largest, work.transitions + work.path);
    longest = std::max(longest, work.path);
    sum += static_cast<double>(work.path);
  }
  print(fmt::format("  {} {}: largest {:.2f}%, start paths of {:.1f} steps on average, at most {}\n", label,
                    works.size(),
                    100.0 * static_cast<double>(largest) / static_cast<double>(std::max<std::uint64_t>(total, 1)),
                    sum / static_cast<double>(works.size()), longest));
}

bool show_tasks(const std::shared_ptr<const script::File>& file, std::uint64_t k, std::uint64_t memory,
                script::Fault& fault) {
  const std::uint64_t total = file->header().transitions;
  std::vector<script::IdsWork> works;
  if (file->header().form == script::Form::ids) {
    for (const script::IdsCut cut : {script::IdsCut::slice, script::IdsCut::subtree}) {
      std::vector<script::IdsTask> tasks;
      if (!script::cut_ids(file, cut, k, memory, tasks, fault)) return false;
      if (!script::measure(file, tasks, memory, works, fault)) return false;
      show_works(cut == script::IdsCut::slice ? "tasks by slice" : "tasks by subtree", total, works);
    }
    return true;
  }
  if (file->header().parts != 0) {
    fault = {0, "only a whole script of form lean, trustful or ids can be shared out", false};
    return false;
  }
  std::vector<script::Slice> slices;
  if (!script::cut(file, k, memory, slices, fault)) return false;
  for (const script::Slice& slice : slices) {
    const std::uint64_t end = slice.end.has_value() ? slice.end->transitions : total;
    script::IdsWork& work = works.emplace_back();
    work.transitions = end - slice.begin.transitions;
    for (const script::PathNode& node : slice.begin.path) work.path += node.taken;  // all of them are taken once more
  }
  show_works("tasks", total, works);
  return true;
}

}  // namespace

int script_info(const ScriptInfoOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = check::open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  const script::Header& header = file->header();
  const auto line = [](std::string_view label, const std::string& value) {
    print(fmt::format("  {:<12} {}\n", label, report::printable(value)));
  };
  print(fmt::format("{}\n", report::printable(options.script)));
  line("form", name(header.form));
  line("written by", header.tool);
  const std::size_t named = header.assumptions.find(program_mark);
  if (named != std::string::npos) line("made of", header.assumptions.substr(named + program_mark.size()));
  line("program", load::hexadecimal(header.program));
  line("options", header.options_text.empty() ? "none" : header.options_text);
  line("checked", header.assumptions.substr(0, named));
  line("states", base::grouped(header.states));
  line("transitions", base::grouped(header.transitions));
  line("depth", base::grouped(header.depth));
  line("size", fmt::format("{}, {:.3f} bits per transition", base::size(file->file_bytes()),
                           header.transitions == 0 ? 0.0
                                                   : 8.0 * static_cast<double>(file->file_bytes()) /
                                                         static_cast<double>(header.transitions)));
  for (std::size_t i = 0; i < script::stream_count; ++i) {
    const auto stream = static_cast<script::Stream>(i);
    if (file->raw_bytes(stream) == 0) continue;
    line(name(stream),
         fmt::format("{} of {}", base::size(file->stored_bytes(stream)), base::size(file->raw_bytes(stream))));
  }
  for (const std::uint64_t k : options.task_counts) {
    script::Fault fault;
    if (!show_tasks(file, k, memory_limit(options.limits.memory), fault)) return rejected(options.script, fault.why);
  }
  return exit_holds;
}

int script_trustful(const TrustfulOptions& options, base::Stop& stop) {
  std::string why;
  const auto file = check::open_script(options.script, why, stop);
  if (!file) return rejected(options.script, why);
  check::refuse_cycles(options.script, file->header().form, "a trustful one has no ranks");
  const std::optional<load::Derivation> derivation = check::derivation_of(file->header(), why);
  if (!derivation) return rejected(options.script, why);
  load::Program program = load::load(load::as_made(options.program, *derivation), &stop);
  why = check::derive(program, file->header(), *derivation, stop);
  if (!why.empty()) return rejected(options.script, why);
  const std::unique_ptr<model::Model> model = program.make();
  if (!transcribe::write_trustful(*model, file, options.output, why)) return rejected(options.script, why);
  const auto say = options.output == "-" ? print_error : print;
  say(fmt::format("{}: sign it with 'waymark script sign'\n", report::printable(options.output)));
  return exit_holds;
}

int script_kernel(const KernelOptions& options, base::Stop& stop) {
  const bool with_script = !options.script.empty();
  std::string why;
  std::shared_ptr<const script::File> file;
  std::optional<load::Derivation> derivation;
  load::Source source = options.program;
  if (with_script) {
    file = check::open_script(options.script, why, stop);
    if (!file) return rejected(options.script, why);
    check::refuse_cycles(options.script, file->header().form, "the kernel judges states, not ranks");
    derivation = check::derivation_of(file->header(), why);
    if (!derivation) return rejected(options.script, why);
    source = load::as_made(source, *derivation);
  }
  load::Program program = load::load(source, &stop);
  if (with_script) {
    why = check::derive(program, file->header(), *derivation, stop);
    if (why.empty() && derivation->symmetry) {
      throw base::InputError(
          fmt::format("{}: error: was made with symmetry, which the kernel does not know; make one by 'waymark check "
                      "--symmetry off --script'",
                      options.script));
    }
    if (why.empty() && derivation->reduction) {
      throw base::InputError(
          fmt::format("{}: error: was made with partial order reduction, which the kernel does not know; make one by "
                      "'waymark check --por off --script'",
                      options.script));
    }
    if (!why.empty()) return rejected(options.script, why);
  }
  base::OutputFile out(options.output);
  bool good = out.write(program.front_end->kernel_text(check::criteria(options.properties, program)));
  const auto put = [&](std::string_view piece) { good = good && out.write(piece); };
  if (with_script && !transcribe::write_kernel_script(file, put, why)) {
    return rejected(options.script, why);
  }
  if (!good || !out.commit()) {
    throw base::InputError(fmt::format("{}: error: {}", options.output, std::strerror(out.error())));
  }
  const auto say = options.output == "-" ? print_error : print;
  say(fmt::format("{}: certify it with 'waymark-kernel{}'\n", report::printable(options.output),
                  with_script ? "" : " --explore"));
  return exit_holds;
}

}  // namespace waymark::cli
