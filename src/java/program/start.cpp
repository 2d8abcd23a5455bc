#include "java/program/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "classpath/class_path.hpp"
#include "java/classfile/class_file.hpp"

namespace waymark::java {

namespace {

constexpr std::uint64_t most_class_bytes = 1u << 26;

}  // namespace

Main find_main(const std::string& program, const std::string& class_path, bool is_scenario) {
  Main main;
  if (!class_path.empty()) main.entries = classpath::split_class_path(class_path);
  const std::filesystem::path file(program);
  if (file.extension() == ".jar") {
    main.entries.insert(main.entries.begin(), program);
    if (is_scenario) return main;
    main.name = classpath::Jar(program).attribute("Main-Class");
    if (main.name.empty()) {
      throw base::InputError(fmt::format(
          "{}: error: its manifest names no Main-Class; write the class, with --classpath {}", program, program));
    }
    return main;
  }
  if (file.extension() == ".class" && std::filesystem::exists(file)) {
    const std::string text = base::read_file(program, most_class_bytes);
    try {
      const auto read = read_class_file(std::vector<std::uint8_t>(text.begin(), text.end()), program);
      main.name = read->name;
    } catch (const BadClass& bad) {
      throw base::InputError(fmt::format("{}: error: {}", program, bad.what()));
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
  main.name = program;
  return main;
}

void check_packages(const Options& options) {
  const auto refuse = [](std::string_view package, std::string_view why) {
    throw base::InputError(fmt::format("waymark: error: --library-package {}: {}", package, why));
  };
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; };
  for (const std::string& package : options.library_packages) {
    if (options.library == LibraryCalls::steps) refuse(package, "is for --library atomic, where calls are one step");
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

std::vector<std::pair<std::string, std::string>> pairs_of(const std::vector<std::string>& texts,
                                                          std::string_view option) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : texts) {
    const std::size_t at = std::min(text.find('='), text.size());
    if (at == 0) throw base::InputError(fmt::format("waymark: error: {} {}: a name is expected", option, text));
    pairs.emplace_back(text.substr(0, at), at == text.size() ? "" : text.substr(at + 1));
  }
  return pairs;
}

}  // namespace waymark::java
