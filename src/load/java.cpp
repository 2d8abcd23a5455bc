#include "load/java.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/escaped.hpp"
#include "base/files.hpp"
#include "base/installed.hpp"
#include "base/mutex.hpp"
#include "base/utf8.hpp"
#include "classpath/class_path.hpp"
#include "java/java_model.hpp"
#include "load/class_ledger.hpp"
#include "load/java_tests.hpp"
#include "load/linear.hpp"
#include "load/program_options.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_class_bytes = 1u << 26;
constexpr std::uint64_t most_frames = std::uint64_t{1} << 20;
constexpr std::string_view java_text = "java ";  // with which the options of a Java program begin

java::ClassSource source_of(const std::shared_ptr<ClassLedger>& classes) {
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

struct Main {
  std::vector<std::string> entries;  // of the class path
  std::string name;
};

Main find_main(const Source& source) {
  Main main;
  if (!source.classpath.empty()) main.entries = classpath::split_class_path(source.classpath);
  const std::filesystem::path file(source.program);
  if (file.extension() == ".jar") {
    main.entries.insert(main.entries.begin(), source.program);
    if (!source.java.linearizable.empty()) return main;
    main.name = classpath::Jar(source.program).attribute("Main-Class");
    if (main.name.empty()) {
      throw base::InputError(
          fmt::format("{}: error: its manifest names no Main-Class; write the class, with --classpath {}",
                      source.program, source.program));
    }
    return main;
  }
  if (file.extension() == ".class" && std::filesystem::exists(file)) {
    const std::string text = base::read_file(source.program, most_class_bytes);
    try {
      const auto read = java::read_class_file(std::vector<std::uint8_t>(text.begin(), text.end()), source.program);
      main.name = read->name;
    } catch (const java::BadClass& bad) {
      throw base::InputError(fmt::format("{}: error: {}", source.program, bad.what()));
    }
    if (main.entries.empty()) {
      std::filesystem::path root = std::filesystem::absolute(file).parent_path();
      const auto depth = std::count(main.name.begin(), main.name.end(), '/');
      for (auto i = depth; i > 0; --i) root = root.parent_path();
      main.entries.push_back(root.string());
    }
    std::replace(main.name.begin(), main.name.end(), '/', '.');
    return main;
  }
  main.name = source.program;
  return main;
}

// Packages that are taken to be safe for threads: names, and none of the JDK's, whose classes have a list of their own.
void check_packages(const java::Options& options) {
  const auto refuse = [](std::string_view package, std::string_view why) {
    throw base::InputError(fmt::format("waymark: error: --library-package {}: {}", package, why));
  };
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; };
  for (const std::string& package : options.library_packages) {
    if (options.library == java::LibraryCalls::steps)
      refuse(package, "is for --library atomic, where calls are one step");
    char before = '.';
    for (const char c : package + ".") {
      if (c == '.' ? before == '.' : !fits(c)) refuse(package, "a package is expected, such as app.queues");
      before = c;
    }
    for (const std::string_view jdk : {"java.", "javax.", "jdk.", "sun."}) {
      if ((package + ".").starts_with(jdk)) {
        refuse(package, "is the JDK's, whose classes that are safe for threads are known");
      }
    }
  }
}

using Files = std::map<std::string, std::string>;

// What java.util.logging and time zones read of the JDK's own directory.
constexpr std::string_view logging_settings =
    "handlers= java.util.logging.ConsoleHandler\n.level= INFO\njava.util.logging.ConsoleHandler.level = INFO\n"
    "java.util.logging.ConsoleHandler.formatter = java.util.logging.SimpleFormatter\n";

// And the security providers, which read what they may do. Those of java.base are there.
constexpr std::string_view security_settings =
    "security.provider.1=SUN\nsecurity.provider.2=SunRsaSign\nsecurity.provider.3=SunJSSE\n"
    "security.provider.4=SunJCE\nsecurity.provider.5=SunEC\nkeystore.type=pkcs12\ncrypto.policy="
    "unlimited\n"
    "ssl.KeyManagerFactory.algorithm=SunX509\nssl.TrustManagerFactory.algorithm=PKIX\n"
    "securerandom.strongAlgorithms=DRBG:SUN\n";
constexpr std::string_view every_cipher = "grant {\n    permission javax.crypto.CryptoAllPermission;\n};\n";

// What --files gives a program, all of it in memory: a jar may unpack to a thousand times its size.
class GivenFiles {
 public:
  explicit GivenFiles(const base::Stop* stop) : stop_(stop) {}

  void add(std::string path, std::string bytes) {
    constexpr std::uint64_t most_bytes = 1u << 28;
    base::poll(stop_);
    total_ += bytes.size();
    if (total_ > most_bytes) {
      throw base::InputError(fmt::format("waymark: error: --files: these are more than {} bytes", most_bytes));
    }
    if (stop_ != nullptr) stop_->poll_room(bytes.size());
    all_[std::move(path)] = std::move(bytes);
  }
  void poll() const { base::poll(stop_); }
  [[nodiscard]] Files take() { return std::move(all_); }

 private:
  const base::Stop* stop_;
  Files all_;
  std::uint64_t total_ = 0;
};

// Files by the paths by which a program may ask for them: whole ones, and those that begin where the command does,
// which is the root of what the program sees.
void read_files(const Source& source, GivenFiles& files) {
  constexpr std::uint64_t most_file_bytes = 1u << 26;
  namespace fs = std::filesystem;
  const auto add = [&](const fs::path& path) {
    std::string bytes = base::read_file(path.string(), most_file_bytes);
    files.add(fs::absolute(path).lexically_normal().string(), bytes);
    if (path.is_relative()) files.add("/" + path.lexically_normal().string(), std::move(bytes));
  };
  for (const std::string& given : source.java.files) {
    std::error_code fault;
    if (fs::is_regular_file(given, fault)) {
      add(given);
    } else if (fs::is_directory(given, fault)) {
      for (const fs::directory_entry& it : fs::recursive_directory_iterator(given)) {
        files.poll();
        if (it.is_regular_file()) add(it.path());
      }
    } else {
      throw base::InputError(fmt::format("waymark: error: --files {}: there is no such file or directory", given));
    }
  }
  files.add("/jdk/conf/logging.properties", std::string(logging_settings));
  files.add("/jdk/conf/security/java.security", std::string(security_settings));
  for (const std::string_view policy : {"default_US_export.policy", "default_local.policy"}) {
    files.add(fmt::format("/jdk/conf/security/policy/unlimited/{}", policy), std::string(every_cipher));
  }
  const fs::path zones = fs::path(classpath::find_jdk_image(source.java.jdk)).parent_path() / "tzdb.dat";
  std::error_code fault;
  if (fs::exists(zones, fault)) files.add("/jdk/lib/tzdb.dat", base::read_file(zones.string(), most_file_bytes));
  const fs::path xml = zones.parent_path().parent_path() / "conf" / "jaxp.properties";
  if (fs::exists(xml, fault)) files.add("/jdk/conf/jaxp.properties", base::read_file(xml.string(), most_file_bytes));
  const fs::path net = xml.parent_path() / "net.properties";
  if (fs::exists(net, fault)) files.add("/jdk/conf/net.properties", base::read_file(net.string(), most_file_bytes));
}

// What the program finds around it.
void set_surroundings(java::Settings& settings, const Source& source) {
  constexpr std::uint64_t most_input_bytes = 1u << 24;
  GivenFiles files(settings.stop);
  read_files(source, files);
  settings.files = std::make_shared<const Files>(files.take());
  if (!source.java.stdin_file.empty()) settings.input = base::read_file(source.java.stdin_file, most_input_bytes);
  settings.environment = java_pairs(source.java.environment, "--env");
  settings.system_properties = java_pairs(source.defines, "--define");
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

std::shared_ptr<ClassLedger> open_classes(const std::vector<std::string>& entries, const Source& source,
                                          const base::Stop* stop) {
  return std::make_shared<ClassLedger>(entries, base::installed_file("waymark-library.jar"),
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
  JavaFrontEnd(std::shared_ptr<ClassLedger> classes, java::Settings settings, std::shared_ptr<java::Journal> journal)
      : classes_(std::move(classes)),
        settings_(std::move(settings)),
        journal_(std::move(journal)),
        files_(digest_of_files(*settings_.files)) {}

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
  std::shared_ptr<ClassLedger> classes_;
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

void refuse_absent(const std::string& main, ClassLedger& classes) {
  std::string name = main;
  std::replace(name.begin(), name.end(), '.', '/');
  if (classes.find(name)) return;
  throw base::InputError(
      fmt::format("waymark: error: class {} is not found on the class path{}", main, classes.did_you_mean(main)));
}

// The one test that is asked for becomes the program.
void take_test(Main& main, std::vector<std::string>& arguments, ClassLedger& classes, const std::string& asked) {
  std::vector<JavaTest> tests = find_tests(classes, asked);
  if (tests.size() != 1) {
    throw base::InputError(
        fmt::format("waymark: error: --test {}: these are {} tests, and one is expected here, such as "
                    "--test '{}'",
                    asked, tests.size(), tests.front().name));
  }
  if (tests.front().arguments.empty()) {
    throw base::InputError(fmt::format("waymark: error: --test {}: {}", asked, tests.front().why_not));
  }
  main.name = test_run_class;
  arguments = std::move(tests.front().arguments);
}

// The scenario becomes the program.
void take_scenario(Main& main, java::Settings& settings, ClassLedger& classes, const Scenario& scenario) {
  refuse_absent(scenario.tested.name, classes);
  refuse_absent(scenario.twin.name, classes);
  main.name = scenario_class;
  settings.arguments = words_of(scenario);
  settings.package_in_steps = package_of(scenario);
}

}  // namespace

// The text of --library is the last before what the program is given.
bool java_calls_in_steps(std::string_view own_options) {
  const std::string_view own = own_options.substr(0, own_options.find(" ["));
  return own.starts_with(java_text) && own.ends_with(" library steps");
}

std::vector<std::pair<std::string, std::string>> java_pairs(const std::vector<std::string>& texts,
                                                            std::string_view option) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : texts) {
    const std::size_t at = std::min(text.find('='), text.size());
    if (at == 0) throw base::InputError(fmt::format("waymark: error: {} {}: a name is expected", option, text));
    pairs.emplace_back(text.substr(0, at), at == text.size() ? "" : text.substr(at + 1));
  }
  return pairs;
}

script::Digest digest_of_files(const std::map<std::string, std::string>& files) {
  base::ByteSink sink;
  for (const auto& [path, bytes] : files) {
    sink.text(path);
    sink.raw(digest(bytes));
  }
  return script::digest_of(sink.bytes());
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

std::vector<JavaTest> java_tests(const Source& source, const base::Stop* stop) {
  std::vector<std::string> entries;
  if (!source.classpath.empty()) entries = classpath::split_class_path(source.classpath);
  return find_tests(*open_classes(entries, source, stop), source.test);
}

void load_java(Program& program, const Source& source, const base::Stop* stop) {
  Main main = find_main(source);
  const std::shared_ptr<ClassLedger> classes = open_classes(main.entries, source, stop);
  java::Settings settings;
  settings.arguments = java_arguments(source);
  if (!source.test.empty()) {
    take_test(main, settings.arguments, *classes, source.test);
    program.path = source.test;
  }
  if (!source.java.linearizable.empty()) {
    const Scenario scenario = read_scenario(source.java.linearizable);
    take_scenario(main, settings, *classes, scenario);
    program.path = text_of(scenario);
    program.is_scenario = true;
  }
  refuse_absent(main.name, *classes);
  Source run = source;
  run.java.frames = std::min(source.java.frames, most_frames);
  check_packages(run.java);
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
