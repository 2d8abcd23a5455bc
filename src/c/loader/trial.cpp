#include "c/loader/trial.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/diagnostics.hpp"

namespace waymark::c {

namespace {

constexpr std::chrono::microseconds between_polls{500};
constexpr rlim_t stack_margin = 1u << 20;

// Ends with this object, whatever happens.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (over_) return;
    ::kill(pid_, SIGKILL);
    (void)wait(0);
  }

  // Whether it has ended; then status() is known.
  [[nodiscard]] bool wait(int how) {
    pid_t got = 0;
    while ((got = ::waitpid(pid_, &status_, how)) < 0 && errno == EINTR) {
    }
    return over_ = over_ || got != 0;
  }
  [[nodiscard]] bool ended_well() const { return WIFEXITED(status_) && WEXITSTATUS(status_) == 0; }
  // How it ended, if not well.
  [[nodiscard]] std::string end() const {
    if (!WIFSIGNALED(status_)) return fmt::format("ended with exit code {}", WEXITSTATUS(status_));
    return fmt::format("crashed with signal {} ({})", WTERMSIG(status_), ::strsignal(WTERMSIG(status_)));
  }

  // What it holds beside what it has in common with others.
  [[nodiscard]] std::uint64_t resident_bytes() const {
    std::FILE* const file = std::fopen(fmt::format("/proc/{}/statm", pid_).c_str(), "re");
    if (file == nullptr) return 0;
    unsigned long long resident = 0;
    unsigned long long shared = 0;
    const bool read = std::fscanf(file, "%*u %llu %llu", &resident, &shared) == 2;
    (void)std::fclose(file);
    const auto page = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
    return read ? (resident - std::min(shared, resident)) * page : 0;
  }

 private:
  pid_t pid_;
  int status_ = 0;
  bool over_ = false;
};

// In the child: nothing is printed, and nothing is left behind.
[[noreturn]] void attempt(const std::function<void()>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur > 2 * stack_margin) {
    stack.rlim_cur -= stack_margin;
    ::setrlimit(RLIMIT_STACK, &stack);
  }
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
  try {
    work();
  } catch (...) {  // NOLINT(bugprone-empty-catch): who does the work next tells it
  }
  std::_Exit(EXIT_SUCCESS);
}

}  // namespace

void try_out(const std::string& program, const base::Stop* stop, const std::function<void()>& work) {
  const pid_t pid = ::fork();
  if (pid < 0) throw base::InputError(fmt::format("{}: error: no process can be started to read it", program));
  if (pid == 0) attempt(work);
  Child child(pid);
  while (!child.wait(WNOHANG)) {
    if (stop != nullptr) stop->poll_room(child.resident_bytes());
    std::this_thread::sleep_for(between_polls);
  }
  if (child.ended_well()) return;
  throw base::Crash(
      fmt::format("{}: error: the process that reads it {}; statements or expressions that contain each other very "
                  "deeply can be the reason, otherwise this is a bug of waymark",
                  program, child.end()));
}

}  // namespace waymark::c
