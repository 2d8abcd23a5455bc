// certify and script info: search scripts from strangers.
#include "certify/lean.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/diagnostics.hpp"
#include "certify/secret.hpp"
#include "cli/assemble.hpp"
#include "cli/commands.hpp"
#include "cli/deliver.hpp"
#include "cli/program.hpp"
#include "cli/terminal.hpp"
#include "report/format.hpp"

namespace waymark::cli {

namespace {

// A file that is no script is rejected like one that lies; `why` says which. A file that is not there is bad input.
std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why) {
  if (::access(path.c_str(), R_OK) != 0) {
    throw base::InputError(fmt::format("{}: error: {}", path, std::strerror(errno)));
  }
  script::Fault fault;
  auto file = script::File::open(path, fault);
  if (!file) why = fmt::format("at byte {}: {}", fault.offset, fault.why);
  return file;
}

// Early and in plain words; the proof does not rest on it.
std::string mismatch(const script::Header& header, const Program& program) {
  if (header.program != program.text_digest) return "it was made for another program, or the program has changed since";
  if (header.options != program.options_digest) {
    return fmt::format("it was made with other options: '{}' instead of '{}'", report::printable(header.options_text),
                       program.options_text);
  }
  return "";
}

report::Result summarize(const Options& options, const certify::Result& answer, double seconds, std::uint64_t steps) {
  report::Result result;
  result.program = options.program;
  result.script_file = options.scripts.front();
  result.properties = properties(options);
  result.detail = answer.why;
  result.states = answer.figures.states;
  result.explored = answer.figures.states;
  result.transitions = answer.figures.transitions;
  result.depth = answer.figures.depth;
  result.seconds = seconds;
  result.memory_bytes = answer.figures.path_bytes;
  switch (answer.verdict) {
    case certify::Verdict::certified:
      result.verdict = "certified";
      break;
    case certify::Verdict::violation:
      result.verdict = "violation";
      result.errors = 1;
      result.found.push_back({answer.violation, answer.choices, steps});
      break;
    case certify::Verdict::rejected:
      result.verdict = "rejected";
      break;
    case certify::Verdict::incomplete:
      result.verdict = "incomplete";
      result.reason = interrupted()                                    ? "interrupted"
                      : options.seconds && seconds >= *options.seconds ? "time"
                                                                       : "memory";
      break;
    case certify::Verdict::unsupported:
      result.verdict = "error";
      result.detail = fmt::format("{}: not supported: {}", answer.violation.location, answer.violation.detail);
      break;
  }
  return result;
}

certify::StepInvariant step_invariant(const std::string& text) {
  const std::size_t arrow = text.find("=>");
  if (arrow == std::string::npos) {
    throw base::InputError(
        fmt::format("waymark: error: --step-invariant '{}': BEFORE=>AFTER is expected, two conditions", text));
  }
  return {text.substr(0, arrow), text.substr(arrow + 2)};
}

certify::Request request(const Options& options) {
  certify::Request request;
  const search::Judged what = judged(options);
  request.deadlock = what.deadlock;
  request.waived = what.waived;
  request.invariants = options.invariants;
  for (const std::string& text : options.step_invariants) request.step_invariants.push_back(step_invariant(text));
  request.memory = memory_limit(options);
  request.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  request.stop = &interrupted();
  if (options.seconds) {
    const std::chrono::duration<double> allowed(*options.seconds);
    using Clock = std::chrono::steady_clock;
    request.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(allowed);
  }
  return request;
}

certify::Result run(const Options& options, const Program& program) {
  certify::Result answer;
  answer.verdict = certify::Verdict::rejected;
  std::vector<std::shared_ptr<const script::File>> files;
  for (const std::string& path : options.scripts) {
    files.push_back(open_script(path, answer.why));
    if (!files.back()) return answer;
    answer.why = mismatch(files.back()->header(), program);
    if (!answer.why.empty()) return answer;
  }
  certify::Lean lean(program.make, files, request(options));
  // The scripts are read and hashed; only now is the secret drawn.
  const certify::Secret secret = certify::Secret::draw();
  answer = lean.run(secret);
  if (answer.verdict == certify::Verdict::rejected && options.explain) answer = lean.explain(secret);
  return answer;
}

}  // namespace

int certify(const Options& options) {
  refuse_impossible(options);
  const Program program = load(options);
  const auto began = std::chrono::steady_clock::now();
  const certify::Result answer = run(options, program);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;

  report::Story story;
  const bool led_there = answer.verdict == certify::Verdict::violation || answer.verdict == certify::Verdict::rejected;
  if (led_there && !answer.choices.empty()) story = tell_in_part(*program.make(), answer.choices, options);
  return deliver(summarize(options, answer, took.count(), story.steps), story, options);
}

int script_info(const Options& options) {
  std::string why;
  const auto file = open_script(options.script, why);
  if (!file) {
    print_error(fmt::format("rejected: {}: {}\n", report::printable(options.script), report::printable(why)));
    return exit_rejected;
  }
  const script::Header& header = file->header();
  const auto hex = [](const script::Digest& digest) {
    std::string text;
    for (const std::uint8_t byte : digest) text += fmt::format("{:02x}", byte);
    return text;
  };
  const auto line = [](std::string_view label, const std::string& value) {
    print(fmt::format("  {:<12} {}\n", label, report::printable(value)));
  };
  print(fmt::format("{}\n", report::printable(options.script)));
  line("form", name(header.form));
  line("written by", header.tool);
  line("program", hex(header.program));
  line("options", header.options_text.empty() ? "none" : header.options_text);
  line("checked", header.assumptions);
  line("states", report::grouped(header.states));
  line("transitions", report::grouped(header.transitions));
  line("depth", report::grouped(header.depth));
  line("size", fmt::format("{}, {:.3f} bits per transition", report::size(file->file_bytes()),
                           header.transitions == 0 ? 0.0
                                                   : 8.0 * static_cast<double>(file->file_bytes()) /
                                                         static_cast<double>(header.transitions)));
  for (std::size_t i = 0; i < script::stream_count; ++i) {
    const auto stream = static_cast<script::Stream>(i);
    if (file->raw_bytes(stream) == 0) continue;
    line(name(stream),
         fmt::format("{} of {}", report::size(file->stored_bytes(stream)), report::size(file->raw_bytes(stream))));
  }
  return exit_holds;
}

}  // namespace waymark::cli
