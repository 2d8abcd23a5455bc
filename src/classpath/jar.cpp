#include "classpath/jar.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"

namespace waymark::classpath {

namespace {

constexpr int oldest_release = 9;  // that a JDK looks for in META-INF/versions

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace

void Jar::Close::operator()(zip* archive) const { zip_discard(archive); }

Jar::Jar(std::string path, int release) : path_(std::move(path)), release_(release) {
  int code = 0;
  archive_.reset(zip_open(path_.c_str(), ZIP_RDONLY, &code));
  if (archive_ == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    refuse(fmt::format("not a jar that can be read: {}", why));
  }
  read_manifest();
}

void Jar::refuse(std::string_view why) const { throw base::InputError(fmt::format("{}: error: {}", path_, why)); }

std::optional<Contents> Jar::find(std::string_view name) const {
  const base::Lock lock(mutex_);
  for (int release = multi_release_ ? release_ : 0; release >= oldest_release; --release) {
    if (auto found = find_entry(fmt::format("META-INF/versions/{}/{}", release, name))) return found;
  }
  return find_entry(std::string(name));
}

std::vector<std::string> Jar::names() const {
  constexpr std::string_view versions = "META-INF/versions/";
  const base::Lock lock(mutex_);
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const name = zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    if (name == nullptr) continue;
    names.emplace_back(name);
    if (!multi_release_ || !names.back().starts_with(versions)) continue;
    const std::size_t slash = names.back().find('/', versions.size());
    if (slash != std::string::npos) names.push_back(names.back().substr(slash + 1));
  }
  return names;
}

std::optional<Contents> Jar::find_entry(const std::string& name) const {
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat(archive_.get(), name.c_str(), ZIP_FL_ENC_RAW, &status) != 0) return std::nullopt;
  if ((status.valid & ZIP_STAT_SIZE) == 0 || status.size > most_bytes) {
    refuse(fmt::format("{} would unpack to more than {} MiB", name, most_bytes >> 20));
  }
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(zip_fopen_index(archive_.get(), status.index, 0),
                                                               zip_fclose);
  if (file == nullptr) refuse(fmt::format("{}: {}", name, zip_strerror(archive_.get())));
  const auto bytes = std::make_shared<std::vector<std::uint8_t>>(status.size);
  // One byte more is asked for: only at the end of an entry is its checksum compared.
  std::uint8_t more = 0;
  const auto read = bytes->empty() ? 0 : zip_fread(file.get(), bytes->data(), bytes->size());
  const bool whole = read == static_cast<zip_int64_t>(bytes->size());
  if (!whole || zip_fread(file.get(), &more, 1) != 0) refuse(fmt::format("{}: its compressed bytes are damaged", name));
  return Contents{.bytes = *bytes, .keeper = bytes, .origin = fmt::format("{}!/{}", path_, name)};
}

// The main section: lines 'Name: value', each ended by CR, LF or both; a line that starts with a blank continues the
// one before; an empty line ends the section.
void Jar::read_manifest() {
  const auto file = find_entry("META-INF/MANIFEST.MF");
  if (!file) return;
  std::string_view rest(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
  std::string* last = nullptr;
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of("\r\n"), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(end);
    rest.remove_prefix(rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest.size(), 1));
    if (line.empty()) break;
    const auto colon = line.find(": ");
    if (line.front() == ' ' && last != nullptr) {
      last->append(line.substr(1));
    } else if (colon != std::string_view::npos) {
      last = &(manifest_[lower(line.substr(0, colon))] = line.substr(colon + 2));
    } else {
      refuse(fmt::format("META-INF/MANIFEST.MF: 'Name: value' expected, but found '{}'", line.substr(0, 60)));
    }
  }
  multi_release_ = lower(attribute("Multi-Release")) == "true";
}

std::string Jar::attribute(const std::string& name) const {
  const auto found = manifest_.find(lower(name));
  return found == manifest_.end() ? std::string() : found->second;
}

}  // namespace waymark::classpath
