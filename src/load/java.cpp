#include "load/java.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/installed.hpp"
#include "base/utf8.hpp"
#include "classpath/class_path.hpp"
#include "java/checker.hpp"
#include "load/class_ledger.hpp"

namespace waymark::load {

namespace {

constexpr std::uint64_t most_class_bytes = 1u << 26;

java::ClassSource source_of(const std::shared_ptr<ClassLedger>& classes) {
  return [classes](std::string_view name, java::Bytes& out) {
    std::optional<classpath::Contents> found = classes->find(name);
    if (!found) return false;
    out.lasting = found->bytes;
    out.keeper = found->keeper;
    out.library = found->from_jdk;
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

java::Memory::Symmetry symmetry_of(Symmetry symmetry) {
  switch (symmetry) {
    case Symmetry::site:
      return java::Memory::Symmetry::site;
    case Symmetry::canonical:
      return java::Memory::Symmetry::canonical;
    case Symmetry::none:
      return java::Memory::Symmetry::none;
  }
  CHECK(false);
}

java::Memory::Garbage garbage_of(Garbage garbage) {
  switch (garbage) {
    case Garbage::mark_sweep:
      return java::Memory::Garbage::mark_sweep;
    case Garbage::refcount:
      return java::Memory::Garbage::reference_count;
    case Garbage::none:
      return java::Memory::Garbage::none;
  }
  CHECK(false);
}

// Packages that are taken to be safe for threads: names, and none of the JDK's, whose classes have a list of their own.
void check_packages(const Source& source, Library library) {
  const auto refuse = [](std::string_view package, std::string_view why) {
    throw base::InputError(fmt::format("waymark: error: --library-package {}: {}", package, why));
  };
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; };
  for (const std::string& package : source.library_packages) {
    if (library == Library::steps) refuse(package, "is for --library atomic, where calls are one step");
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

// As the text of the options has it.
std::string library_text(const Source& source, Library library) {
  std::string text = fmt::format(" library {}", base::name(library));
  for (const std::string& package : source.library_packages) text += " " + package;
  return text;
}

LibraryCalls library_calls(const Source& source, Library library, const java::Settings& settings) {
  LibraryCalls calls;
  calls.how = base::name(library);
  calls.asked = source.library.has_value();
  calls.matter = [matters = settings.library_matters] { return matters->load(std::memory_order_relaxed); };
  if (library == Library::steps) return calls;
  calls.taken_for = "calls into classes that are documented to be safe for threads being one step (docs/java.md)";
  for (const std::string& package : source.library_packages) calls.taken_for += ", and those of " + package;
  return calls;
}

}  // namespace

void load_java(Program& program, const Source& source, const base::Stop* stop) {
  if (!source.defines.empty()) {
    throw base::InputError("waymark: error: --define is for programs with a preprocessor; a Java program has none");
  }
  Main main = find_main(source);
  if (std::string library = base::installed_file("waymark-library.jar"); !library.empty()) {
    main.entries.push_back(std::move(library));
  }
  const auto classes =
      std::make_shared<ClassLedger>(main.entries, classpath::Image::open(classpath::find_jdk_image(source.jdk)), stop);
  java::Settings settings;
  settings.main_class = main.name;
  settings.arguments = source.arguments;
  settings.spurious = source.spurious;
  settings.races = source.races;
  settings.frames = static_cast<std::uint32_t>(std::min<std::uint64_t>(source.frames, 1u << 20));
  settings.symmetry = symmetry_of(source.symmetry);
  settings.garbage = garbage_of(source.garbage);
  settings.stop = stop;
  const Library calls = source.library.value_or(Library::atomic);
  check_packages(source, calls);
  settings.library = calls == Library::atomic ? java::LibraryCalls::atomic : java::LibraryCalls::steps;
  settings.library_packages = source.library_packages;
  program.text_digest = [classes] { return classes->digest(); };
  program.options_text = fmt::format("java {} symmetry {} gc {} frames {}{}{}", base::escaped(main.name, " "),
                                     base::name(source.symmetry), base::name(source.garbage), settings.frames,
                                     settings.spurious ? " spurious" : "", library_text(source, calls));
  program.library = library_calls(source, calls, settings);
  for (const std::string& argument : source.arguments) {
    program.options_text += fmt::format(" [{}]", base::escaped(argument, "[]"));
  }
  program.presumptions = {
      [refuted = settings.refuted] { return refuted->all().text(); },
      [refuted = settings.refuted](std::string_view text) { return refuted->read(text); },
      [](const model::Violation& violation) { return violation.kind == java::refuted_presumption; }};
  program.has_exceptions = true;
  program.words_differ = true;
  program.whole_cycles = "cycles of Java programs are judged with all steps";
  program.rests_on.emplace_back("the Java virtual machine and its native methods");
  program.rests_on.emplace_back("the class files that the digest covers");
  program.make = [source = source_of(classes), settings]() -> std::unique_ptr<model::Model> {
    return std::make_unique<java::Checker>(source, settings);
  };
}

}  // namespace waymark::load
