// Calls of the library as one step, compared with calls in steps.
//
//   library_runner CLASSES PROGRAMS.json MOST [NAME...]
//
// PROGRAMS.json says of each program: `outcomes`, the exact set of lines it can print if calls are one step; or `sees`,
// some that have to be among them; and `loses`, a documented reason for which lines may be missing. What is seen with
// calls as one step has to be seen with calls in steps, and what is not seen needs that reason. A program that has more
// than MOST states is not compared. Contract 1 is looked at as well: by rewinding and by unpacking the same is
// enabled in the same states.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "java/exploring.hpp"

namespace {

using namespace waymark;
using tests::Back;
using tests::explore;
using tests::Explored;

using Lines = std::set<std::string>;

std::unique_ptr<java::JavaModel> make(const classpath::ClassPath& path, const java::Settings& settings,
                                      const std::shared_ptr<java::Journal>& journal) {
  auto checker = std::make_unique<java::JavaModel>(tests::source_of(path), settings, journal);
  checker->key(model::Key::quick());
  (void)checker->reduce({});
  return checker;
}

// Reduced, with what the reduction presumes invalidated as far as need be.
Explored explored(const classpath::ClassPath& path, const std::string& name, java::LibraryCalls library,
                  std::size_t most, bool both_ways) {
  java::Settings settings;
  const auto journal = std::make_shared<java::Journal>();
  settings.main_class = name;
  settings.library = library;
  while (true) {
    const auto checker = make(path, settings, journal);
    Explored found = explore(*checker, Back::rewind, most);
    if (found.invalidated && java::refute(journal->dropped, *found.invalidated)) continue;
    if (both_ways && found.whole) {
      tests::compare(*checker, found.seen, explore(*checker, Back::unpack).seen, found.lines);
    }
    return found;
  }
}

class Comparison {
 public:
  Comparison(const classpath::ClassPath& path, std::size_t most) : path_(path), most_(most) {}

  void look_at(const std::string& name, const nlohmann::json& asked) {
    ++programs_;
    const Explored one = explored(path_, name, java::LibraryCalls::atomic, most_, true);
    if (!one.whole) return;
    states_ += one.seen.size();
    if (asked.contains("outcomes") && one.lines != asked["outcomes"].get<Lines>()) {
      fault(fmt::format("{}: prints {}", name, fmt::join(one.lines, " | ")));
    }
    if (asked.contains("states") && one.seen.size() > asked["states"].get<std::size_t>()) {
      fault(fmt::format("{}: has {} states", name, one.seen.size()));
    }
    for (const auto& line : asked.value("sees", Lines{})) {
      if (one.lines.count(line) == 0) fault(fmt::format("{}: never prints '{}'", name, line));
    }
    const Explored steps = explored(path_, name, java::LibraryCalls::steps, most_, false);
    if (!steps.whole) return;
    ++compared_;
    in_steps_ += steps.seen.size();
    compare(name, one.lines, steps.lines, asked.value("loses", ""));
  }

  // Whether all was well.
  [[nodiscard]] bool tell() const {
    fmt::print("{} programs with {} states, calls being one step; {} were compared, whose calls in steps have {}\n",
               programs_, states_, compared_, in_steps_);
    for (const auto& [reason, count] : explained_) fmt::print("  {} lost outcomes: {}\n", count, reason);
    return faults_ == 0;
  }
  [[nodiscard]] bool enough() const { return 2 * compared_ >= programs_; }

 private:
  void compare(const std::string& name, const Lines& one, const Lines& steps, const std::string& reason) {
    for (const std::string& line : one) {
      if (steps.count(line) == 0) fault(fmt::format("{}: '{}' is seen with calls as one step only", name, line));
    }
    Lines lost;
    for (const std::string& line : steps) {
      if (one.count(line) == 0) lost.insert(line);
    }
    if (lost.empty()) return;
    if (reason.empty()) return fault(fmt::format("{}: lost: {}", name, fmt::join(lost, " | ")));
    ++explained_[reason];
  }
  void fault(const std::string& text) {
    ++faults_;
    fmt::print("{}\n", text);
  }

  const classpath::ClassPath& path_;
  std::size_t most_;
  std::size_t programs_ = 0;
  std::size_t compared_ = 0;
  std::size_t states_ = 0;
  std::size_t in_steps_ = 0;
  std::size_t faults_ = 0;
  std::map<std::string, std::size_t> explained_;
};

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw std::runtime_error("library_runner: error: classes, programs and a number are expected");
    const Lines wanted(argv + 4, argv + argc);
    const auto programs = nlohmann::json::parse(std::ifstream(argv[2]));
    const classpath::ClassPath path({argv[1]}, classpath::Image::open(classpath::find_jdk_image("")));
    Comparison comparison(path, std::stoul(argv[3]));
    for (const auto& [name, asked] : programs.items()) {
      if (wanted.empty() || wanted.count(name) != 0) comparison.look_at(name, asked);
    }
    const bool good = comparison.tell();
    if (!comparison.enough()) fmt::print("less than half was compared, which proves nothing\n");
    return good && comparison.enough() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
