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

// The classes of a directory, with a name for each way that leads to them.
class Lister {
 public:
  Lister(std::string root, std::set<std::string>& names) : root_(std::move(root)), names_(names) {}

  void run() {
    std::error_code ignored;
    list(root_, fs::canonical(root_, ignored), "");
  }

 private:
  void list(const fs::path& directory, const fs::path& canonical, const std::string& package) {
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
      look_at(*file, canonical, package);
    }
    above_.pop_back();
  }

  void look_at(const fs::directory_entry& file, const fs::path& canonical, const std::string& package) {
    std::string name = file.path().filename().string();
    const bool is_class = name.ends_with(class_ending);
    if (is_class) name.resize(name.size() - class_ending.size());
    if (name.empty() || name.find_first_of(never_in_names) != std::string::npos) return;
    if (is_class) {
      names_.insert(package + name);
      return;
    }
    std::error_code ignored;
    if (!file.is_directory(ignored)) return;
    const bool link = file.is_symlink(ignored);
    list(file.path(), link ? fs::canonical(file.path(), ignored) : canonical / name, package + name + "/");
  }

  std::string root_;
  std::set<std::string>& names_;
  std::vector<fs::path> above_;  // the directories on the way, without links
  std::uint64_t looked_at_ = 0;
};

std::string_view package_of(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

}  // namespace

ClassPath::ClassPath(const std::vector<std::string>& entries, std::shared_ptr<const Image> jdk) : jdk_(std::move(jdk)) {
  for (const auto& entry : entries) add(entry);
}

void ClassPath::add(const std::string& entry) {
  std::error_code ignored;
  if (entry == "*" || entry.ends_with("/*")) {
    const fs::path directory = entry == "*" ? "." : entry.substr(0, entry.size() - 1);
    std::vector<std::string> jars;
    for (fs::directory_iterator file(directory, ignored), end; !ignored && file != end; file.increment(ignored)) {
      const auto extension = file->path().extension();
      if (extension == ".jar" || extension == ".JAR") jars.push_back(file->path().string());
    }
    if (ignored) throw base::InputError(fmt::format("{}: error: {}", directory.string(), ignored.message()));
    std::ranges::sort(jars);  // the order of a directory is the host's, not ours
    for (const auto& jar : jars) add_jar(jar);
  } else if (fs::is_directory(entry, ignored)) {
    entries_.emplace_back(Directory{entry});
  } else if (fs::exists(entry, ignored)) {
    add_jar(entry);
  } else {
    throw base::InputError(fmt::format("{}: error: no such directory or jar on the class path", entry));
  }
}

void ClassPath::add_jar(const std::string& path) {
  const auto canonical = fs::weakly_canonical(path).string();
  if (std::ranges::find(jars_, canonical) != jars_.end()) return;  // Class-Path lines may go in circles
  jars_.push_back(canonical);
  auto jar = std::make_unique<Jar>(path);
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
      Lister(directory->path, names).run();
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
