#include "cli/terminal/lines.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/diagnostics.hpp"
#include "cli/terminal/terminal.hpp"

#ifdef WAYMARK_LIBEDIT
#include <histedit.h>

#include <clocale>
#include <cstdio>
#include <cwchar>
#endif

namespace waymark::cli {

namespace {

constexpr std::size_t most_line_bytes = 1u << 16;

}  // namespace

#ifdef WAYMARK_LIBEDIT

bool edits_lines() { return true; }

class Lines::Editor {
 public:
  explicit Editor(const Lines& lines) : lines_(lines), history_(::history_init()) {
    std::setlocale(LC_CTYPE, "");  // by which libedit reads characters
    edit_ = ::el_init("waymark", stdin, stdout, stderr);
    HistEvent event{};
    ::history(history_, &event, H_SETSIZE, most_lines);
    ::el_set(edit_, EL_CLIENTDATA, this);
    ::el_set(edit_, EL_PROMPT, &Editor::prompt);
    ::el_set(edit_, EL_GETCFN, &Editor::read_character);
    ::el_set(edit_, EL_EDITOR, "emacs");
    ::el_set(edit_, EL_SIGNAL, 0);
    ::el_set(edit_, EL_HIST, ::history, history_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
  ~Editor() {
    ::el_end(edit_);
    ::history_end(history_);
  }

  Got next(const std::string& prompt, std::string& line) {
    prompt_ = prompt;
    stopped_ = interrupted_ = false;
    int count = 0;
    const char* const text = ::el_gets(edit_, &count);
    if (stopped_ || interrupted_) {
      ::el_reset(edit_);
      print("^C\n");
      lines_.stop_.poll();
      return Got::interrupted;
    }
    if (text == nullptr || count <= 0) {
      print("\n");
      return Got::end;
    }
    line.assign(text, static_cast<std::size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    HistEvent event{};
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return Got::line;
  }

 private:
  static constexpr int most_lines = 1000;

  static Editor& of(EditLine* edit) {
    void* self = nullptr;
    ::el_get(edit, EL_CLIENTDATA, &self);
    return *static_cast<Editor*>(self);
  }
  static char* prompt(EditLine* edit) { return of(edit).prompt_.data(); }
  // 1: one was read; 0: the input has ended; -1: it was interrupted. No exception passes libedit.
  static int read_character(EditLine* edit, wchar_t* out) {
    Editor& self = of(edit);
    std::mbstate_t shift{};
    for (;;) {
      try {
        self.interrupted_ = !self.lines_.input_.wait();
      } catch (const base::Stopped&) {
        self.stopped_ = true;
      }
      if (self.stopped_ || self.interrupted_) return -1;
      char byte = 0;
      const ssize_t count = ::read(self.lines_.source_.file(), &byte, 1);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (count <= 0) return 0;
      const std::size_t used = std::mbrtowc(out, &byte, 1, &shift);
      if (used == static_cast<std::size_t>(-2)) continue;  // more bytes belong to it
      if (used == static_cast<std::size_t>(-1)) {
        shift = {};
        continue;
      }
      return 1;
    }
  }

  const Lines& lines_;
  History* history_;
  EditLine* edit_ = nullptr;
  std::string prompt_;
  bool stopped_ = false;
  bool interrupted_ = false;
};

Lines::Lines(const base::Stop& stop, const std::atomic<bool>& interrupt)
    : stop_(stop), input_(source_.file(), most_line_bytes, stop, &interrupt), terminal_(::isatty(STDIN_FILENO) == 1) {
  if (terminal_ && ::isatty(STDOUT_FILENO) == 1) editor_ = std::make_unique<Editor>(*this);
}

#else

bool edits_lines() { return false; }

class Lines::Editor {
 public:
  Got next(const std::string&, std::string&) { return Got::end; }
};

Lines::Lines(const base::Stop& stop, const std::atomic<bool>& interrupt)
    : stop_(stop), input_(source_.file(), most_line_bytes, stop, &interrupt), terminal_(::isatty(STDIN_FILENO) == 1) {}

#endif

Lines::Source::Source() : file_(-1) {
  if (const char* const name = ::ttyname(STDIN_FILENO); name != nullptr) {
    file_ = ::open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }
  if (file_ < 0) file_ = STDIN_FILENO;
}

Lines::Source::~Source() {
  if (file_ != STDIN_FILENO) ::close(file_);
}

Lines::~Lines() = default;

Lines::Got Lines::next(const std::string& prompt, std::string& line) {
  if (editor_ != nullptr) return editor_->next(prompt, line);
  if (terminal_) print(prompt);
  const Got got = plain(line);
  if (terminal_ && got == Got::interrupted) print("\n");
  return got;
}

Lines::Got Lines::plain(std::string& line) {
  switch (input_.next(line)) {
    case base::Lines::Next::line:
      return Got::line;
    case base::Lines::Next::too_long:
      throw base::InputError("this line is too long");
    case base::Lines::Next::interrupted:
      return Got::interrupted;
    case base::Lines::Next::end:
      break;
  }
  return Got::end;
}

}  // namespace waymark::cli
