#include "promela/syntax/preprocess.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "refusal.hpp"

namespace waymark::promela {
namespace {

namespace fs = std::filesystem;

class Preprocess : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "waymark-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    before_ = fs::current_path();
    fs::current_path(folder_);
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  static void write(const std::string& name, const std::string& text) { std::ofstream(name) << text; }
  static std::string refusal(const std::string& name, const Definitions& definitions = {}) {
    return tests::refusal_of([&] { (void)parse_file(name, definitions); });
  }

 private:
  fs::path folder_, before_;
};

TEST_F(Preprocess, expands_macros_and_follows_includes_and_conditions) {
  fs::create_directory("sub");
  write("sub/inner.h", "#define SIZE 3\nbyte shared[SIZE];\n");
  write("m.pml",
        "#include \"sub/inner.h\"\n#ifdef EXTRA\nbyte extra;\n#endif\n#define INC(x) x = x + 1\ninit { INC(shared[2]) "
        "}\n");
  const auto plain = parse_file("m.pml");
  EXPECT_EQ(plain->globals.size(), 1U);
  EXPECT_EQ(plain->globals[0]->count, 3U);
  EXPECT_EQ(text(*plain->processes[0]->body[0]), "shared[2] = (shared[2]+1)");
  EXPECT_EQ(plain->files[plain->globals[0]->at.file], "sub/inner.h");
  EXPECT_EQ(plain->globals[0]->at.line, 2U);
  EXPECT_EQ(plain->files[plain->processes[0]->at.file], "m.pml");
  EXPECT_EQ(plain->processes[0]->at.line, 6U);
  EXPECT_EQ(parse_file("m.pml", {.defines = {"EXTRA"}})->globals.size(), 2U);
  EXPECT_EQ(parse_file("m.pml", {.defines = {"EXTRA"}, .undefines = {"EXTRA"}})->globals.size(), 1U);
}

TEST_F(Preprocess, defines_on_request_even_without_a_directive) {
  write("m.pml", "byte a[N];\ninit { a[N - 1] = 'N' }\n");
  const auto m = parse_file("m.pml", {.defines = {"N=2 + 2"}});
  EXPECT_EQ(m->globals[0]->count, 4U);
}

TEST_F(Preprocess, says_where_an_included_file_is_wrong) {
  write("inner.h", "\nbyte x y;\n");
  write("m.pml", "#include \"inner.h\"\ninit { skip }\n");
  EXPECT_EQ(refusal("m.pml"),
            "inner.h:2:8: error: expected ';' or ',' after a declaration, found 'y'\n    byte x y;\n           ^");
}

TEST_F(Preprocess, refuses_definitions_that_are_none) {
  write("m.pml", "init { skip }\n");
  for (const std::string bad : {"", "=1", "1X", "a b", "X;rm", "-include"}) {
    EXPECT_EQ(refusal("m.pml", {.defines = {bad}}), "--define '" + bad + "': expected NAME or NAME=VALUE");
  }
}

TEST_F(Preprocess, never_passes_a_name_through_a_shell) {
  const std::string name = "$(touch made) `touch made`; touch made.pml";
  write(name, "#define N 1\ninit { skip }\n");
  EXPECT_EQ(refusal(name), "no error");
  EXPECT_EQ(refusal(name, {.defines = {"X=$(touch made)"}}), "no error");
  EXPECT_FALSE(fs::exists("made"));
  write("-o.pml", "#define N 1\ninit { skip }\n");
  EXPECT_EQ(refusal("-o.pml"), "no error");
}

TEST_F(Preprocess, needs_no_compiler_for_plain_text) {
  write("plain.pml", "byte x; // a comment\ninit { x = 1 /* another */ }\n");
  write("macro.pml", "#define N 1\ninit { skip }\n");
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const auto plain = refusal("plain.pml");
  const auto macro = refusal("macro.pml");
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(plain, "no error");
  EXPECT_EQ(macro,
            "macro.pml: error: needs the C preprocessor, but neither gcc, cc nor clang can be run; install one of "
            "them");
}

TEST_F(Preprocess, stops_text_that_grows_without_end) {
  std::string bomb = "#define A0 x x x x x x x x x x\n";
  for (int i = 1; i < 12; ++i) {
    bomb += "#define A" + std::to_string(i);
    for (int j = 0; j < 10; ++j) bomb += " A" + std::to_string(i - 1);
    bomb += "\n";
  }
  write("m.pml", bomb + "init { A11 }\n");
  EXPECT_EQ(refusal("m.pml"), "m.pml: error: is larger than 16777216 bytes after preprocessing");
}

TEST_F(Preprocess, refuses_what_is_no_file) {
  EXPECT_EQ(refusal("missing.pml"), "missing.pml: error: cannot be read: No such file or directory");
  fs::create_directory("folder.pml");
  EXPECT_EQ(refusal("folder.pml"), "folder.pml: error: is a directory");
  EXPECT_EQ(
      refusal("/dev/zero"),
      "/dev/zero: error: is not a file, and a program is read more than once; write it to one, such as model.pml");
}

}  // namespace
}  // namespace waymark::promela
