#include "load/java.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "base/installed.hpp"
#include "base/mutex.hpp"
#include "classpath/class_path.hpp"
#include "java/java_model.hpp"
#include "java/program/class_ledger.hpp"
#include "java/program/files.hpp"
#include "java/program/scenario.hpp"
#include "java/program/start.hpp"
#include "java/program/tests.hpp"
#include "load/program_options.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_frames = std::uint64_t{1} << 20;
constexpr std::string_view java_text = "java ";  // with which the options of a Java program begin

java::ClassSource source_of(const std::shared_ptr<java::ClassLedger>& classes) {
  return [classes](std::string_view name, java::Bytes& out) {
    std::optional<classpath::Contents> found = classes->find(name);
    if (!found) return false;
    out.lasting = found->bytes;
    out.keeper = found->keeper;
    out.library = found->from_jdk || (found->from_waymark && name.starts_with("waymark/internal/"));
    out.origin = found->origin;
    return true;
  };
}

// What the program finds around it.
void set_surroundings(java::Settings& settings, const Source& source) {
  constexpr std::uint64_t most_input_bytes = 1u << 24;
  settings.files =
      std::make_shared<const java::Files>(java::read_files(source.java.files, source.java.jdk, settings.stop));
  if (!source.java.stdin_file.empty()) settings.input = base::read_file(source.java.stdin_file, most_input_bytes);
  settings.environment = java::pairs_of(source.java.environment, "--env");
  settings.system_properties = java::pairs_of(source.defines, "--define");
}

// What verdicts always take for granted.
void tell_assumptions(Program& program, const Source& source) {
  if (source.java.timeouts == java::Timeouts::last) program.view = " assuming that time-outs come last";
  if (source.java.timeouts == java::Timeouts::never) program.view = " assuming that time-outs never come";
  if (!program.view.empty()) program.rests_on.push_back(program.view.substr(1));
}

LibraryCalls library_calls(const java::Options& options) {
  LibraryCalls calls;
  calls.how = base::name(options.library.value);
  calls.asked = options.library.by_user;
  if (options.library == java::LibraryCalls::steps) return calls;
  calls.taken_for = "calls into classes that are documented to be safe for threads being one step (docs/use/java.md)";
  for (const std::string& package : options.library_packages) calls.taken_for += ", and those of " + package;
  return calls;
}

}  // namespace

namespace {

std::shared_ptr<java::ClassLedger> open_classes(const std::vector<std::string>& entries, const Source& source,
                                                const base::Stop* stop) {
  return std::make_shared<java::ClassLedger>(entries, base::installed_file("waymark-library.jar"),
                                             classpath::Image::open(classpath::find_jdk_image(source.java.jdk)), stop);
}

// What the program asked of the world around it, and to which there was one answer.
std::vector<Restriction> restrictions_of(const java::Surroundings& surroundings, const java::Settings& settings) {
  using Asked = java::Surroundings::Asked;
  std::vector<Restriction> all;
  if (surroundings.asked(Asked::random)) {
    const std::uint64_t numbers = surroundings.random_numbers();
    all.push_back(restriction_without("--random"));
    const bool few = numbers != 0 && numbers != java::Surroundings::too_many;
    if (few) all.back().remedy = fmt::format("--random {} explores all", numbers);
  }
  if (surroundings.asked(Asked::clock)) all.push_back({"with a clock that only time-outs advance", ""});
  if (surroundings.asked(Asked::input)) {
    all.push_back(restriction_without("--stdin"));
    if (!settings.input.empty()) all.back().what = "for one standard input";
  }
  if (surroundings.asked(Asked::environment)) all.push_back(restriction_without("--env"));
  for (const std::string& name : surroundings.absent_variables()) {
    all.push_back({"without the variable " + name, fmt::format("--env {}=VALUE gives it", name)});
  }
  for (const std::string& path : surroundings.absent_files()) {
    all.push_back({"without the file " + path, "--files PATH gives it"});
  }
  if (surroundings.asked(Asked::weak_references)) all.push_back(restriction_without("--weak"));
  if (surroundings.asked(Asked::shutdown_hooks)) all.push_back({"without shutdown hooks", ""});
  if (surroundings.asked(Asked::lonely_waits)) all.push_back(restriction_without("--spurious"));
  return all;
}

class JavaFrontEnd final : public FrontEnd {
 public:
  JavaFrontEnd(std::shared_ptr<java::ClassLedger> classes, java::Settings settings,
               std::shared_ptr<java::Journal> journal)
      : classes_(std::move(classes)),
        settings_(std::move(settings)),
        journal_(std::move(journal)),
        files_(java::digest_of_files(*settings_.files)) {}

  [[nodiscard]] script::Digest text_digest() const override {
    return digest(hexadecimal(classes_->digest()) + hexadecimal(files_));
  }
  [[nodiscard]] std::string invalidated() const override { return journal_->dropped.all().text(); }
  [[nodiscard]] bool invalidate(std::string_view text) const override { return journal_->dropped.read(text); }
  [[nodiscard]] bool invalidated_by(const model::Violation& violation) const override {
    return java::refute(journal_->dropped, violation);
  }
  [[nodiscard]] bool library_matters() const override {
    return journal_->library_matters.load(std::memory_order_relaxed);
  }
  [[nodiscard]] std::vector<model::Race> races() const override { return journal_->races.all(); }
  [[nodiscard]] std::optional<model::Contacts> contacts() const override { return journal_->contacts.all(); }
  [[nodiscard]] std::vector<std::string> taken_for_granted() const override {
    std::vector<std::string> notes;
    if (journal_->early_timeout.load(std::memory_order_relaxed)) {
      notes.emplace_back(
          "A wait times out here while others could still go on; --timeouts last leaves such time-outs out.");
    }
    for (const std::string& who : journal_->surroundings.spinning()) {
      notes.push_back(fmt::format("{} can spin for ever: no other thread can go on there.", who));
    }
    constexpr std::uint64_t much = 200'000'000;
    const java::Surroundings::Work work = journal_->surroundings.work();
    if (work.in_long_steps > much && work.in_long_steps * 2 > work.all) {
      notes.push_back(fmt::format("{} % of the work was long steps of one thread, most of them at {}.",
                                  work.in_long_steps * 100 / work.all, work.place));
    }
    return notes;
  }
  [[nodiscard]] std::vector<Restriction> restrictions() const override {
    return restrictions_of(journal_->surroundings, settings_);
  }

 private:
  std::shared_ptr<java::ClassLedger> classes_;
  java::Settings settings_;
  std::shared_ptr<java::Journal> journal_;
  script::Digest files_;
};

// The first model runs the program on trial, to learn which classes of the library it uses. The others need not.
ModelFactory java_models(java::ClassSource source, const java::Settings& settings,
                         const std::shared_ptr<java::Journal>& journal) {
  struct Learnt {
    base::Mutex mutex;
    std::vector<std::string> preload GUARDED_BY(mutex);
  };
  return [source = std::move(source), settings, journal, learnt = std::make_shared<Learnt>()] {
    java::Settings own = settings;
    {
      const base::Lock lock(learnt->mutex);
      own.preload = learnt->preload;
    }
    auto model = std::make_unique<java::JavaModel>(source, own, journal);
    const base::Lock lock(learnt->mutex);
    if (learnt->preload.empty()) learnt->preload = model->vm().settings().preload;
    return model;
  };
}

java::Resource resource_of(const classpath::Contents& contents) {
  const bool in_jar = contents.origin.find("!/") != std::string::npos;
  const std::string whole = std::filesystem::absolute(contents.origin).lexically_normal().string();
  return {.url = (in_jar ? "jar:file:" : "file:") + whole,
          .bytes = std::string(contents.bytes.begin(), contents.bytes.end())};
}

void refuse_absent(const std::string& main, java::ClassLedger& classes) {
  std::string name = main;
  std::replace(name.begin(), name.end(), '.', '/');
  if (classes.find(name)) return;
  throw base::InputError(
      fmt::format("waymark: error: class {} is not found on the class path{}", main, classes.did_you_mean(main)));
}

// The one test that is asked for becomes the program.
void take_test(java::Main& main, std::vector<std::string>& arguments, java::ClassLedger& classes,
               const std::string& asked) {
  std::vector<java::JavaTest> tests = java::find_tests(classes, asked);
  if (tests.size() != 1) {
    throw base::InputError(
        fmt::format("waymark: error: --test {}: these are {} tests, and one is expected here, such as "
                    "--test '{}'",
                    asked, tests.size(), tests.front().name));
  }
  if (tests.front().arguments.empty()) {
    throw base::InputError(fmt::format("waymark: error: --test {}: {}", asked, tests.front().why_not));
  }
  main.name = java::test_run_class;
  arguments = std::move(tests.front().arguments);
}

// The scenario becomes the program.
void take_scenario(java::Main& main, java::Settings& settings, java::ClassLedger& classes,
                   const java::Scenario& scenario) {
  refuse_absent(scenario.tested.name, classes);
  refuse_absent(scenario.twin.name, classes);
  main.name = java::scenario_class;
  settings.arguments = java::words_of(scenario);
  settings.package_in_steps = java::package_of(scenario);
}

}  // namespace

// The text of --library is the last before what the program is given.
bool java_calls_in_steps(std::string_view own_options) {
  const std::string_view own = own_options.substr(0, own_options.find(" ["));
  return own.starts_with(java_text) && own.ends_with(" library steps");
}

std::string java_options(const Source& source, std::string_view main_class) {
  return fmt::format("{}{} symmetry canonical gc mark-sweep{}", java_text, base::escaped(main_class, " ;[]"),
                     said_options(source, "java"));
}

std::vector<std::string> java_arguments(const Source& source) {
  std::vector<std::string> all = source.arguments;
  all.insert(all.end(), source.behind.begin(), source.behind.end());
  return all;
}

std::vector<java::JavaTest> java_tests(const Source& source, const base::Stop* stop) {
  std::vector<std::string> entries;
  if (!source.classpath.empty()) entries = classpath::split_class_path(source.classpath);
  return java::find_tests(*open_classes(entries, source, stop), source.test);
}

void load_java(Program& program, const Source& source, const base::Stop* stop) {
  java::Main main = java::find_main(source.program, source.classpath, !source.java.linearizable.empty());
  const std::shared_ptr<java::ClassLedger> classes = open_classes(main.entries, source, stop);
  java::Settings settings;
  settings.arguments = java_arguments(source);
  if (!source.test.empty()) {
    take_test(main, settings.arguments, *classes, source.test);
    program.path = source.test;
  }
  if (!source.java.linearizable.empty()) {
    const java::Scenario scenario = java::read_scenario(source.java.linearizable);
    take_scenario(main, settings, *classes, scenario);
    program.path = java::text_of(scenario);
    program.is_scenario = true;
  }
  refuse_absent(main.name, *classes);
  Source run = source;
  run.java.frames = std::min(source.java.frames, most_frames);
  java::check_packages(run.java);
  static_cast<java::Options&>(settings) = run.java;
  settings.main_class = main.name;
  settings.spurious = source.spurious;
  settings.races = source.judged.races;
  settings.stop = stop;
  set_surroundings(settings, source);
  const std::filesystem::path image = classpath::find_jdk_image(source.java.jdk);
  settings.jdk_has_file = [home = image.parent_path().parent_path()](std::string_view path) {
    std::error_code fault;
    return std::filesystem::exists(home / path, fault);
  };
  settings.jdk_resource = [classes](std::string_view path, std::string& bytes) {
    const std::optional<classpath::Contents> found = classes->find_in_jdk(path);
    if (found) bytes.assign(found->bytes.begin(), found->bytes.end());
    return found.has_value();
  };
  settings.class_path_resources = [classes](std::string_view path, std::vector<java::Resource>& out) {
    std::optional<std::vector<classpath::Contents>> found = classes->find_resources(path);
    if (!found) return false;
    for (classpath::Contents& it : *found) out.push_back(resource_of(it));
    return true;
  };
  const auto journal = std::make_shared<java::Journal>();
  program.front_end = std::make_shared<const JavaFrontEnd>(classes, settings, journal);
  run.arguments = settings.arguments;
  run.behind.clear();
  run.java.input = settings.input;
  program.derivation.own = java_options(run, main.name);
  program.library = library_calls(run.java);
  tell_assumptions(program, source);
  program.has_exceptions = true;
  program.words_differ = true;
  program.whole_cycles = "cycles of Java programs are judged with all steps";
  program.rests_on.emplace_back("the Java virtual machine and its native methods");
  program.rests_on.emplace_back("the class files that the digest covers");
  program.make = java_models(source_of(classes), settings, journal);
}

}  // namespace waymark::load
