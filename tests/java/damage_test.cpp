// Class files damaged on purpose, made from what javac wrote: each is refused with a reason, or loads without harm.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>

#include "base/files.hpp"
#include "java/loading.hpp"

namespace waymark::java {
namespace {

std::map<std::string, std::vector<std::uint8_t>> corpus() {
  std::map<std::string, std::vector<std::uint8_t>> files;
  for (const auto& file : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/fuzz/corpus/class_fuzz")) {
    const std::string text = base::read_file(file.path().string(), 1 << 20);
    files[file.path().filename().string()].assign(text.begin(), text.end());
  }
  return files;
}

// Empty if it loads.
std::string refusal(std::span<const std::uint8_t> bytes) {
  try {
    tests::load_and_prepare(bytes);
  } catch (const BadClass& bad) {
    EXPECT_NE(std::string(bad.what()), "");
    return bad.what();
  }
  return {};
}

TEST(ClassFiles, of_javac_load) {
  for (const auto& [name, bytes] : corpus()) EXPECT_EQ(refusal(bytes), "") << name;
}

TEST(ClassFiles, cut_off_are_refused) {
  std::size_t refused = 0;
  for (const auto& [name, bytes] : corpus()) {
    for (std::size_t length = 0; length < bytes.size(); length += 5) {
      const std::string why = refusal(std::span(bytes).first(length));
      ASSERT_NE(why, "") << name << " cut to " << length << " bytes";
      ++refused;
    }
  }
  EXPECT_GT(refused, 200);
}

TEST(ClassFiles, with_changed_bytes_do_no_harm) {
  std::mt19937 random(1);  // NOLINT: the same files every time
  std::size_t refused = 0;
  for (const auto& [name, bytes] : corpus()) {
    for (int i = 0; i < 100; ++i) {
      auto damaged = bytes;
      for (int changes = 1 + i % 3; changes > 0; --changes) {
        damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
      }
      if (!refusal(damaged).empty()) ++refused;
    }
  }
  EXPECT_GT(refused, 200);
}

TEST(ClassFiles, with_something_behind_are_refused) {
  for (auto [name, bytes] : corpus()) {
    bytes.push_back(0);
    EXPECT_NE(refusal(bytes), "") << name;
  }
}

}  // namespace
}  // namespace waymark::java
