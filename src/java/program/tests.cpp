#include "java/program/tests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "java/classfile/annotations.hpp"

namespace waymark::java {

namespace {

[[noreturn]] void refuse_test(const std::string& where, const std::string& why) {
  throw base::InputError(fmt::format("{}: error: {}", where, why));
}

// A class of the test with those above it, as far as they are the program's.
struct Chain {
  std::vector<std::unique_ptr<ClassFile>> files;
  std::vector<classpath::Contents> contents;
};

std::string dotted(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  return out;
}

Chain read_chain(ClassLedger& classes, const std::string& name) {
  Chain chain;
  std::string next = name;
  std::replace(next.begin(), next.end(), '.', '/');
  while (!next.empty()) {
    std::optional<classpath::Contents> found = classes.find(next);
    if (!found && chain.files.empty()) {
      throw base::InputError(fmt::format("waymark: error: --test {}: there is no such class on the class path{}", name,
                                         classes.did_you_mean(name)));
    }
    if (!found || found->from_jdk) break;
    chain.contents.push_back(std::move(*found));
    try {
      chain.files.push_back(read_class_file(chain.contents.back().bytes, chain.contents.back().origin));
    } catch (const BadClass& bad) {
      refuse_test(name, bad.what());
    }
    next = chain.files.back()->super;
  }
  return chain;
}

// What an annotation of JUnit 4 or 5 is called; empty if it is none.
std::string_view junit_name(const Annotation& annotation) {
  std::string_view type = annotation.type;
  if (!type.starts_with("Lorg/junit/")) return {};
  type.remove_prefix(type.rfind('/') + 1);
  return type.substr(0, type.size() - 1);
}

// A method with its annotations.
struct Marked {
  const ClassFile* file;
  const Member* method;
  std::vector<Annotation> annotations;

  [[nodiscard]] const Annotation* find(std::string_view name) const {
    for (const Annotation& it : annotations) {
      if (junit_name(it) == name) return &it;
    }
    return nullptr;
  }
  [[nodiscard]] bool has(std::initializer_list<std::string_view> names) const {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return find(name) != nullptr; });
  }
};

std::string type_name(std::string_view descriptor) {
  static constexpr std::pair<char, std::string_view> primitives[] = {{'I', "int"},   {'J', "long"},  {'S', "short"},
                                                                     {'B', "byte"},  {'C', "char"},  {'Z', "boolean"},
                                                                     {'F', "float"}, {'D', "double"}};
  for (const auto& [letter, name] : primitives) {
    if (descriptor[0] == letter) return std::string(name);
  }
  return dotted(descriptor[0] == 'L' ? descriptor.substr(1, descriptor.size() - 2) : descriptor);
}

std::vector<std::string> parameters_of(const Member& method) {
  std::vector<std::string> out;
  for (std::size_t at = 1; method.descriptor[at] != ')';) {
    const std::size_t length = descriptor_length(method.descriptor.substr(at));
    out.push_back(type_name(method.descriptor.substr(at, length)));
    at += length;
  }
  return out;
}

// OWNER#METHOD(TYPE,...), as TestRun takes it.
std::string call_text(const Marked& it) {
  return fmt::format("{}#{}({})", dotted(it.file->name), it.method->name, fmt::join(parameters_of(*it.method), ","));
}

// The arguments of a parameterised test: literal ones, or which code makes them (waymark.internal.TestArguments).
class ArgumentSets {
 public:
  ArgumentSets(ClassLedger& classes, const Marked& test, std::string where)
      : classes_(classes), test_(test), where_(std::move(where)) {}

  // The code that makes them, as TestRun takes it; empty if they are literal.
  [[nodiscard]] std::string code() const {
    std::string found;
    for (const Annotation& it : test_.annotations) {
      const std::string_view name = junit_name(it);
      const bool by_method = name == "MethodSource";
      if (!by_method && name != "ArgumentsSource") continue;
      const AnnotationValue* const value = it.find("value");
      std::vector<std::string> named;
      if (value != nullptr && value->tag == 'c') named.push_back(type_name(value->text));
      if (value != nullptr && value->tag == '[') {
        for (const AnnotationValue& one : value->elements) named.push_back(one.text);
      }
      std::erase(named, "");
      if (named.empty()) named.emplace_back(test_.method->name);
      const std::string text = fmt::format("{}{}", by_method ? 'm' : 'a', fmt::join(named, " "));
      if (!found.empty()) refuse_test(where_, "two sources of arguments that run code; write one");
      found = text;
    }
    if (!found.empty() && !literal().empty()) {
      refuse_test(where_, "literal arguments beside those that code makes; write two tests");
    }
    return found;
  }

  std::vector<std::vector<std::string>> all() {
    std::vector<std::vector<std::string>> found = literal();
    if (found.empty()) refuse_test(where_, "a parameterised test without arguments");
    return found;
  }

 private:
  using Sets = std::vector<std::vector<std::string>>;

  [[nodiscard]] Sets literal() const {
    Sets out;
    for (const Annotation& it : test_.annotations) {
      const std::string_view name = junit_name(it);
      if (name == "NullSource" || name == "NullAndEmptySource") out.push_back({"n"});
      if (name == "EmptySource" || name == "NullAndEmptySource") out.push_back({"v"});
      if (name == "ValueSource") add_values(it, out);
      if (name == "CsvSource") add_csv(it, out);
      if (name == "CsvFileSource") add_csv_files(it, out);
      if (name == "EnumSource") add_enums(it, out);
    }
    return out;
  }

  static void add_values(const Annotation& source, Sets& out) {
    for (const AnnotationElement& of_one_kind : source.values) {
      for (const AnnotationValue& it : of_one_kind.value.elements) out.push_back({"v" + text_of(it)});
    }
  }

  static std::string text_of(const AnnotationValue& it) {
    if (it.tag == 'Z') return it.text == "0" ? "false" : "true";
    if (it.tag == 'C') return std::string(1, static_cast<char>(std::stoi(it.text)));
    return it.text;
  }

  // The constants that are named, or that are not; of the type of the first parameter, unless another is given.
  void add_enums(const Annotation& source, Sets& out) const {
    const AnnotationValue* const names = source.find("names");
    const AnnotationValue* const mode = source.find("mode");
    const std::string how = mode == nullptr ? "INCLUDE" : mode->text;
    if (how != "INCLUDE" && how != "EXCLUDE") refuse_test(where_, "@EnumSource with patterns; write the names");
    const bool all = names == nullptr || names->elements.empty();
    if (!all && how == "INCLUDE") {
      for (const AnnotationValue& it : names->elements) out.push_back({"v" + it.text});
      return;
    }
    for (const std::string& constant : constants(source)) {
      const auto is_it = [&](const AnnotationValue& it) { return it.text == constant; };
      if (all || std::none_of(names->elements.begin(), names->elements.end(), is_it)) out.push_back({"v" + constant});
    }
  }

  [[nodiscard]] std::vector<std::string> constants(const Annotation& source) const {
    const AnnotationValue* const given = source.find("value");
    const std::vector<std::string> parameters = parameters_of(*test_.method);
    std::string type = given != nullptr ? type_name(given->text) : parameters.empty() ? "" : parameters.front();
    const Chain chain = read_chain(classes_, type);
    if (chain.files.empty()) refuse_test(where_, fmt::format("@EnumSource of {}; write the names", type));
    std::vector<std::string> found;
    for (const Member& field : chain.files.front()->fields) {
      if ((field.access & access::is_enum) != 0) found.emplace_back(field.name);
    }
    return found;
  }

  void add_csv(const Annotation& source, Sets& out) const {
    const AnnotationValue* const rows = source.find("value");
    if (rows == nullptr || source.values.size() != 1)
      refuse_test(where_, "@CsvSource with more than rows; write the rows");
    for (const AnnotationValue& row : rows->elements) out.push_back(cells(row.text, '\''));
  }

  // Resources of the class path, by whole paths; a line is a row.
  void add_csv_files(const Annotation& source, Sets& out) const {
    const AnnotationValue* const names = source.find("resources");
    const AnnotationValue* const skipped = source.find("numLinesToSkip");
    const std::size_t known = (names != nullptr ? 1u : 0u) + (skipped != nullptr ? 1u : 0u);
    if (names == nullptr || source.values.size() != known) {
      refuse_test(where_, "@CsvFileSource with more than resources and numLinesToSkip; write the rows in a @CsvSource");
    }
    for (const AnnotationValue& name : names->elements) {
      const std::string_view path = std::string_view(name.text).substr(name.text.starts_with('/') ? 1 : 0);
      const auto found = classes_.find_resources(path);
      if (!found || found->empty()) refuse_test(where_, fmt::format("@CsvFileSource: {} is not there", name.text));
      std::string_view rest(reinterpret_cast<const char*>(found->front().bytes.data()), found->front().bytes.size());
      for (std::size_t line = skipped == nullptr ? 0 : std::stoul(skipped->text); !rest.empty();) {
        std::string_view row = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(row.size() + 1, rest.size()));
        if (row.ends_with('\r')) row.remove_suffix(1);
        if (line != 0) {
          --line;
        } else if (!row.empty() && !row.starts_with('#')) {
          out.push_back(cells(row, '"'));
        }
      }
    }
  }

  // Separated by commas; blanks around do not count, quotes keep everything, and nothing at all is null.
  [[nodiscard]] std::vector<std::string> cells(std::string_view rest, char quote) const {
    std::vector<std::string> set;
    while (true) {
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
      std::string cell = "v";
      if (!rest.empty() && rest.front() == quote) {
        const std::size_t end = rest.find(quote, 1);
        if (end == std::string_view::npos) refuse_test(where_, "rows of arguments with an open quote");
        cell += rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
      } else {
        std::string_view text = rest.substr(0, rest.find(','));
        rest.remove_prefix(text.size());
        text = text.substr(0, text.find_last_not_of(" \t") + 1);
        cell = text.empty() ? "n" : cell + std::string(text);
      }
      set.push_back(cell);
      const std::size_t comma = rest.find(',');
      if (comma == std::string_view::npos) return set;
      rest.remove_prefix(comma + 1);
    }
  }

  ClassLedger& classes_;
  const Marked& test_;
  std::string where_;
};

// All that a class says about its tests.
class TestClass {
 public:
  // `number`: of the set of arguments that is asked for, if one is.
  TestClass(ClassLedger& classes, std::string name, std::string number)
      : classes_(classes), name_(std::move(name)), number_(std::move(number)), chain_(read_chain(classes, name_)) {
    for (const auto& file : chain_.files) {
      old_style_ = old_style_ || file->super == "junit/framework/TestCase";
      note_class(*file);
      for (const Member& method : file->methods) {
        const auto same = [&](const Marked& it) {
          return it.method->name == method.name && it.method->descriptor == method.descriptor;
        };
        if (method.name[0] == '<' || std::any_of(methods_.begin(), methods_.end(), same)) continue;
        methods_.push_back({file.get(), &method, read_annotations(*file, method.annotations)});
      }
    }
    if ((chain_.files.front()->access & access::is_abstract) != 0) {
      refuse_test(name_, "the class is abstract; name a class that extends it");
    }
    for (const std::string_view member : chain_.files.front()->nest_members) note_member(classes, dotted(member));
  }

  // `method`: empty for all.
  std::vector<JavaTest> tests(std::string_view method) {
    std::vector<JavaTest> out;
    for (const Marked& it : methods_) {
      if (!method.empty() && it.method->name != method) continue;
      if (is_test(it)) add(it, out);
      if (it.has({"TestFactory", "TestTemplate"})) {
        out.push_back({.name = fmt::format("{}#{}", name_, it.method->name),
                       .why_not = "tests that are made in a run are not known before it; write each as a method",
                       .arguments = {}});
      }
    }
    if (method.empty()) out.insert(out.end(), nested_.begin(), nested_.end());
    return out;
  }

 private:
  static constexpr std::string_view no_nested =
      "classes that are marked @Nested are not run here; make it one of its own";

  void note_member(ClassLedger& classes, const std::string& member) {
    const Chain chain = read_chain(classes, member);
    if (chain.files.empty()) return;
    for (const Annotation& it : read_annotations(*chain.files.front(), chain.files.front()->annotations)) {
      if (junit_name(it) == "Nested")
        nested_.push_back({.name = member, .why_not = std::string(no_nested), .arguments = {}});
    }
  }

  void note_class(const ClassFile& file) {
    for (const Annotation& it : read_annotations(file, file.annotations)) {
      const std::string_view name = junit_name(it);
      if (name == "Nested") refuse_test(name_, std::string(no_nested));
      if (name == "Ignore" || name == "Disabled") disabled_ = fmt::format("the class is marked @{}", name);
      if (name == "RunWith" || name == "ExtendWith") {
        refuse_test(name_, fmt::format("@{}: runners and extensions of JUnit are not run here; set up in a method that "
                                       "is marked @Before or @BeforeEach",
                                       name));
      }
    }
    for (const Member& field : file.fields) {
      for (const Annotation& it : read_annotations(file, field.annotations)) {
        const std::string_view name = junit_name(it);
        if (name == "Rule" || name == "ClassRule" || name == "RegisterExtension" || name == "TempDir") {
          refuse_test(name_, fmt::format("@{} {}: rules and extensions of JUnit are not run here", name, field.name));
        }
      }
    }
  }

  [[nodiscard]] bool is_test(const Marked& it) const {
    if (it.has({"Test", "ParameterizedTest", "RepeatedTest"})) return true;
    return old_style_ && it.method->name.starts_with("test") && it.method->descriptor == "()V";
  }

  // Those of superclasses first, or last.
  [[nodiscard]] std::string calls(std::initializer_list<std::string_view> names, bool above_first) const {
    std::vector<std::string> out;
    for (const Marked& it : methods_) {
      if (it.has(names)) out.push_back(call_text(it));
    }
    const bool sets_up = *names.begin() == "Before";
    if (old_style_ && (sets_up || *names.begin() == "After")) {
      for (const Marked& it : methods_) {
        if (it.method->name == (sets_up ? "setUp" : "tearDown") && it.method->descriptor == "()V") {
          out.push_back(call_text(it));
        }
      }
    }
    if (above_first) std::reverse(out.begin(), out.end());
    return fmt::format("{}", fmt::join(out, " "));
  }

  void add(const Marked& it, std::vector<JavaTest>& out) const {
    JavaTest test;
    test.name = fmt::format("{}#{}", name_, it.method->name);
    test.why_not = disabled_;
    if (it.has({"Ignore", "Disabled"}))
      test.why_not = it.find("Ignore") != nullptr ? "it is marked @Ignore" : "it is marked @Disabled";
    std::string expected;
    if (const Annotation* const plain = it.find("Test"); plain != nullptr) {
      const AnnotationValue* const type = plain->find("expected");
      if (type != nullptr && type->tag == 'c') expected = type_name(type->text);
    }
    test.arguments = {name_,
                      call_text(it),
                      expected,
                      calls({"BeforeClass", "BeforeAll"}, true),
                      calls({"Before", "BeforeEach"}, true),
                      calls({"After", "AfterEach"}, false),
                      calls({"AfterClass", "AfterAll"}, false)};
    const std::size_t parameters = parameters_of(*it.method).size();
    if (!it.has({"ParameterizedTest"})) {
      if (parameters != 0) refuse_test(test.name, "a test with parameters that no source of arguments fills");
      out.push_back(std::move(test));
      return;
    }
    std::size_t number = 0;
    ArgumentSets sets(classes_, it, test.name);
    if (const std::string code = sets.code(); !code.empty()) {
      test.arguments.push_back(code);
      if (!number_.empty()) {
        test.name += fmt::format("[{}]", number_);
        test.arguments.push_back(number_);
      }
      out.push_back(std::move(test));
      return;
    }
    for (const std::vector<std::string>& set : sets.all()) {
      if (set.size() != parameters)
        refuse_test(test.name, fmt::format("{} arguments for {} parameters", set.size(), parameters));
      JavaTest& one = out.emplace_back(test);
      one.name += fmt::format("[{}]", ++number);
      one.arguments.insert(one.arguments.end(), set.begin(), set.end());
    }
  }

  ClassLedger& classes_;
  std::string name_;
  std::string number_;
  Chain chain_;
  bool old_style_ = false;
  std::string disabled_;
  std::vector<Marked> methods_;
  std::vector<JavaTest> nested_;  // which are not run
};

}  // namespace

std::vector<JavaTest> find_tests(ClassLedger& classes, const std::string& asked) {
  const std::size_t hash = std::min(asked.find('#'), asked.size());
  const std::string method = hash == asked.size() ? "" : asked.substr(hash + 1);
  const std::size_t bracket = std::min(method.find('['), method.size());
  const std::string number = method.ends_with(']') ? method.substr(bracket + 1, method.size() - bracket - 2) : "";
  if (number.find_first_not_of("0123456789") != std::string::npos || number.size() > 9 || number.starts_with('0')) {
    refuse_test(asked, "a number of a set of arguments is expected in the brackets");
  }
  std::vector<JavaTest> tests;
  try {
    tests = TestClass(classes, asked.substr(0, hash), number).tests(method.substr(0, bracket));
  } catch (const BadClass& bad) {
    refuse_test(asked, bad.what());
  }
  if (bracket != method.size()) {
    std::erase_if(tests, [&](const JavaTest& it) { return it.name != asked; });
  }
  if (tests.empty()) {
    throw base::InputError(fmt::format(
        "waymark: error: --test {}: there is no method that is marked @Test, @ParameterizedTest or @RepeatedTest",
        asked));
  }
  return tests;
}

}  // namespace waymark::java
