// 'waymark check --test': several tests, each a program of its own, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/processors.hpp"
#include "check/plan/unproved.hpp"
#include "check/run/check.hpp"
#include "check/run/cycle_script.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/deliver.hpp"
#include "cli/commands/rules.hpp"
#include "cli/terminal/terminal.hpp"
#include "load/derive.hpp"
#include "load/load.hpp"
#include "report/json.hpp"
#include "report/junit.hpp"
#include "report/sarif.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

using Tested = report::TestReport;

void judge(const CheckOptions& options, std::uint64_t bytes, const base::Stop& stop, const std::string& entry,
           Tested& out) {
  CheckOptions asked = options;
  asked.program.test = out.name;
  if (!entry.empty()) asked.program.c.entry = entry;
  asked.settings.jobs.choose(1);
  asked.settings.store = store_of(asked);
  base::Stop own(&stop);
  base::Budget budget(bytes);
  check::Result& result = out.report.result;
  result.program = out.name;
  try {
    load::Program program = load::load(source_of(asked), &own);
    load::show(program, check::expressions_of(asked.settings.properties, program));
    result = check::check(program, asked.settings, {budget, {}, &own});
    out.report.source_folders = source_folders(asked.program, options.output);
    quote_shallow(out.report);
    if (!result.found.empty()) {
      const check::Found& first = result.found.front();
      const std::unique_ptr<model::Model> model = program.make();
      out.report.story = tell_in_part(*model, first.choices, options.output, first.cycle);
      out.report.others = tell_others(*model, result.found, options.output);
      find_causes(out.report, program, program);
    }
    note_assumptions(program, result);
  } catch (const base::Stopped& early) {
    result.verdict = check::Verdict::incomplete;
    result.why = search::why_of(early.why());
    result.detail = early.what();
  } catch (const base::InputError& fault) {
    result.verdict = check::Verdict::error;
    result.detail = fault.what();
  }
}

// Whatever would be written of several tests to one file is one test's.
void refuse_files(const CheckOptions& options, const std::vector<Tested>& all) {
  const check::Settings& settings = options.settings;
  for (const std::string& file : {settings.script, options.trail, settings.checkpoint, settings.resume,
                                  settings.profile, options.output.html == "-" ? "--html -" : std::string()}) {
    if (file.empty()) continue;
    throw base::InputError(
        fmt::format("waymark: error: {}: files are for one test, and these are {}; name one, such as "
                    "--test '{}'",
                    file, all.size(), all.front().name));
  }
}

void print_all(const std::vector<Tested>& all, const Output& output) {
  if (output.format == OutputFormat::json) return print(report::json(all));
  if (output.format == OutputFormat::junit) {
    std::vector<Tested> told = all;
    for (Tested& it : told) it.report = readable(it.report, output);
    return print(report::junit(told));
  }
  if (output.format == OutputFormat::sarif) return print(report::sarif(all, WAYMARK_VERSION));
  const report::Format format = standard_output_format();
  for (const Tested& it : all) {
    if (!it.why_not.empty()) {
      print(fmt::format("not run: {}: {}\n", it.name, it.why_not));
    } else if (it.report.result.found.empty() || output.quiet) {
      print(report::verdict_line(it.report.result, format));
    } else {
      print(report::text(readable(it.report, output), format) + "\n");
    }
  }
  const auto count = [&](check::Verdict verdict) {
    return std::count_if(all.begin(), all.end(),
                         [&](const Tested& it) { return it.why_not.empty() && it.report.result.verdict == verdict; });
  };
  const auto left_out = std::count_if(all.begin(), all.end(), [](const Tested& it) { return !it.why_not.empty(); });
  const auto incomplete = count(check::Verdict::incomplete) + count(check::Verdict::explored);
  print(fmt::format("{} tests: {} hold, {} violated, {} incomplete, {} not possible, {} not run\n", all.size(),
                    count(check::Verdict::holds), count(check::Verdict::violation), incomplete,
                    count(check::Verdict::error), left_out));
}

// "x.html" of several tests: x.CounterTest.increments.html for each. Java's packages are left out.
std::string page_of(const std::string& html, const std::string& test) {
  const std::size_t method = test.find('#');
  const std::size_t package = method == std::string::npos ? method : test.rfind('.', method);
  std::string name = package == std::string::npos ? test : test.substr(package + 1);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-'; }, '.');
  return check::with_infix(html, name);
}

// A page for each test that was run; false if one could not be written.
bool write_pages(const std::vector<Tested>& all, const Output& output) {
  bool good = true;
  std::set<std::string> taken;
  for (const Tested& it : all) {
    if (!it.why_not.empty()) continue;
    Output own = output;
    if (all.size() > 1) own.html = page_of(output.html, it.name);
    // Names that differ in signs only would be one file.
    for (unsigned number = 2; !taken.insert(own.html).second; ++number) {
      own.html = page_of(output.html, fmt::format("{} {}", it.name, number));
    }
    good = deliver_page(it.report, own) == exit_code(it.report.result) && good;
  }
  return good;
}

}  // namespace

int check_tests(const CheckOptions& options, std::vector<load::Test> tests, base::Stop& stop) {
  std::vector<Tested> all;
  all.reserve(tests.size());
  for (load::Test& test : tests) {
    all.push_back({std::move(test.name), std::move(test.suite), std::move(test.why_not)});
  }
  if (all.size() > 1) refuse_files(options, all);
  const std::size_t workers = std::clamp<std::size_t>(base::processors(), 1, all.size());
  const std::uint64_t bytes = memory_limit(options.settings.limits.memory) / workers;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      if (all[i].why_not.empty()) judge(options, bytes, stop, tests[i].entry, all[i]);
    }
  };
  std::vector<std::jthread> threads;
  try {
    for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {  // the system starts no more: those that there are judge all tests
  }
  work();
  threads.clear();
  stop.conclude();
  print_all(all, options.output);
  int code = exit_holds;
  for (const int one : {exit_incomplete, exit_bad_input, exit_violation}) {
    const auto is = [&](const Tested& it) { return it.why_not.empty() && exit_code(it.report.result) == one; };
    if (std::any_of(all.begin(), all.end(), is)) code = one;
  }
  const bool written = options.output.html.empty() || write_pages(all, options.output);
  return written || code == exit_violation ? code : exit_bad_input;
}

}  // namespace waymark::cli
