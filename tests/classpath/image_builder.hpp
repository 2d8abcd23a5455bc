// Makes small run-time images, by the format's description and not by the reader's code, for tests and for fuzz seeds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::tests {

struct ImageEntry {
  std::string module, parent, base, extension, data;
  std::uint64_t unpacked = 0;  // not 0: data is compressed, and this is its size after unpacking

  [[nodiscard]] std::string name() const {
    return (module.empty() ? "" : "/" + module + "/") + (parent.empty() ? "" : parent + "/") + base +
           (extension.empty() ? "" : "." + extension);
  }
};

class ImageBuilder {
 public:
  ImageBuilder() { string(""); }

  // The offset of a string, which is added if it is new.
  std::uint32_t string(const std::string& text) {
    const auto [place, added] = string_offsets_.try_emplace(text, static_cast<std::uint32_t>(strings_.size()));
    if (added) strings_.append(text).push_back('\0');
    return place->second;
  }
  void add(ImageEntry entry) { entries_.push_back(std::move(entry)); }
  void add_package(const std::string& package, const std::vector<std::pair<bool, std::string>>& modules) {
    std::string data;
    for (const auto& [empty, module] : modules) data += word(empty ? 1 : 0) + word(string(module));
    add({.module = "packages", .parent = "", .base = package, .extension = "", .data = data});
  }

  [[nodiscard]] std::string build() {
    auto length = entries_.size() | 1;  // an even length and this hash keep names of one parity together
    while (!place(length)) length += 2;
    std::string locations(1, '\0');
    std::string data;
    std::string offsets;
    for (const auto i : slot_) {
      if (i == unused) {
        offsets += word(0);
        continue;
      }
      const auto& entry = entries_[i];
      offsets += word(static_cast<std::uint32_t>(locations.size()));
      attribute(locations, 1, string(entry.module));
      attribute(locations, 2, string(entry.parent));
      attribute(locations, 3, string(entry.base));
      attribute(locations, 4, string(entry.extension));
      attribute(locations, 5, data.size());
      if (entry.unpacked != 0) attribute(locations, 6, entry.data.size());
      attribute(locations, 7, entry.unpacked != 0 ? entry.unpacked : entry.data.size());
      locations.push_back('\0');
      data += entry.data;
    }
    std::string image =
        word(0xcafedada) + word(1u << 16) + word(0) + word(static_cast<std::uint32_t>(entries_.size())) +
        word(static_cast<std::uint32_t>(slot_.size())) + word(static_cast<std::uint32_t>(locations.size())) +
        word(static_cast<std::uint32_t>(strings_.size()));
    for (const auto value : redirect_) image += word(value);
    return image + offsets + locations + strings_ + data;
  }

  static std::string word(std::uint32_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(value >> (8 * i)));
    return bytes;
  }

 private:
  static constexpr auto unused = static_cast<std::size_t>(-1);

  // Gives every entry a slot of a table: first those whose hashes collide, by a seed that spreads them, then the
  // others.
  bool place(std::size_t length) {
    redirect_.assign(length, 0);
    slot_.assign(length, unused);
    std::vector<std::vector<std::size_t>> buckets(length);
    for (std::size_t i = 0; i < entries_.size(); ++i)
      buckets[hash(entries_[i].name(), 0x01000193) % length].push_back(i);
    for (std::size_t b = 0; b < length; ++b) {
      for (std::uint32_t seed = 1; buckets[b].size() > 1 && redirect_[b] == 0; ++seed) {
        if (seed > 10000) return false;
        auto trial = slot_;
        bool fits = true;
        for (const auto i : buckets[b]) {
          auto& taken = trial[hash(entries_[i].name(), seed) % length];
          fits = fits && taken == unused;
          taken = i;
        }
        if (fits) redirect_[b] = seed, slot_ = trial;
      }
    }
    for (std::size_t b = 0; b < length; ++b) {
      if (buckets[b].size() != 1) continue;
      const auto free = static_cast<std::size_t>(std::ranges::find(slot_, unused) - slot_.begin());
      slot_[free] = buckets[b][0];
      redirect_[b] = static_cast<std::uint32_t>(-1 - static_cast<int>(free));
    }
    return true;
  }
  static std::uint32_t hash(std::string_view name, std::uint32_t seed) {
    for (const char c : name) seed = seed * 0x01000193 ^ static_cast<std::uint8_t>(c);
    return seed & 0x7fffffff;
  }
  static void attribute(std::string& to, int kind, std::uint64_t value) {
    std::string bytes;
    do {
      bytes.insert(bytes.begin(), static_cast<char>(value));
      value >>= 8;
    } while (value != 0);
    to.push_back(static_cast<char>(kind << 3 | (static_cast<int>(bytes.size()) - 1)));
    to += bytes;
  }

  std::map<std::string, std::uint32_t> string_offsets_;
  std::string strings_;
  std::vector<ImageEntry> entries_;
  std::vector<std::uint32_t> redirect_;
  std::vector<std::size_t> slot_;
};

}  // namespace waymark::tests
