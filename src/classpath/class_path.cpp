#include "classpath/class_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/quantities.hpp"

namespace waymark::classpath {

namespace {

namespace fs = std::filesystem;

// A relative path without empty, '.' and '..' elements: what a class or a resource may be called.
bool is_plain(std::string_view name) {
  if (name.empty() || name.find('\0') != std::string_view::npos) return false;
  while (true) {
    const auto end = std::min(name.find('/'), name.size());
    const auto element = name.substr(0, end);
    if (element.empty() || element == "." || element == "..") return false;
    if (end == name.size()) return true;
    name.remove_prefix(end + 1);
  }
}

// No name of a class or a package has one of these.
constexpr std::string_view never_in_names = ".;[";
constexpr std::string_view class_ending = ".class";
constexpr std::uint64_t most_files = 1'000'000;

// What a program may read of a directory besides its classes, so what the program's digest covers.
constexpr std::uint64_t most_resources = 20'000;
constexpr std::uint64_t most_resource_bytes = 1u << 28;

bool is_resource(std::string_view path) {
  return !path.starts_with('.') && path.find("/.") == std::string_view::npos && !path.ends_with(".way") &&
         !path.ends_with(".trail") && !path.ends_with('/') && !path.ends_with(class_ending);
}

// Where the command runs it writes scripts, keys and reports, so files there are no part of a program.
bool is_current(const std::string& directory) {
  std::error_code ignored;
  return fs::equivalent(directory, ".", ignored);
}

// The files of a directory, with a name for each way that leads to them.
class Lister {
 public:
  explicit Lister(std::string root) : root_(std::move(root)) {}

  void run() {
    std::error_code ignored;
    list(root_, fs::canonical(root_, ignored), "", true);
  }

  std::set<std::string> classes;
  std::set<std::string> resources;
  std::uint64_t resource_bytes = 0;

 private:
  void list(const fs::path& directory, const fs::path& canonical, const std::string& within, bool is_package) {
    if (std::ranges::find(above_, canonical) != above_.end()) return;
    above_.push_back(canonical);
    std::error_code ignored;
    for (fs::directory_iterator file(directory, ignored), end; !ignored && file != end; file.increment(ignored)) {
      if (++looked_at_ > most_files) {
        throw base::InputError(
            fmt::format("{}: error: more than {} files on the class path; name the directory of the "
                        "classes themselves",
                        root_, base::grouped(most_files)));
      }
      look_at(*file, canonical, within, is_package);
    }
    above_.pop_back();
  }

  void look_at(const fs::directory_entry& file, const fs::path& canonical, const std::string& within, bool is_package) {
    const std::string name = file.path().filename().string();
    const bool is_class = name.ends_with(class_ending);
    const std::string_view stem = std::string_view(name).substr(0, name.size() - (is_class ? class_ending.size() : 0));
    const bool is_name = is_package && !stem.empty() && stem.find_first_of(never_in_names) == std::string_view::npos;
    if (is_class) {
      if (is_name) classes.insert(within + std::string(stem));
      return;
    }
    if (name.starts_with('.')) return;
    std::error_code ignored;
    if (!file.is_directory(ignored)) {
      if (!is_resource(within + name) || !file.is_regular_file(ignored)) return;
      if (within.empty() && is_current(root_)) return;
      resources.insert(within + name);
      resource_bytes += file.file_size(ignored);
      return;
    }
    const bool link = file.is_symlink(ignored);
    list(file.path(), link ? fs::canonical(file.path(), ignored) : canonical / name, within + name + "/", is_name);
  }

  std::string root_;
  std::vector<fs::path> above_;  // the directories on the way, without links
  std::uint64_t looked_at_ = 0;
};

std::string_view package_of(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

bool is_jar(const fs::path& path) { return path.extension() == ".jar" || path.extension() == ".JAR"; }

[[noreturn]] void refuse_missing(const std::string& entry) {
  throw base::InputError(fmt::format("{}: error: no such directory or jar on the class path", entry));
}

}  // namespace

ClassPath::ClassPath(const std::vector<std::string>& entries, std::shared_ptr<const Image> jdk) : jdk_(std::move(jdk)) {
  for (const auto& entry : entries) add(entry);
  if (entries_.empty() && !missing_.empty()) refuse_missing(missing_.front());
}

void ClassPath::add(const std::string& entry) {
  std::error_code ignored;
  if (entry == "*" || entry.ends_with("/*")) {
    const fs::path directory = entry == "*" ? "." : entry.substr(0, entry.size() - 1);
    std::vector<std::string> jars;
    for (fs::directory_iterator file(directory, ignored), end; !ignored && file != end; file.increment(ignored)) {
      if (is_jar(file->path())) jars.push_back(file->path().string());
    }
    if (ignored) throw base::InputError(fmt::format("{}: error: {}", directory.string(), ignored.message()));
    std::ranges::sort(jars);  // the order of a directory is the host's, not ours
    for (const auto& jar : jars) add_jar(jar);
  } else if (fs::is_directory(entry, ignored)) {
    entries_.emplace_back(Directory{entry});
  } else if (fs::exists(entry, ignored)) {
    add_jar(entry);
  } else if (is_jar(entry)) {
    refuse_missing(entry);
  } else {
    missing_.push_back(entry);
  }
}

void ClassPath::add_jar(const std::string& path) {
  const auto canonical = fs::weakly_canonical(path).string();
  if (std::ranges::find(jars_, canonical) != jars_.end()) return;  // Class-Path lines may go in circles
  jars_.push_back(canonical);
  auto jar = jdk_ == nullptr ? std::make_unique<Jar>(path) : std::make_unique<Jar>(path, jdk_->release());
  const auto others = jar->attribute("Class-Path");
  entries_.emplace_back(std::move(jar));
  for (std::size_t at = 0; at < others.size();) {
    const auto end = std::min(others.find(' ', at), others.size());
    const auto other = fs::path(path).parent_path() / others.substr(at, end - at);
    std::error_code ignored;
    if (end > at && fs::is_directory(other, ignored)) entries_.emplace_back(Directory{other.string()});
    if (end > at && fs::is_regular_file(other, ignored)) add_jar(other.string());
    at = end + 1;  // what a manifest names and is not there is left out, as the JVM does
  }
}

std::optional<Contents> ClassPath::Directory::find(std::string_view name) const {
  const auto file = fs::path(path) / name;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return std::nullopt;
  const auto bytes = std::make_shared<const std::string>(base::read_file(file.string(), most_bytes));
  return Contents{.bytes = {reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()},
                  .keeper = bytes,
                  .origin = file.string()};
}

std::optional<Contents> ClassPath::find_class(std::string_view internal_name) const {
  if (internal_name.find_first_of(never_in_names) != std::string_view::npos) return std::nullopt;
  return find_resource(std::string(internal_name) + ".class");
}

std::vector<std::string> ClassPath::classes() const {
  std::set<std::string> names;
  for (const auto& entry : entries_) {
    if (const auto* directory = std::get_if<Directory>(&entry)) {
      Lister lister(directory->path);
      lister.run();
      names.merge(lister.classes);
      continue;
    }
    for (std::string& name : std::get<std::unique_ptr<Jar>>(entry)->names()) {
      if (!name.ends_with(class_ending)) continue;
      name.resize(name.size() - class_ending.size());
      if (name.find_first_of(never_in_names) == std::string::npos && is_plain(name)) names.insert(std::move(name));
    }
  }
  return {names.begin(), names.end()};
}

std::optional<std::vector<std::string>> ClassPath::resources() const {
  std::set<std::string> names;
  std::uint64_t bytes = 0;
  for (const auto& entry : entries_) {
    if (const auto* directory = std::get_if<Directory>(&entry)) {
      Lister lister(directory->path);
      lister.run();
      names.merge(lister.resources);
      bytes += lister.resource_bytes;
    } else {
      for (std::string& name : std::get<std::unique_ptr<Jar>>(entry)->names()) {
        if (is_plain(name) && is_resource(name)) names.insert(std::move(name));
      }
    }
    if (names.size() > most_resources || bytes > most_resource_bytes) return std::nullopt;
  }
  return std::vector<std::string>(names.begin(), names.end());
}

bool ClassPath::is_left_out(std::string_view path) const {
  if (!is_plain(path) || path.ends_with(class_ending)) return false;
  const bool in_subfolder = path.find('/') != std::string_view::npos;
  return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    const auto* directory = std::get_if<Directory>(&entry);
    if (directory == nullptr) return !is_resource(path) && std::get<std::unique_ptr<Jar>>(entry)->find(path);
    const bool may_be_written = !in_subfolder && is_current(directory->path);
    return (may_be_written || !is_resource(path)) && directory->find(path);
  });
}

std::vector<Contents> ClassPath::find_resources(std::string_view path) const {
  std::vector<Contents> all;
  if (!is_plain(path) || !is_resource(path)) return all;
  for (const auto& entry : entries_) {
    const auto* directory = std::get_if<Directory>(&entry);
    auto found = directory != nullptr ? directory->find(path) : std::get<std::unique_ptr<Jar>>(entry)->find(path);
    if (found) all.push_back(std::move(*found));
  }
  return all;
}

std::optional<Contents> ClassPath::find_resource(std::string_view path) const {
  if (!is_plain(path)) return std::nullopt;
  if (const auto module = module_of(package_of(path)); !module.empty()) {
    if (auto found = jdk_->find(fmt::format("/{}/{}", module, path))) return found;
  }
  for (const auto& entry : entries_) {
    const auto* directory = std::get_if<Directory>(&entry);
    auto found = directory != nullptr ? directory->find(path) : std::get<std::unique_ptr<Jar>>(entry)->find(path);
    if (found) return found;
  }
  return std::nullopt;
}

std::string_view ClassPath::module_of(std::string_view package) const {
  return jdk_ == nullptr || package.empty() ? std::string_view() : jdk_->module_of(package);
}

std::vector<std::string> split_class_path(std::string_view text) {
  std::vector<std::string> entries;
  while (true) {
    const auto end = std::min(text.find(':'), text.size());
    entries.emplace_back(end == 0 ? "." : text.substr(0, end));
    if (end == text.size()) return entries;
    text.remove_prefix(end + 1);
  }
}

}  // namespace waymark::classpath
