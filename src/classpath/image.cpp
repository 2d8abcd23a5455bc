#include "classpath/image.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "classpath/mapped.hpp"

namespace waymark::classpath {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::uint32_t magic = 0xcafedada;
constexpr std::uint32_t swapped_magic = 0xdadafeca;
constexpr std::uint32_t version = 1u << 16;
constexpr std::uint32_t compressed_magic = 0xcafefafa;
constexpr std::size_t header_size = 28;
constexpr std::size_t compressed_header_size = 29;
constexpr std::uint32_t hash_multiplier = 0x01000193;
constexpr int most_compressions = 4;  // jlink chains its two plug-ins; more is an attack

std::uint32_t word(Bytes bytes, std::size_t position) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | bytes[position + i];
  return value;
}

std::uint64_t long_word(Bytes bytes, std::size_t position) {
  return word(bytes, position) | std::uint64_t{word(bytes, position + 4)} << 32;
}

std::uint32_t hash(std::string_view name, std::uint32_t seed) {
  for (const char c : name) seed = (seed * hash_multiplier) ^ static_cast<std::uint8_t>(c);
  return seed & 0x7fffffff;
}

// Takes `part` off the front of `rest`.
bool take(std::string_view& rest, std::string_view part) {
  if (!rest.starts_with(part)) return false;
  rest.remove_prefix(part.size());
  return true;
}

bool inflate_exactly(Bytes from, std::vector<std::uint8_t>& to) {
  auto size = static_cast<uLongf>(to.size());
  return uncompress(to.data(), &size, from.data(), static_cast<uLong>(from.size())) == Z_OK && size == to.size();
}

}  // namespace

struct Image::Location {
  std::string_view module, parent, base, extension;
  std::uint64_t offset = 0;
  std::uint64_t compressed = 0;  // 0: stored as it is
  std::uint64_t size = 0;

  [[nodiscard]] bool is_named(std::string_view name) const {
    if (!module.empty() && !(take(name, "/") && take(name, module) && take(name, "/"))) return false;
    if (!parent.empty() && !(take(name, parent) && take(name, "/"))) return false;
    if (!take(name, base)) return false;
    if (!extension.empty() && !(take(name, ".") && take(name, extension))) return false;
    return name.empty();
  }
};

std::shared_ptr<const Image> Image::open(const std::string& path) {
  auto file = std::make_shared<const Mapped>(path);
  const auto bytes = file->bytes();
  return std::make_shared<const Image>(path, bytes, std::move(file));
}

Image::Image(std::string name, Bytes bytes, std::shared_ptr<const void> keeper)
    : path_(std::move(name)), bytes_(bytes), keeper_(std::move(keeper)) {
  if (bytes.size() < header_size) refuse("", "too short for a Java run-time image");
  const auto found = word(bytes, 0);
  if (found == swapped_magic) refuse("", "this Java run-time image is for machines of the other byte order");
  if (found != magic) refuse("", "no Java run-time image: it does not start with CAFEDADA");
  if (word(bytes, 4) != version) {
    refuse("", fmt::format("this Java run-time image has version {}.{}, only 1.0 is known", word(bytes, 4) >> 16,
                           word(bytes, 4) & 0xffff));
  }
  table_length_ = word(bytes, 16);
  const std::uint64_t table = std::uint64_t{table_length_} * 4;
  const std::array<std::uint64_t, 4> sizes{table, table, word(bytes, 20), word(bytes, 24)};
  const std::array<Bytes*, 4> parts{&redirect_, &offsets_, &locations_, &strings_};
  std::uint64_t at = header_size;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (sizes[i] > bytes.size() - at) refuse("", "damaged: its index is longer than the file");
    *parts[i] = bytes.subspan(at, sizes[i]);
    at += sizes[i];
  }
  data_ = bytes.subspan(at);
}

void Image::refuse(std::string_view name, std::string_view why) const {
  if (name.empty()) throw base::InputError(fmt::format("{}: error: {}", path_, why));
  throw base::InputError(fmt::format("{}: error: damaged entry {}: {}", path_, name, why));
}

std::optional<std::string_view> Image::string(std::uint64_t offset) const {
  if (offset >= strings_.size()) return std::nullopt;
  const auto rest = strings_.subspan(offset);
  const auto* end = static_cast<const std::uint8_t*>(std::memchr(rest.data(), 0, rest.size()));
  if (end == nullptr) return std::nullopt;
  return std::string_view(reinterpret_cast<const char*>(rest.data()), static_cast<std::size_t>(end - rest.data()));
}

std::optional<Image::Location> Image::location(std::uint32_t index) const {
  std::array<std::uint64_t, 8> values{};
  std::size_t at = word(offsets_, std::size_t{index} * 4);
  while (true) {
    if (at >= locations_.size()) return std::nullopt;
    const std::uint8_t lead = locations_[at++];
    const auto kind = static_cast<std::size_t>(lead >> 3);
    if (kind == 0) break;
    const std::size_t length = std::size_t{lead & 7u} + 1;
    if (kind >= values.size() || length > locations_.size() - at) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < length; ++i) value = value << 8 | locations_[at++];
    values[kind] = value;
  }
  const auto module = string(values[1]);
  const auto parent = string(values[2]);
  const auto base = string(values[3]);
  const auto extension = string(values[4]);
  if (!module || !parent || !base || !extension) return std::nullopt;
  return Location{.module = *module,
                  .parent = *parent,
                  .base = *base,
                  .extension = *extension,
                  .offset = values[5],
                  .compressed = values[6],
                  .size = values[7]};
}

std::optional<Contents> Image::find(std::string_view name) const {
  if (table_length_ == 0) return std::nullopt;
  const auto redirect =
      static_cast<std::int32_t>(word(redirect_, std::size_t{hash(name, hash_multiplier) % table_length_} * 4));
  if (redirect == 0) return std::nullopt;
  const std::uint32_t index = redirect > 0 ? hash(name, static_cast<std::uint32_t>(redirect)) % table_length_
                                           : static_cast<std::uint32_t>(-1 - std::int64_t{redirect});
  if (index >= table_length_) refuse(name, "its index is out of the table");
  const auto found = location(index);
  if (!found) refuse(name, "its attributes lie outside the index");
  if (!found->is_named(name)) return std::nullopt;  // the hash is perfect only for names that exist
  return contents(*found, name);
}

Contents Image::contents(const Location& location, std::string_view name) const {
  const std::uint64_t stored = location.compressed != 0 ? location.compressed : location.size;
  if (location.offset > data_.size() || stored > data_.size() - location.offset)
    refuse(name, "its bytes lie outside the file");
  auto bytes = data_.subspan(location.offset, stored);
  Contents result{.bytes = bytes, .keeper = keeper_, .origin = fmt::format("jdk:{}", name), .from_jdk = true};
  for (int i = 0; location.compressed != 0; ++i) {
    if (i == most_compressions) refuse(name, "compressed too many times");
    if (bytes.size() < compressed_header_size || word(bytes, 0) != compressed_magic)
      refuse(name, "no header of a compressed entry");
    const auto packed = long_word(bytes, 4);
    const auto unpacked = long_word(bytes, 12);
    const auto method = string(word(bytes, 20));
    const bool last = bytes[28] != 0;
    if (!method || packed > bytes.size() - compressed_header_size || unpacked > most_bytes)
      refuse(name, "impossible sizes in the header of a compressed entry");
    if (*method != "zip") {
      refuse(name, fmt::format(
                       "compressed by '{}', which is not supported; use a JDK that was not made by jlink --compress=1",
                       *method));
    }
    const auto whole = std::make_shared<std::vector<std::uint8_t>>(unpacked);
    if (!inflate_exactly(bytes.subspan(compressed_header_size, packed), *whole))
      refuse(name, "its compressed bytes are damaged");
    bytes = result.bytes = *whole;
    result.keeper = whole;
    if (last) break;
  }
  if (bytes.size() != location.size) refuse(name, "its size is not the announced one");
  return result;
}

std::string_view Image::module_of(std::string_view package) const {
  std::string name = "/packages/";
  for (const char c : package) name += c == '/' ? '.' : c;
  const auto found = find(name);
  if (!found) return {};
  if (found->bytes.size() % 8 != 0) refuse(name, "half a pair");
  for (std::size_t at = 0; at < found->bytes.size(); at += 8) {
    if (word(found->bytes, at) != 0) continue;  // the module knows the package, but holds no class of it
    const auto module = string(word(found->bytes, at + 4));
    if (!module) refuse(name, "it names no module");
    return *module;
  }
  return {};
}

int Image::release() const {
  constexpr int oldest_known = 17;
  constexpr int most = 99;
  constexpr int before_first = 44;  // Java 1 has class files of version 45
  const auto object = find("/java.base/java/lang/Object.class");
  if (!object || object->bytes.size() < 8) return oldest_known;
  return std::clamp((object->bytes[6] << 8 | object->bytes[7]) - before_first, oldest_known, most);
}

std::string Image::name(std::uint32_t index) const {
  const auto found = index < table_length_ ? location(index) : std::nullopt;
  if (!found) return {};
  std::string name;
  if (!found->module.empty()) name.append("/").append(found->module).append("/");
  if (!found->parent.empty()) name.append(found->parent).append("/");
  name.append(found->base);
  if (!found->extension.empty()) name.append(".").append(found->extension);
  return name;
}

}  // namespace waymark::classpath
