// Finding the installed JDK. No JVM is started.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/diagnostics.hpp"
#include "classpath/class_path.hpp"

namespace waymark::classpath {

namespace {

namespace fs = std::filesystem;

constexpr auto remedy =
    "install one (on Debian: apt install openjdk-17-jdk-headless), set JAVA_HOME or give --jdk DIRECTORY";

// The image of a JDK's directory; empty if there is none.
std::string image_in(const fs::path& home) {
  std::error_code ignored;
  const auto image = home / "lib" / "modules";
  return fs::is_regular_file(image, ignored) ? image.string() : std::string();
}

// The JDK that the first `java` on the PATH belongs to, behind Debian's chain of links.
fs::path home_of_java_on_path() {
  const char* path = std::getenv("PATH");
  if (path == nullptr) return {};
  for (const auto& directory : split_class_path(path)) {
    std::error_code fault;
    const auto java = fs::canonical(fs::path(directory) / "java", fault);
    if (!fault && fs::is_regular_file(java, fault)) return java.parent_path().parent_path();
  }
  return {};
}

}  // namespace

std::string find_jdk_image(const std::string& jdk) {
  std::error_code ignored;
  if (!jdk.empty()) {
    if (fs::is_regular_file(jdk, ignored)) return jdk;
    if (auto image = image_in(jdk); !image.empty()) return image;
    throw base::InputError(fmt::format("--jdk {}: error: no JDK: {}/lib/modules is not there", jdk, jdk));
  }
  if (const char* home = std::getenv("JAVA_HOME"); home != nullptr && *home != '\0') {
    if (auto image = image_in(home); !image.empty()) return image;
    throw base::InputError(fmt::format("JAVA_HOME={}: error: no JDK: {}/lib/modules is not there", home, home));
  }
  if (const auto home = home_of_java_on_path(); !home.empty()) {
    if (auto image = image_in(home); !image.empty()) return image;
    throw base::InputError(fmt::format("{}: error: this Java has no lib/modules; {}", home.string(), remedy));
  }
  throw base::InputError(fmt::format("error: no JDK found; {}", remedy));
}

}  // namespace waymark::classpath
