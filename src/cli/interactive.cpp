#include "cli/interactive.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <random>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/lines.hpp"
#include "base/quantities.hpp"
#include "check/property.hpp"
#include "cli/commands.hpp"
#include "cli/stepper.hpp"
#include "cli/terminal.hpp"
#include "report/text.hpp"
#include "report/trail.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

constexpr std::size_t most_told = 20;  // steps of a longer run
constexpr std::size_t most_line = 1u << 16;
constexpr std::uint64_t most_choices_inside = 1u << 20;

constexpr std::string_view help_text =
    "  N          take choice N\n"
    "  (nothing)  take what lies ahead, or the only choice\n"
    "  forward N  the same N times\n"
    "  back N     take back N choices\n"
    "  go N       to step N of what was gone and of what lies ahead\n"
    "  run N      go on for N steps, at random where nothing lies ahead\n"
    "  until E    run until E holds, an expression of the program as for --invariant\n"
    "  list       what there is to choose from\n"
    "  where      where everybody stands\n"
    "  trail      all steps so far\n"
    "  save FILE  keep them as a trail, for 'waymark replay'\n"
    "  quit       leave; so does the end of the input\n"
    "  The first letter is enough.\n";

class Hand {
 public:
  Hand(const load::Program& program, const HandStart& start, const base::Stop& stop)
      : program_(program),
        start_(start),
        stop_(stop),
        format_(standard_output_format()),
        walk_(program, start.invariants, start.ahead),
        coin_(start.seed) {}

  int run() {
    base::Lines lines(STDIN_FILENO, most_line, stop_);
    const bool asks = ::isatty(STDIN_FILENO) == 1;
    go(start_.at);
    tell_from(walk_.choices());
    for (;;) {
      if (asks) print(fmt::format("step {}> ", walk_.steps()));
      std::string line;
      const base::Lines::Next next = lines.next(line);
      if (next == base::Lines::Next::end) return exit_holds;
      try {
        if (next == base::Lines::Next::too_long) throw base::InputError("this line is too long");
        if (!obey(line)) return exit_holds;
      } catch (const base::InputError& fault) {
        print(std::string(fault.what()) + "\n");
      }
    }
  }

 private:
  struct Order {
    std::string_view name;
    void (Hand::*act)(const std::string& rest);
  };

  // False: that was the last one.
  bool obey(const std::string& line) {
    static constexpr std::array orders{Order{"forward", &Hand::forward}, Order{"back", &Hand::back},
                                       Order{"go", &Hand::go_to},        Order{"run", &Hand::run_on},
                                       Order{"until", &Hand::until},     Order{"list", &Hand::list},
                                       Order{"where", &Hand::where},     Order{"trail", &Hand::trail},
                                       Order{"save", &Hand::save},       Order{"help", &Hand::help}};
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos) {
      forward("");
      return true;
    }
    const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
    const std::string word = line.substr(begin, end - begin);
    const std::size_t rest = std::min(line.find_first_not_of(" \t\r", end), line.size());
    const std::string argument = line.substr(rest, line.find_last_not_of(" \t\r") + 1 - rest);
    if (std::string_view("quit").starts_with(word)) return false;
    if (const auto number = number_of(word)) {
      choose(*number);
      return true;
    }
    for (const Order& order : orders) {
      if (!order.name.starts_with(word)) continue;
      (this->*order.act)(argument);
      return true;
    }
    throw base::InputError(fmt::format("'{}' is no command; 'help' tells which there are", report::printable(word)));
  }

  static std::optional<std::uint64_t> number_of(const std::string& word) {
    std::uint64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, number);
    if (word.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return number;
  }
  static std::uint64_t count_of(const std::string& rest, std::uint64_t otherwise) {
    if (rest.empty()) return otherwise;
    const auto number = number_of(rest);
    if (!number) throw base::InputError(fmt::format("'{}' is no number", report::printable(rest)));
    return *number;
  }

  void choose(std::uint64_t number) {
    if (number == 0 || number > walk_.width()) {
      throw base::InputError(walk_.width() == 0 ? "there is nothing to choose from; 'back' leads back"
                                                : fmt::format("there are the choices 1 to {}", walk_.width()));
    }
    const std::uint64_t before = walk_.choices();
    walk_.take(static_cast<std::uint32_t>(number - 1));
    tell_from(before);
  }

  void forward(const std::string& rest) {
    const std::uint64_t before = walk_.choices();
    for (std::uint64_t left = count_of(rest, 1); left > 0; --left) {
      if (walk_.leads_on()) {
        walk_.take(walk_.next());
      } else if (walk_.width() == 1 && walk_.ahead() == 0) {
        walk_.take(0);
      } else {
        break;
      }
    }
    if (walk_.choices() == before) {
      throw base::InputError(walk_.width() == 0 ? "nothing goes on from here; 'back' leads back"
                                                : "nothing lies ahead; choose by number");
    }
    tell_from(before);
  }

  void back(const std::string& rest) {
    if (walk_.choices() == 0) throw base::InputError("this is the initial state");
    for (std::uint64_t left = count_of(rest, 1); left > 0 && walk_.choices() > 0; --left) walk_.back();
    tell_from(walk_.choices());
  }

  void go_to(const std::string& rest) {
    const std::uint64_t wanted = count_of(rest, walk_.steps());
    go(wanted);
    tell_from(walk_.choices());
    if (walk_.steps() < wanted) {
      throw base::InputError(fmt::format("what lies ahead ends after {}", base::counted(walk_.steps(), "step")));
    }
  }

  // To the state after so many steps, if it is known.
  void go(std::uint64_t step) {
    while (walk_.steps() > step || (walk_.choices() > 0 && !walk_.at_state())) walk_.back();
    while ((walk_.steps() < step || !walk_.at_state()) && walk_.leads_on()) walk_.take(walk_.next());
  }

  // One transition, from state to state, along what lies ahead or at random. False: nothing goes on.
  bool step_on() {
    for (std::uint64_t inside = 0; inside < most_choices_inside; ++inside) {
      stop_.poll();
      if (walk_.width() == 0) return false;
      const auto any =
          static_cast<std::uint32_t>(std::uniform_int_distribution<std::size_t>(0, walk_.width() - 1)(coin_));
      walk_.take(walk_.leads_on() ? walk_.next() : any);
      if (walk_.at_state()) return true;
    }
    return false;
  }

  void run_on(const std::string& rest) {
    const std::uint64_t before = walk_.choices();
    for (std::uint64_t left = count_of(rest, start_.most_steps); left > 0 && step_on() && !violated(); --left) {
    }
    tell_from(before);
  }

  void until(const std::string& rest) {
    if (rest.empty()) throw base::InputError("until what? an expression of the program is expected");
    std::vector<std::string> conditions = start_.invariants;
    conditions.push_back(rest);
    walk_.ask(conditions);
    const std::size_t wanted = conditions.size() - 1;
    const std::uint64_t before = walk_.choices();
    const std::uint64_t most = std::max<std::uint64_t>(start_.most_steps, walk_.ahead());
    bool reached = false;
    for (std::uint64_t left = most; left > 0 && !reached && step_on(); --left) {
      reached = walk_.holds(wanted);
      if (violated()) break;
    }
    tell_from(before);
    print(reached ? fmt::format("  {} holds.\n", report::printable(rest))
                  : fmt::format("  {} did not come to hold within {}.\n", report::printable(rest),
                                base::counted(walk_.choices() - before, "choice")));
  }

  void list(const std::string&) { tell_from(walk_.choices()); }
  void where(const std::string&) {
    report::Story story;
    story.standings = walk_.standings();
    const std::string text = report::who_stands_where(story, format_);
    print(text.empty() ? "  The program does not say.\n" : text.substr(1));
  }
  void trail(const std::string&) {
    print(walk_.choices() == 0 ? "  This is the initial state.\n" : report::trail_as_steps(story_from(0), format_));
  }
  void help(const std::string&) { print(help_text); }

  void save(const std::string& rest) {
    if (rest.empty()) throw base::InputError("save where? a file is expected");
    report::TrailFile trail{program_.path, program_.fit(), start_.invariants, violation(), walk_.path()};
    trail.slice = start_.slice;
    trail.races = start_.races;
    trail.shown = program_.shown;
    base::write_file(rest, report::write_trail(trail));
    print(fmt::format("  {} saved in {}.\n", base::counted(walk_.steps(), "step"), report::printable(rest)));
  }

  // What the way here shows.
  model::Violation violation() {
    if (const auto violation = walk_.violation(start_.invariants.size())) return *violation;
    return {std::string(report::no_violation), fmt::format("the first {}", base::counted(walk_.steps(), "step")), ""};
  }

  bool failed() const { return walk_.choices() > 0 && walk_.last().became == model::Step::failed; }
  bool violated() { return failed() || broken_invariant().has_value(); }

  std::optional<std::string> broken_invariant() {
    for (std::size_t i = 0; walk_.at_state() && i < start_.invariants.size(); ++i) {
      if (!walk_.holds(i)) return start_.invariants[i];
    }
    return std::nullopt;
  }

  report::Story story_from(std::uint64_t first) const {
    report::Story story;
    story.steps = walk_.steps();
    for (std::uint64_t i = first; i < walk_.choices(); ++i)
      story.beats.push_back({walk_.told(i).step, walk_.told(i).events});
    return story;
  }

  // What was done since that choice, and what there is to choose from now.
  void tell_from(std::uint64_t first) {
    std::string text;
    if (walk_.choices() > first + most_told) {
      text += fmt::format("  ({} before; 'trail' shows all)\n",
                          base::counted(walk_.choices() - first - most_told, "choice"));
      first = walk_.choices() - most_told;
    }
    text += report::trail_as_steps(story_from(first), format_);
    print(text + how_it_is() + what_can_be_done());
  }

  std::string how_it_is() {
    std::string text = fmt::format("step {}", walk_.steps());
    if (walk_.ahead() > 0) text += fmt::format(", {} ahead", base::counted(walk_.ahead(), "choice"));
    if (!walk_.at_state() && walk_.width() > 0) text += ", inside an indivisible sequence";
    if (start_.cycle == walk_.choices()) text += "; from here on, again and again";
    text += "\n";
    if (failed()) {
      text += "violation: " + report::printable(walk_.last().violation.kind) +
              report::what_and_where(walk_.last().violation, format_);
    }
    if (const auto broken = broken_invariant())
      text += fmt::format("violation: invariant {}\n", report::printable(*broken));
    return text;
  }

  std::string what_can_be_done() {
    if (walk_.width() == 0) {
      if (!walk_.at_state()) return "  Nothing goes on from here.\n";
      return walk_.deadlocked() ? "violation: deadlock\n  Nothing can move, and not every process is at a proper end.\n"
                                : "  Everybody is at a proper end.\n";
    }
    report::Story story;
    std::string failing;
    for (std::uint32_t choice = 0; choice < walk_.width(); ++choice) {
      Stepper::Told told = walk_.preview(choice);
      if (told.became == model::Step::failed || told.became == model::Step::unsupported) {
        failing +=
            fmt::format("  Choice {} would be a violation: {}\n", choice + 1, report::printable(told.violation.detail));
      }
      story.beats.push_back({choice + 1, std::move(told.events)});
    }
    story.steps = walk_.width();
    std::string text = "  Next:\n" + report::trail_as_steps(story, format_) + failing;
    if (walk_.leads_on()) text += fmt::format("  Ahead lies {}.\n", walk_.next() + 1);
    return text;
  }

  const load::Program& program_;
  const HandStart& start_;
  const base::Stop& stop_;
  report::Format format_;
  Stepper walk_;
  std::mt19937_64 coin_;
};

}  // namespace

int walk_by_hand(const load::Program& program, const HandStart& start, const base::Stop& stop) {
  return Hand(program, start, stop).run();
}

}  // namespace waymark::cli
