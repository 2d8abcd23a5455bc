#include "cli/commands/certify_progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/quantities.hpp"
#include "base/stop.hpp"
#include "cli/terminal/terminal.hpp"

namespace waymark::cli {

namespace {

constexpr std::chrono::milliseconds between_tellings{500};
constexpr double silent_seconds = 2;  // most certifications are over by then; another program wants to know at once

}  // namespace

std::string CertifyOutlook::line() const {
  std::string text = base::counted(states, "state");
  if (expected != 0) {
    const double share = static_cast<double>(states) / static_cast<double>(expected);
    text += fmt::format(" of {} ({:.0f}%)", base::grouped(expected), 100 * share);
  }
  text += fmt::format(", {}/s", base::rounded(rate));
  if (tasks > 1) text += fmt::format(", {} of {} tasks done", base::grouped(done), base::grouped(tasks));
  text += fmt::format(", {} of {}, {}", base::size(memory_bytes), base::size(memory_limit), base::duration(seconds));
  if (time_limit) text += fmt::format(" of {}", base::duration(*time_limit));
  return text;
}

std::string CertifyOutlook::json() const {
  using Json = nlohmann::ordered_json;
  Json object;
  object["states"] = states;
  object["states_per_second"] = rate;
  object["states_expected"] = expected == 0 ? Json(nullptr) : Json(expected);
  object["tasks"] = tasks;
  object["tasks_done"] = done;
  object["memory_bytes"] = memory_bytes;
  object["memory_limit"] = memory_limit;
  object["seconds"] = seconds;
  object["time_limit"] = time_limit ? Json(*time_limit) : Json(nullptr);
  return Json{{"progress", object}}.dump() + "\n";
}

CertifyTeller::CertifyTeller(const certify::Progress& progress, ProgressForm form, const check::Limits& limits)
    : progress_(progress), form_(form) {
  now_.memory_limit = memory_limit(limits.memory);
  now_.time_limit = limits.seconds;
  if (form == ProgressForm::none) return;
  try {
    thread_ = std::thread([this] { tell(); });
  } catch (const std::system_error&) {  // then nobody tells, and the work is done all the same
  }
}

CertifyTeller::~CertifyTeller() {
  if (!thread_.joinable()) return;
  {
    const base::Lock lock(mutex_);
    over_ = true;
  }
  woken_.notify_one();
  thread_.join();
}

void CertifyTeller::tell() {
  const auto began = std::chrono::steady_clock::now();
  LiveLine line;
  base::Lock lock(mutex_);
  while (!over_) {
    woken_.wait_for(lock, between_tellings);
    if (over_) break;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began;
    const std::uint64_t before = now_.states;
    now_.states = progress_.states();
    const double since = passed.count() - now_.seconds;
    // A run that begins anew, as an audit's tasks do, has no rate yet.
    now_.rate = now_.states < before ? 0 : static_cast<double>(now_.states - before) / since;
    now_.seconds = passed.count();
    now_.expected = progress_.expected();
    now_.tasks = progress_.tasks();
    now_.done = progress_.done();
    now_.memory_bytes = base::resident_bytes();
    if (form_ == ProgressForm::json) {
      print_error(now_.json());
    } else if (now_.seconds > silent_seconds) {
      line.show(now_.line());
    }
  }
}

}  // namespace waymark::cli
