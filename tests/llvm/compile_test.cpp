// From C to one module by the machine's own compilers.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "llvm/compile/build.hpp"
#include "llvm/compile/commands.hpp"
#include "llvm/compile/compiler.hpp"
#include "llvm/compile/library.hpp"
#include "llvm/syntax/read.hpp"
#include "refusal.hpp"
#include "scratch.hpp"

namespace waymark::llvm {
namespace {

const std::string models = std::string(WAYMARK_SOURCE_DIR) + "/src/llvm/library";

void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

// Compilers that are there; tests are about all of them.
std::vector<std::string> compilers() {
  std::vector<std::string> made;
  for (const std::string name : {"clang-14", "clang-19"}) {
    try {
      made.push_back(Compiler(name).program());
    } catch (const base::InputError&) {
    }
  }
  return made;
}

TEST(Compile, WordsAreSplitAsByAShell) {
  EXPECT_EQ(split_words("-I a  -D'X=\"1 2\"' b\\ c \"\""),
            (std::vector<std::string>{"-I", "a", "-DX=\"1 2\"", "b c", ""}));
  EXPECT_EQ(split_words("a;b $(c) `d`"), (std::vector<std::string>{"a;b", "$(c)", "`d`"}));
  EXPECT_TRUE(split_words("  ").empty());
}

TEST(Compile, FlagsThatMeanNothingAreLeftOut) {
  EXPECT_EQ(meaning_flags({"-c", "-O2", "-Ix", "-o", "a.o", "-MF", "d", "-DX", "-Werror=foo", "-std=c99", "-Wall"}),
            (std::vector<std::string>{"-Ix", "-DX", "-std=c99", "-Wall"}));
}

TEST(Compile, CommandsOfABuildAreRead) {
  const tests::Scratch scratch;
  put(scratch.file("c.json"), R"([
    {"directory": "/b", "file": "../s/a.c", "command": "cc -I inc -O2 -o a.o -c ../s/a.c"},
    {"directory": "/b", "file": "/s/b.c", "arguments": ["cc", "-DX=a b", "-c", "/s/b.c"]}])");
  const auto commands = read_commands(scratch.file("c.json"));
  ASSERT_EQ(commands.size(), 2u);
  EXPECT_EQ(commands[0].path, "/s/a.c");
  EXPECT_EQ(commands[0].flags, (std::vector<std::string>{"-I", "inc"}));
  EXPECT_EQ(commands[1].flags, (std::vector<std::string>{"-DX=a b"}));
  put(scratch.file("d.json"), "{");
  EXPECT_NE(tests::refusal_of([&] { (void)read_commands(scratch.file("d.json")); }).find("no list of compile commands"),
            std::string::npos);
}

TEST(Compile, AMissingCompilerIsOneLine) {
  EXPECT_EQ(tests::refusal_of([] { Compiler("/nowhere/clang"); }), "/nowhere/clang: error: the compiler cannot be run");
  EXPECT_NE(tests::refusal_of([] { Compiler("true"); }).find("it is no clang"), std::string::npos);
}

TEST(Compile, AProgramIsBuiltByEveryCompiler) {
  const tests::Scratch scratch;
  put(scratch.file("a.c"), "int twice(int); int main(void) { return twice(2); }\n");
  put(scratch.file("b.c"), "#include \"n.h\"\nint twice(int x) { return x * N; }\n");
  put(scratch.file("n.h"), "#define N F\n");
  for (const std::string& compiler : compilers()) {
    BuildRequest request;
    request.files = {scratch.file("a.c"), scratch.file("b.c")};
    request.flags = {"-DF=2"};
    request.compiler = compiler;
    const Built built = build(request);
    EXPECT_EQ(built.module.functions[built.entry].name, "main");
    EXPECT_TRUE(built.missing.empty());
    EXPECT_NE(built.compiler.find("clang version"), std::string::npos);
    BuildRequest other = request;
    other.flags = {"-DF=3"};
    EXPECT_NE(build(other).identity, built.identity);
    EXPECT_EQ(build(request).identity, built.identity);
  }
}

TEST(Compile, MistakesOfTheProgramAreTheCompilersWords) {
  const tests::Scratch scratch;
  put(scratch.file("a.c"), "int main(void) { return x; }\n");
  BuildRequest request;
  request.files = {scratch.file("a.c")};
  EXPECT_NE(tests::refusal_of([&] { (void)build(request); }).find("a.c:1:25: error: use of undeclared identifier 'x'"),
            std::string::npos);
  request.files = {scratch.file("none.c")};
  EXPECT_NE(tests::refusal_of([&] { (void)build(request); }).find("No such file"), std::string::npos);
}

TEST(Compile, OldCIsWarnedOf) {
  const tests::Scratch scratch;
  put(scratch.file("a.c"), "f(x) { g(x); }\nint main() { f(1); }\n");
  for (const std::string& compiler : compilers()) {
    BuildRequest request;
    request.files = {scratch.file("a.c")};
    request.flags = {"-std=gnu89"};
    request.compiler = compiler;
    EXPECT_EQ(build(request).missing, std::vector<std::string>{"g"}) << compiler;
    request.flags.clear();
    const Built built = build(request);
    EXPECT_NE(built.warnings.find("warning"), std::string::npos) << compiler;
  }
}

TEST(Compile, TheEntryMustBeThere) {
  const tests::Scratch scratch;
  put(scratch.file("a.c"), "int run(void) { return 0; }\n");
  BuildRequest request;
  request.files = {scratch.file("a.c")};
  EXPECT_EQ(tests::refusal_of([&] { (void)build(request); }),
            scratch.file("a.c") + ": error: there is no function 'main'; name another by --entry: run");
  request.entry = "run";
  EXPECT_EQ(build(request).module.functions[build(request).entry].name, "run");
}

TEST(Library, TheIndexNamesExactlyWhatIsDefined) {
  const ModelLibrary library(models);
  std::set<std::string> files;
  // tools/model_names.py checks those in C++.
  const auto is_c = [](const std::string& file) { return file.ends_with(".c"); };
  for (const auto& [name, file] : library.index()) {
    if (is_c(file)) files.insert(file);
  }
  for (const std::string& name : compilers()) {
    const Compiler compiler(name);
    std::set<std::string> defined;
    for (const std::string& file : files) {
      CompileFlags flags{{"-I.", "-ffreestanding", "-fno-math-errno"}, library.folder(), "", false};
      const Compiled compiled = compiler.compile(file, flags);
      EXPECT_EQ(compiled.warnings, "") << file;
      const Module module = read_module(file, compiled.ir);
      const auto note = [&](const std::string& one, bool is_defined, Linkage linkage) {
        if (!is_defined || linkage == Linkage::internal || linkage == Linkage::private_ ||
            linkage == Linkage::available || one.starts_with("llvm.")) {
          return;
        }
        EXPECT_TRUE(defined.insert(one).second) << one << " is defined twice";
        EXPECT_EQ(library.file_of(one), file) << one;
      };
      for (const Function& one : module.functions) note(one.name, one.defined, one.linkage);
      for (const Global& one : module.globals) note(one.name, one.defined, one.linkage);
    }
    for (const auto& [one, file] : library.index()) {
      EXPECT_TRUE(!is_c(file) || defined.contains(one)) << one << " of " << file;
    }
  }
}

}  // namespace
}  // namespace waymark::llvm
