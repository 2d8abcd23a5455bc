// 'waymark check --test': several JUnit tests, each a program of its own, side by side.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/diagnostics.hpp"
#include "check/check.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/rules.hpp"
#include "cli/terminal.hpp"
#include "load/java.hpp"
#include "load/load.hpp"
#include "report/json.hpp"
#include "report/text.hpp"

namespace waymark::cli {

namespace {

// What became of one test.
struct Judged {
  load::JavaTest test;
  check::Result result;
  report::Story story;
};

void judge(const CheckOptions& options, std::uint64_t bytes, const base::Stop& stop, Judged& out) {
  CheckOptions asked = options;
  asked.program.test = out.test.name;
  asked.settings.store = store_of(asked);
  base::Stop own(&stop);
  base::Budget budget(bytes);
  out.result.program = out.test.name;
  try {
    const load::Program program = load::load(source_of(asked), &own);
    out.result = check::check(program, asked.settings, {budget, {}, &own, nullptr});
    if (!out.result.found.empty()) {
      const check::Found& first = out.result.found.front();
      out.story = tell_in_part(*program.make(), first.choices, options.output.full_trail, first.cycle);
      for (std::string& each : program.taken_for_granted()) {
        if (std::find(out.result.notes.begin(), out.result.notes.end(), each) == out.result.notes.end()) {
          out.result.notes.push_back(std::move(each));
        }
      }
    }
  } catch (const base::Stopped& early) {
    out.result.verdict = check::Verdict::incomplete;
    out.result.why = search::why_of(early.why());
    out.result.detail = early.what();
  } catch (const base::InputError& fault) {
    out.result.verdict = check::Verdict::error;
    out.result.detail = fault.what();
  }
}

// Whatever would be written of several tests to one file is one test's.
void refuse_files(const CheckOptions& options, const std::vector<Judged>& all) {
  const check::Settings& settings = options.settings;
  for (const std::string& file :
       {settings.script, options.trail, settings.checkpoint, settings.resume, options.profile, settings.from_script}) {
    if (file.empty()) continue;
    throw base::InputError(
        fmt::format("waymark: error: {}: files are for one test, and these are {}; name one, such as "
                    "--test '{}'",
                    file, all.size(), all.front().test.name));
  }
}

void print_all(const std::vector<Judged>& all, const Output& output) {
  if (output.json) {
    std::vector<std::string> texts;
    for (const Judged& it : all) {
      std::string text = it.test.why_not.empty() ? report::json(it.result) : "";
      while (!text.empty() && text.back() == '\n') text.pop_back();
      if (!text.empty()) texts.push_back(std::move(text));
    }
    print(fmt::format("{{\"tests\":[{}]}}\n", fmt::join(texts, ",")));
    return;
  }
  const report::Format format = standard_output_format();
  for (const Judged& it : all) {
    if (!it.test.why_not.empty()) {
      print(fmt::format("not run: {}: {}\n", it.test.name, it.test.why_not));
    } else if (it.result.found.empty() || output.quiet) {
      print(report::verdict_line(it.result, format));
    } else {
      print(report::text(it.result, it.story, format, {}) + "\n");
    }
  }
  const auto count = [&](check::Verdict verdict) {
    return std::count_if(all.begin(), all.end(),
                         [&](const Judged& it) { return it.test.why_not.empty() && it.result.verdict == verdict; });
  };
  print(fmt::format("{} tests: {} hold, {} violated, {} incomplete, {} not possible\n", all.size(),
                    count(check::Verdict::holds), count(check::Verdict::violation), count(check::Verdict::incomplete),
                    count(check::Verdict::error)));
}

}  // namespace

int check_tests(const CheckOptions& options, base::Stop& stop) {
  std::vector<Judged> all;
  for (load::JavaTest& test : load::java_tests(options.program, &stop)) all.push_back({std::move(test), {}, {}});
  if (all.size() > 1) refuse_files(options, all);
  const std::size_t workers = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, all.size());
  const std::uint64_t bytes = memory_limit(options.settings.limits.memory) / workers;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) {
      if (all[i].test.why_not.empty()) judge(options, bytes, stop, all[i]);
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  threads.clear();
  stop.conclude();
  print_all(all, options.output);
  int code = exit_holds;
  for (const int one : {exit_incomplete, exit_bad_input, exit_violation}) {
    const auto is = [&](const Judged& it) { return it.test.why_not.empty() && exit_code(it.result.verdict) == one; };
    if (std::any_of(all.begin(), all.end(), is)) code = one;
  }
  return code;
}

}  // namespace waymark::cli
