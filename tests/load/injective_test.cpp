// Other configurations have other texts and digests: of two that had the same, one could be certified for the other.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/escaped.hpp"
#include "java/program/files.hpp"
#include "load/java.hpp"
#include "load/llvm.hpp"
#include "load/program.hpp"

namespace waymark::load {
namespace {

using Texts = std::vector<std::string>;

// What separates, opens, closes or escapes somewhere, and what looks like the text of an option.
const Texts nasty = {"",
                     "a",
                     "=",
                     "a=b",
                     ";",
                     "; ",
                     "[",
                     "]",
                     "] [",
                     " ",
                     "\\",
                     "\\x3b",
                     "-Da=b",
                     "$a=b",
                     "define a",
                     "argument a",
                     "a argument a",
                     "env a=b",
                     "a] [argument b",
                     "x",
                     "\n",
                     "\xff",
                     "visible x",
                     "; visible x",
                     "cycles acceptance",
                     "slice by deadlock"};

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  bool half() { return below(2) == 0; }
  std::string text() {
    std::string out = nasty[below(nasty.size())];
    return below(4) != 0 ? out : out + nasty[below(nasty.size())];
  }
  // Mostly none: configurations that differ little are the ones to be mistaken for each other.
  Texts texts() {
    Texts out(below(3) != 0 ? 0 : 1 + below(2));
    for (std::string& one : out) one = text();
    return out;
  }

 private:
  std::mt19937 random_;
};

void add(base::ByteSink& sink, const Texts& texts) {
  sink.varint(texts.size());
  for (const std::string& one : texts) sink.text(one);
}

// Everything that is put around a program, and what that comes to.
struct Configuration {
  std::string key;   // that no other configuration has
  std::string text;  // as a script names it
};

Texts named_values(Chance& chance) {
  Texts out = chance.texts();
  for (std::string& one : out) {  // a name is expected, and without '=' the value is empty
    if (one.empty() || one[0] == '=') one = "n" + one;
    if (one.find('=') == std::string::npos) one += "=";
  }
  return out;
}

using Options = std::function<std::string(const Source&, std::string_view)>;

Configuration random_configuration(Chance& chance, const Options& options) {
  Source source;
  source.java.environment = named_values(chance);
  source.defines = named_values(chance);
  source.arguments = chance.texts();
  source.spurious = chance.below(8) == 0;
  source.judged.races = chance.below(8) == 0;
  source.java.random = chance.below(8) == 0 ? 1 : 0;
  source.java.carriers = chance.below(8) == 0 ? 1 + chance.below(2) : 0;
  if (source.java.carriers != 0 && chance.below(2) == 0) source.java.pinning = java::Pinning::monitors;
  const std::string main = chance.below(8) == 0 ? "M" + chance.text() : "M";
  const std::string input = chance.below(8) == 0 ? chance.text() : "";
  Derivation derivation;
  source.java.input = input;
  derivation.own = options(source, main);
  base::ByteSink key;
  for (const Texts* list : {&source.java.environment, &source.defines, &source.arguments}) add(key, *list);
  key.text(main);
  key.text(input);
  for (const std::uint64_t number :
       {std::uint64_t{source.spurious}, std::uint64_t{source.judged.races}, source.java.random, source.java.carriers,
        std::uint64_t{source.java.pinning == java::Pinning::monitors}}) {
    key.varint(number);
  }
  const std::size_t around = chance.below(4);
  key.varint(around);
  Configuration made;
  if (around == 1) {
    const Texts visible = chance.texts();
    add(key, visible);
    derivation.reduction = {"", visible};
  }
  if (around >= 2) {
    const bool fair = chance.half();
    const std::string proposition = "p" + chance.text();
    const bool formula = chance.half() && proposition.find_first_of("\n\xff") == std::string::npos;
    const Cycles cycles =
        formula ? Cycles{CycleKind::ltl, ltl::proposition(proposition), fair} : Cycles::no_acceptance(fair);
    key.varint((fair ? 1 : 0) + (formula ? 2 : 0));
    if (formula) key.text(proposition);
    derivation.cycles = cycles;
    if (around == 3) derivation.reduction.emplace();
  }
  made.text = derivation.text();
  made.key.assign(key.bytes().begin(), key.bytes().end());
  return made;
}

// A text that two configurations have, if one is met; else nothing.
std::string ambiguous(const Options& options, int tries) {
  std::map<std::string, std::string> met;
  Chance chance(1);
  for (int i = 0; i < tries; ++i) {
    const Configuration made = random_configuration(chance, options);
    const auto [before, fresh] = met.emplace(made.text, made.key);
    if (!fresh && before->second != made.key) return made.text;
  }
  return "";
}

TEST(Injective, no_two_configurations_of_a_java_program_have_one_text) {
  EXPECT_EQ(ambiguous(java_options, 4'000), "");
}

// What such a program is given, as the text names it; files before the arguments are part of the program's own digest.
std::string ambiguous_llvm(const std::function<std::string(const Source&)>& options) {
  std::map<std::string, std::string> met;
  Chance chance(4);
  for (int i = 0; i < 4'000; ++i) {
    Source source;
    source.judged.overflow = chance.below(8) == 0;
    source.judged.leaks = chance.below(8) == 0;
    source.spurious = chance.below(8) == 0;
    source.c.reuse = chance.below(8) == 0;
    source.arguments = chance.texts();
    std::map<std::string, std::string> ranges;
    for (const std::string& one : chance.texts()) {
      const std::string name = "f" + one.substr(0, one.find('='));
      ranges[name] = chance.half() ? "0..1" : "-3..2";
      source.c.ranges.push_back(name + "=" + ranges[name]);
    }
    base::ByteSink key;
    add(key, source.arguments);
    for (const auto& [name, range] : ranges) add(key, {name, range});
    key.varint((source.judged.overflow ? 1 : 0) + (source.judged.leaks ? 2 : 0) + (source.spurious ? 4 : 0) +
               (source.c.reuse ? 8 : 0));
    const std::string bytes(key.bytes().begin(), key.bytes().end());
    Derivation derivation;
    derivation.own = options(source);
    derivation.reduction.emplace();
    const std::string text = derivation.text();
    const auto [before, fresh] = met.emplace(text, bytes);
    if (!fresh && before->second != bytes) return text;
  }
  return "";
}

TEST(Injective, no_two_configurations_of_a_c_program_have_one_text) { EXPECT_EQ(ambiguous_llvm(llvm_options), ""); }

TEST(Injective, an_ambiguous_text_of_a_c_program_is_found) {
  const auto once = [](const Source& source) {
    Source alone = source;
    alone.arguments.clear();
    std::string text = llvm_options(alone);
    for (const std::string& one : source.arguments) text += " argument " + base::escaped(one, "");
    return text;
  };
  EXPECT_NE(ambiguous_llvm(once), "");
}

TEST(Injective, files_of_a_c_program_are_no_arguments) {
  Source file, argument;
  file.arguments = {"b.c", "x"};
  argument.arguments = {"x", "b.c"};
  EXPECT_EQ(llvm_options(file), "llvm [argument x]");
  EXPECT_EQ(llvm_options(argument), "llvm [argument x] [argument b.c]");
  file.behind = {"b.c"};
  EXPECT_EQ(llvm_options(file), "llvm [argument x] [argument b.c]");
  Source java;
  java.arguments = {"b.c"};
  java.behind = {"x.java"};
  EXPECT_EQ(java_arguments(java), (Texts{"b.c", "x.java"}));
}

// As it once was: then the search is one that finds such texts.
TEST(Injective, an_ambiguous_text_is_found) {
  const Options once = [](const Source& source, std::string_view main) {
    Source alone = source;
    for (Texts* list : {&alone.java.environment, &alone.defines, &alone.arguments}) list->clear();
    std::string text = java_options(alone, main);
    const auto add_all = [&](std::string_view mark, const Texts& list) {
      for (const std::string& one : list) text += " [" + std::string(mark) + base::escaped(one, "[]") + "]";
    };
    add_all("$", source.java.environment);
    add_all("-D", source.defines);
    add_all("", source.arguments);
    return text;
  };
  EXPECT_NE(ambiguous(once, 4'000), "");
}

TEST(Injective, no_two_slices_have_one_text) {
  std::map<std::string, std::string> met;
  Chance chance(2);
  for (int i = 0; i < 5'000; ++i) {
    Criteria criteria;
    criteria.assertion = chance.half();
    criteria.deadlock = chance.half();
    criteria.steps = chance.half();
    criteria.invariants = chance.texts();
    base::ByteSink key;
    key.varint((criteria.assertion ? 1 : 0) + (criteria.deadlock ? 2 : 0) + (criteria.steps ? 4 : 0));
    add(key, criteria.invariants);
    const auto [before, fresh] = met.emplace(criteria.text(), std::string(key.bytes().begin(), key.bytes().end()));
    ASSERT_TRUE(fresh || before->second == std::string(key.bytes().begin(), key.bytes().end())) << criteria.text();
  }
}

TEST(Injective, an_argument_is_no_definition_and_no_variable) {
  Source argument, definition, variable;
  argument.arguments = {"-Devil=1"};
  definition.defines = {"evil=1"};
  EXPECT_NE(java_options(argument, "M"), java_options(definition, "M"));
  argument.arguments = {"$EVIL=1"};
  variable.java.environment = {"EVIL=1"};
  EXPECT_NE(java_options(argument, "M"), java_options(variable, "M"));
}

// The digests of contents were once written behind paths, a line each: a path with a line feed was two files.
TEST(Injective, a_line_feed_in_a_path_makes_no_second_file) {
  std::string hex;
  for (const std::uint8_t byte : digest("one")) {
    constexpr char digits[] = "0123456789abcdef";
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  EXPECT_NE(java::digest_of_files({{"/a", "one"}, {"/b", "two"}}),
            java::digest_of_files({{"/a " + hex + "\n/b", "two"}}));
}

TEST(Injective, no_two_sets_of_files_have_one_digest) {
  std::map<script::Digest, std::map<std::string, std::string>> met;
  Chance chance(3);
  for (int i = 0; i < 5'000; ++i) {
    std::map<std::string, std::string> files;
    for (const std::string& path : chance.texts()) files["/" + path] = chance.text();
    const auto [before, fresh] = met.emplace(java::digest_of_files(files), files);
    ASSERT_TRUE(fresh || before->second == files);
  }
}

}  // namespace
}  // namespace waymark::load
