#include "cli/commands/interactive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/lines.hpp"
#include "base/quantities.hpp"
#include "check/plan/property.hpp"
#include "cli/commands/commands.hpp"
#include "cli/terminal/lines.hpp"
#include "cli/terminal/terminal.hpp"
#include "report/place.hpp"
#include "report/text.hpp"
#include "report/trail.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

namespace {

using debug::Halt;
using debug::Stepper;

constexpr std::size_t most_told = 20;  // steps of a longer run

constexpr std::string_view help_text =
    "  N            take choice N\n"
    "  (nothing)    take the choice ahead, or the only one\n"
    "  forward N    the same N times\n"
    "  back N       take back N choices\n"
    "  go N         to step N, behind or ahead\n"
    "  run N        N steps, at random where nothing lies ahead\n"
    "  until E      run until expression E holds\n"
    "  watch E      run to the next change of E\n"
    "  last E       back to the last change of E\n"
    "  break P      halt before a step that runs the line P, FILE:LINE or LINE; break P if E: where E holds\n"
    "  delete N     delete breakpoint N\n"
    "  choices      the choices here\n"
    "  print E      the value of a variable or expression\n"
    "  state        all variables\n"
    "  where        where every process or thread stands\n"
    "  list         the source where the next step starts; list P: at a line\n"
    "  trail        all steps so far\n"
    "  save FILE    write them as a trail, for 'waymark replay'\n"
    "  quit         leave; so does the end of the input\n"
    "  A command may be shortened: the first one above that fits is taken. Ctrl-C ends a command that runs.\n";

class Hand {
 public:
  Hand(const load::Program& program, const debug::Start& start, const base::Stop& stop)
      : program_(program),
        stop_(stop),
        format_(standard_output_format()),
        debugger_(program, start, stop, &ActionInterrupt::flag()) {}

  int run() {
    Lines lines(stop_, ActionInterrupt::flag());
    std::optional<ActionInterrupt> interrupt;
    if (lines.at_terminal()) interrupt.emplace();
    debugger_.go(debugger_.start().at);
    tell_from(walk_.choices());
    for (;;) {
      ActionInterrupt::clear();
      try {
        std::string line;
        const Lines::Got got = lines.next(fmt::format("step {}> ", walk_.steps()), line);
        if (got == Lines::Got::interrupted) continue;
        if (got == Lines::Got::end) return exit_holds;
        ActionInterrupt::clear();
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
    static constexpr std::array orders{
        Order{"forward", &Hand::forward}, Order{"back", &Hand::back},     Order{"go", &Hand::go_to},
        Order{"run", &Hand::run_on},      Order{"until", &Hand::until},   Order{"watch", &Hand::watch},
        Order{"last", &Hand::last},       Order{"break", &Hand::stop_at}, Order{"delete", &Hand::forget},
        Order{"choices", &Hand::choices}, Order{"print", &Hand::show},    Order{"state", &Hand::state},
        Order{"where", &Hand::where},     Order{"list", &Hand::list},     Order{"trail", &Hand::trail},
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
    tell(debugger_.take(static_cast<std::uint32_t>(number - 1)), before);
  }

  void forward(const std::string& rest) {
    const std::uint64_t before = walk_.choices();
    const Halt halt = debugger_.forward(count_of(rest, 1));
    if (walk_.choices() == before && halt.why == Halt::Why::end) {
      throw base::InputError(walk_.width() == 0 ? "nothing goes on from here; 'back' leads back"
                                                : "nothing lies ahead; choose by number");
    }
    tell(halt, before);
  }

  void back(const std::string& rest) {
    if (walk_.choices() == 0) throw base::InputError("this is the initial state");
    const Halt halt = debugger_.back(count_of(rest, 1));
    tell(halt, walk_.choices());
  }

  void go_to(const std::string& rest) {
    const std::uint64_t wanted = count_of(rest, walk_.steps());
    const Halt halt = debugger_.go(wanted);
    tell(halt, walk_.choices());
    if (halt.why == Halt::Why::end) {
      throw base::InputError(fmt::format("what lies ahead ends after {}", base::counted(walk_.steps(), "step")));
    }
  }

  void run_on(const std::string& rest) {
    const std::uint64_t before = walk_.choices();
    tell(debugger_.run(count_of(rest, debugger_.start().most_steps)), before);
  }

  static void demand(const std::string& rest, std::string_view command) {
    if (rest.empty()) {
      throw base::InputError(fmt::format("{} what? an expression of the program is expected", command));
    }
  }
  static std::string absent(const std::string& expression) {
    return fmt::format("  {} has no value here: a variable of it does not exist in this state, or has no value.\n",
                       report::printable(expression));
  }
  [[nodiscard]] std::optional<std::string> value(const std::string& expression) {
    return debugger_.show(expression, debugger_.current_actor(), 0);
  }

  void until(const std::string& rest) {
    demand(rest, "until");
    const std::uint64_t before = walk_.choices();
    const Halt halt = debugger_.until(rest);
    tell(halt, before);
    if (halt.why == Halt::Why::expression) {
      print(fmt::format("  {} holds.\n", report::printable(rest)));
      return;
    }
    print(fmt::format("  {} did not come to hold within {}.\n", report::printable(rest),
                      base::counted(walk_.choices() - before, "choice")));
    if (!value(rest)) print(absent(rest));
  }

  void watch(const std::string& rest) {
    demand(rest, "watch");
    const std::optional<std::string> old = value(rest);
    const std::uint64_t before = walk_.choices();
    const Halt halt = debugger_.to_next_change(rest);
    tell(halt, before);
    if (halt.why == Halt::Why::expression) {
      print(change(rest, old, value(rest)));
    } else {
      print(fmt::format("  {} did not change within {}.\n", report::printable(rest),
                        base::counted(walk_.choices() - before, "choice")));
    }
  }

  void last(const std::string& rest) {
    demand(rest, "last");
    const std::optional<std::string> now = value(rest);
    const Halt halt = debugger_.to_last_change(rest);
    tell(halt, walk_.choices());
    if (halt.why == Halt::Why::expression) {
      print(change(rest, value(rest), now));
    } else if (halt.why == Halt::Why::end) {
      print(fmt::format("  {} has had this value since the initial state.\n", report::printable(rest)));
    }
  }

  [[nodiscard]] std::string change(const std::string& expression, const std::optional<std::string>& before,
                                   const std::optional<std::string>& after) const {
    return fmt::format("  {}: {} {} {}\n", report::printable(expression),
                       report::printable(before.value_or("no value")), format_.unicode ? "→" : "->",
                       report::printable(after.value_or("no value")));
  }

  // A line of the file in which the next step starts, or of the file that is named.
  [[nodiscard]] report::Place place(const std::string& text) {
    if (const auto line = number_of(text); line && *line > 0 && *line <= UINT32_MAX) {
      const auto here = report::place_of(location());
      if (!here) throw base::InputError("which file? FILE:LINE is expected");
      return {here->file, static_cast<std::uint32_t>(*line)};
    }
    const auto place = report::place_of(text);
    if (!place)
      throw base::InputError(fmt::format("'{}' is no line; FILE:LINE or LINE is expected", report::printable(text)));
    return *place;
  }
  [[nodiscard]] std::string location() {
    const auto standing = debugger_.standing(debugger_.current_actor());
    return standing ? standing->location : "";
  }

  void stop_at(const std::string& rest) {
    const std::size_t word = std::min(rest.find(' '), rest.size());
    std::string condition = rest.substr(word);
    if (!condition.empty()) {
      const std::size_t begin = condition.find_first_not_of(' ');
      condition = condition.substr(begin);
      if (!condition.starts_with("if ")) throw base::InputError("'break LINE if EXPRESSION' is expected");
      condition = condition.substr(std::min(condition.find_first_not_of(' ', 3), condition.size()));
      demand(condition, "break if");
      (void)value(condition);  // refuses what is no expression
    }
    const report::Place at = place(rest.substr(0, word));
    const std::uint32_t id = debugger_.breakpoints().add(at.file, at.line, condition);
    print(fmt::format("  Breakpoint {} at {}:{}{}.\n", id, report::printable(at.file), at.line,
                      condition.empty() ? "" : " if " + report::printable(condition)));
  }

  void forget(const std::string& rest) {
    const std::uint64_t id = count_of(rest, 0);
    if (id > UINT32_MAX || !debugger_.breakpoints().remove(static_cast<std::uint32_t>(id))) {
      throw base::InputError("there is no breakpoint of that number");
    }
    print(fmt::format("  Breakpoint {} is deleted.\n", id));
  }

  void choices(const std::string&) { tell_from(walk_.choices()); }

  void show(const std::string& rest) {
    demand(rest, "print");
    const std::optional<std::string> found = value(rest);
    print(found ? fmt::format("  {} = {}\n", report::printable(rest), report::printable(*found)) : absent(rest));
  }

  void state(const std::string&) {
    const auto lines = [](const std::vector<model::Value>& values) {
      std::string text;
      for (const model::Value& it : values) {
        text += fmt::format("    {} = {}\n", report::printable(it.name), report::printable(it.value));
      }
      return text;
    };
    const std::string globals = lines(debugger_.globals());
    std::string text = globals.empty() ? "" : "  Variables:\n" + globals;
    for (const model::Standing& one : debugger_.standings()) {
      for (std::size_t frame = 0; frame < std::max<std::size_t>(one.stack.size(), 1); ++frame) {
        const std::string locals = lines(debugger_.locals(one.actor, frame));
        if (locals.empty()) continue;
        const std::string call = one.stack.empty() ? "" : ", " + one.stack[frame].text;
        text += fmt::format("  {}{}:\n{}", report::printable(one.who), report::printable(call), locals);
      }
    }
    print(text.empty() ? "  There are no variables.\n" : text);
  }

  void where(const std::string&) {
    report::Story story;
    story.standings = debugger_.standings();
    const std::string text = report::who_stands_where(story, format_);
    print(text.empty() ? "  The program does not say.\n" : text.substr(1));
  }

  void list(const std::string& rest) {
    std::string at = location();
    if (!rest.empty()) {
      const report::Place asked = place(rest);
      at = fmt::format("{}:{}", asked.file, asked.line);
    }
    const std::string text = at.empty() ? "" : report::excerpt(at, format_, debugger_.start().folders);
    if (text.empty())
      throw base::InputError(at.empty() ? "no line is known here"
                                        : report::printable(at) + ": this line cannot be read");
    print(fmt::format("  {}\n{}", report::printable(at), text));
  }
  void trail(const std::string&) {
    print(walk_.choices() == 0 ? "  This is the initial state.\n" : report::trail_as_steps(story_from(0), format_));
  }
  void help(const std::string&) { print(help_text); }

  void save(const std::string& rest) {
    if (rest.empty()) throw base::InputError("save where? a file is expected");
    report::TrailFile trail{program_.path, program_.fit(), debugger_.start().invariants, violation_here(),
                            walk_.path()};
    trail.slice = debugger_.start().slice;
    trail.judged = debugger_.start().judged;
    trail.shown = program_.derivation.shown;
    base::write_file(rest, report::write_trail(trail));
    print(fmt::format("  {} saved in {}.\n", base::counted(walk_.steps(), "step"), report::printable(rest)));
  }

  [[nodiscard]] model::Violation violation_here() {
    const auto found = debugger_.violation();
    if (found) return *found;
    return {std::string(report::no_violation), fmt::format("the first {}", base::counted(walk_.steps(), "step")), ""};
  }

  // Why it halted, behind what was done since that choice.
  void tell(const Halt& halt, std::uint64_t first) {
    tell_from(first);
    if (halt.why == Halt::Why::interrupted) print("  Interrupted.\n");
    for (const std::uint32_t id : halt.breakpoints) print(fmt::format("  Breakpoint {}.\n", id));
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
    if (debugger_.start().cycle == walk_.choices()) text += "; from here on, again and again";
    text += "\n";
    const auto found = debugger_.violation();
    if (found && found->kind == base::name(check::Property::invariant)) {
      text += fmt::format("violation: invariant {}\n", report::printable(found->detail));
    } else if (found && found->kind != base::name(check::Property::deadlock)) {
      text += "violation: " + report::printable(found->kind) + report::what_and_where(*found, format_);
    }
    return text;
  }

  std::string what_can_be_done() {
    if (walk_.width() == 0) {
      if (!walk_.at_state()) return "  Nothing goes on from here.\n";
      if (!walk_.deadlocked()) return "  Everybody is at a proper end.\n";
      return "violation: deadlock\n  " + model::deadlock().detail + "\n";
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
  const base::Stop& stop_;
  report::Format format_;
  debug::Debugger debugger_;
  Stepper& walk_ = debugger_.walk();
};

}  // namespace

int debug_by_hand(const load::Program& program, const debug::Start& start, const base::Stop& stop) {
  return Hand(program, start, stop).run();
}

}  // namespace waymark::cli
