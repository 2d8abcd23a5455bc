// Every broken model of bad/ gives exactly the message of its .expected file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(BadModel, is_told_what_is_wrong_with_it) {
  const auto folder = fs::path(WAYMARK_SOURCE_DIR) / "tests/promela/bad";
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".pml") all.push_back(entry.path());
  }
  std::sort(all.begin(), all.end());
  ASSERT_GE(all.size(), 85U);
  const auto before = fs::current_path();
  fs::current_path(folder);  // messages name the file as it was given
  for (const auto& path : all) {
    const auto name = path.filename().string();
    try {
      (void)parse_file(name);
      ADD_FAILURE() << name << " is accepted";
    } catch (const base::InputError& error) {
      auto expected = path;
      expected.replace_extension(".expected");
      EXPECT_EQ(std::string(error.what()) + "\n", read(expected)) << name;
    }
  }
  fs::current_path(before);
}

}  // namespace
}  // namespace waymark::promela
