#include "classpath/class_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "classpath/image_builder.hpp"
#include "refusal.hpp"
#include "scratch.hpp"

namespace waymark::classpath {
namespace {

using testing::HasSubstr;
using tests::refusal_of;
using Files = std::vector<std::pair<std::string, std::string>>;

std::string text(const std::optional<Contents>& contents) {
  return contents ? std::string(reinterpret_cast<const char*>(contents->bytes.data()), contents->bytes.size())
                  : "absent";
}

void write_jar(const std::string& path, const Files& files) {
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, contents] : files) {
    ASSERT_GE(zip_file_add(archive, name.c_str(), zip_source_buffer(archive, contents.data(), contents.size(), 0), 0),
              0);
  }
  ASSERT_EQ(zip_close(archive), 0);
}

void write(const std::string& path, const std::string& contents) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << contents;
}

std::shared_ptr<const Image> jdk() {
  tests::ImageBuilder builder;
  builder.add({.module = "java.base",
               .parent = "java/lang",
               .base = "Object",
               .extension = "class",
               .data = "the real Object"});
  builder.add_package("java.lang", {{false, "java.base"}});
  const auto bytes = std::make_shared<std::string>(builder.build());
  return std::make_shared<Image>("image",
                                 std::span(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()), bytes);
}

TEST(ClassPath, looks_into_the_jdk_first_and_then_into_its_entries_in_order) {
  const tests::Scratch scratch;
  write(scratch.file("one/app/Main.class"), "one");
  write(scratch.file("one/java/lang/Object.class"), "a false Object");
  write_jar(scratch.file("two.jar"), {{"app/Main.class", "two"}, {"app/Other.class", "other"}, {"note.txt", "hello"}});
  const ClassPath path({scratch.file("one"), scratch.file("two.jar")}, jdk());
  EXPECT_EQ(text(path.find_class("app/Main")), "one");
  EXPECT_EQ(path.find_class("app/Main")->origin, scratch.file("one/app/Main.class"));
  EXPECT_EQ(text(path.find_class("app/Other")), "other");
  EXPECT_EQ(path.find_class("app/Other")->origin, scratch.file("two.jar") + "!/app/Other.class");
  EXPECT_FALSE(path.find_class("app/Other")->from_jdk);
  EXPECT_EQ(text(path.find_class("java/lang/Object")), "the real Object");
  EXPECT_TRUE(path.find_class("java/lang/Object")->from_jdk);
  EXPECT_EQ(text(path.find_resource("note.txt")), "hello");
  EXPECT_EQ(text(path.find_class("app/Nobody")), "absent");
  EXPECT_EQ(path.module_of("java/lang"), "java.base");
  EXPECT_EQ(path.module_of("app"), "");
}

TEST(ClassPath, keeps_bytes_alive_after_it_is_gone) {
  const tests::Scratch scratch;
  write_jar(scratch.file("a.jar"), {{"C.class", "contents"}});
  std::optional<Contents> found;
  {
    const ClassPath path({scratch.file("a.jar")}, jdk());
    found = path.find_class("C");
  }
  EXPECT_EQ(text(found), "contents");
}

TEST(ClassPath, follows_no_name_out_of_a_directory) {
  const tests::Scratch scratch;
  write(scratch.file("secret.class"), "secret");
  write(scratch.file("classes/C.class"), "C");
  const ClassPath path({scratch.file("classes")}, nullptr);
  EXPECT_EQ(text(path.find_class("C")), "C");
  for (const std::string name : {"../secret", "./C", "/C", "a/../C", "", "C/", "..", "a//C"}) {
    EXPECT_EQ(text(path.find_class(name)), "absent") << name;
  }
  EXPECT_EQ(text(path.find_class(scratch.file("secret"))), "absent");
  EXPECT_EQ(text(path.find_resource(std::string("C.class\0x", 9))), "absent");
}

TEST(ClassPath, takes_all_jars_of_a_directory_and_those_a_manifest_names) {
  const tests::Scratch scratch;
  std::filesystem::create_directory(scratch.file("lib"));
  write_jar(scratch.file("lib/b.jar"), {{"C.class", "b"}, {"B.class", "b"}});
  write_jar(scratch.file("lib/a.jar"), {{"C.class", "a"},
                                        {"META-INF/MANIFEST.MF",
                                         "Manifest-Version: 1.0\r\nClass-Path: ../ext\r\n ra.jar missing.jar "
                                         "a.jar\r\n\r\nName: x\r\nClass-Path: no\r\n"}});
  write_jar(scratch.file("extra.jar"), {{"E.class", "e"}, {"META-INF/MANIFEST.MF", "class-path: lib/a.jar\n"}});
  const ClassPath path({scratch.file("lib/*")}, nullptr);
  EXPECT_EQ(text(path.find_class("C")), "a");
  EXPECT_EQ(text(path.find_class("B")), "b");
  EXPECT_EQ(text(path.find_class("E")), "e");
}

TEST(ClassPath, says_which_entry_is_wrong) {
  const tests::Scratch scratch;
  write(scratch.file("no.jar"), "this is no zip archive");
  EXPECT_THAT(refusal_of([&] { ClassPath({scratch.file("missing")}, nullptr); }),
              HasSubstr("missing: error: no such directory or jar"));
  EXPECT_THAT(refusal_of([&] { ClassPath({scratch.file("no.jar")}, nullptr); }),
              HasSubstr("no.jar: error: not a jar that can be read: "));
  EXPECT_THAT(refusal_of([&] { ClassPath({scratch.file("missing/*")}, nullptr); }), HasSubstr("No such file"));
}

// Maven names target/classes, whether or not a project has classes beside its tests.
TEST(ClassPath, passes_over_directories_that_are_not_there) {
  const tests::Scratch scratch;
  write(scratch.file("tests/C.class"), "c");
  const ClassPath path({scratch.file("classes"), scratch.file("tests")}, nullptr);
  EXPECT_EQ(text(path.find_class("C")), "c");
  EXPECT_THAT(path.missing(), testing::ElementsAre(scratch.file("classes")));
  EXPECT_THAT(refusal_of([&] {
                ClassPath({scratch.file("tests"), scratch.file("lib.jar")}, nullptr);
              }),
              HasSubstr("lib.jar: error: no such directory or jar"));
}

TEST(Jar, gives_the_main_class_of_its_manifest) {
  const tests::Scratch scratch;
  write_jar(scratch.file("a.jar"), {{"META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMain-Class: app.Ma\n in\n"}});
  write_jar(scratch.file("b.jar"), {{"C.class", ""}});
  EXPECT_EQ(Jar(scratch.file("a.jar")).attribute("Main-Class"), "app.Main");
  EXPECT_EQ(Jar(scratch.file("b.jar")).attribute("Main-Class"), "");
  EXPECT_EQ(text(Jar(scratch.file("b.jar")).find("C.class")), "");
}

TEST(Jar, takes_the_newest_version_for_the_JDK) {
  const tests::Scratch scratch;
  const Files classes{{"C.class", "8"},
                      {"META-INF/versions/11/C.class", "11"},
                      {"META-INF/versions/17/C.class", "17"},
                      {"META-INF/versions/21/C.class", "21"}};
  auto files = classes;
  files.emplace_back("META-INF/MANIFEST.MF", "Multi-Release: true\n");
  write_jar(scratch.file("multi.jar"), files);
  write_jar(scratch.file("plain.jar"), classes);
  EXPECT_EQ(text(Jar(scratch.file("multi.jar")).find("C.class")), "17");
  EXPECT_EQ(text(Jar(scratch.file("multi.jar"), 20).find("C.class")), "17");
  EXPECT_EQ(text(Jar(scratch.file("multi.jar"), 25).find("C.class")), "21");
  EXPECT_EQ(text(Jar(scratch.file("plain.jar")).find("C.class")), "8");
}

TEST(ClassPath, names_every_class_that_it_can_give) {
  const tests::Scratch scratch;
  write(scratch.file("one/app/Main.class"), "");
  write(scratch.file("one/app/Main.java"), "");
  write(scratch.file("one/java/lang/Object.class"), "");
  write(scratch.file("one/no.package/Main.class"), "");
  const Files classes{{"app/Main.class", ""},
                      {"app/text.txt", ""},
                      {"../Out.class", ""},
                      {"META-INF/versions/11/app/New.class", ""},
                      {"META-INF/MANIFEST.MF", "Multi-Release: true\n"}};
  write_jar(scratch.file("multi.jar"), classes);
  const ClassPath path({scratch.file("one"), scratch.file("multi.jar")}, jdk());
  EXPECT_THAT(path.classes(),
              testing::ElementsAre("META-INF/versions/11/app/New", "app/Main", "app/New", "java/lang/Object"));
  for (const std::string& name : path.classes()) EXPECT_TRUE(path.find_class(name)) << name;
  EXPECT_TRUE(path.find_class("java/lang/Object")->from_jdk);
  EXPECT_FALSE(path.find_class("no.package/Main"));
}

TEST(ClassPath, leaves_files_of_a_check_out_of_its_resources_and_says_so) {
  const tests::Scratch scratch;
  for (const char* const name : {"app/words.txt", "app/a.way", "bug.trail", ".hidden", ".git/config", "app/Main.class"})
    write(scratch.file(std::string("one/") + name), "x");
  write_jar(scratch.file("some.jar"), {{"texts/a.txt", "y"}, {".dot", "y"}});
  const ClassPath path({scratch.file("one"), scratch.file("some.jar")}, jdk());
  const std::vector<std::string> resources = path.resources().value();
  EXPECT_THAT(resources, testing::ElementsAre("app/words.txt", "texts/a.txt"));
  for (const std::string& name : resources) {
    EXPECT_FALSE(path.is_left_out(name)) << name;
    EXPECT_EQ(path.find_resources(name).size(), 1u) << name;
  }
  for (const char* const name : {"app/a.way", "bug.trail", ".hidden", ".git/config", ".dot"}) {
    EXPECT_TRUE(path.is_left_out(name)) << name;
  }
  for (const char* const name : {"absent.trail", "absent.txt", "app/Main.class", "../one/bug.trail"}) {
    EXPECT_FALSE(path.is_left_out(name)) << name;
  }
}

TEST(Jar, refuses_an_entry_that_would_unpack_to_too_much) {
  const tests::Scratch scratch;
  const std::string bomb((64u << 20) + 1, '\0');
  write_jar(scratch.file("bomb.jar"), {{"C.class", bomb}});
  EXPECT_THAT(refusal_of([&] { (void)Jar(scratch.file("bomb.jar")).find("C.class"); }),
              HasSubstr("bomb.jar: error: C.class would unpack to more than 64 MiB"));
}

TEST(Jar, survives_damage_to_every_byte_and_never_gives_other_contents) {
  const tests::Scratch scratch;
  const std::string contents = "contents that compress, compress, compress, compress and compress";
  write_jar(scratch.file("good.jar"), {{"C.class", contents}});
  const auto bytes = base::read_file(scratch.file("good.jar"), 1 << 20);
  int refused = 0;
  for (std::size_t i = 0; i < 2 * bytes.size(); ++i) {
    auto damaged = bytes;
    if (i < bytes.size()) {
      damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
    } else {
      damaged.resize(i - bytes.size());
    }
    std::ofstream(scratch.file("damaged.jar"), std::ios::binary) << damaged;
    try {
      const auto found = Jar(scratch.file("damaged.jar")).find("C.class");
      if (found) {
        EXPECT_EQ(text(found), contents) << i;
      }
    } catch (const base::InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("damaged.jar"));
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(SplitClassPath, reads_an_empty_element_as_the_current_directory) {
  EXPECT_EQ(split_class_path("a:b.jar"), (std::vector<std::string>{"a", "b.jar"}));
  EXPECT_EQ(split_class_path(":a:"), (std::vector<std::string>{".", "a", "."}));
}

TEST(FindJdkImage, takes_the_option_before_the_environment) {
  const tests::Scratch scratch;
  write(scratch.file("home/lib/modules"), "");
  write(scratch.file("option/lib/modules"), "");
  setenv("JAVA_HOME", scratch.file("home").c_str(), 1);
  EXPECT_EQ(find_jdk_image(""), scratch.file("home/lib/modules"));
  EXPECT_EQ(find_jdk_image(scratch.file("option")), scratch.file("option/lib/modules"));
  EXPECT_EQ(find_jdk_image(scratch.file("option/lib/modules")), scratch.file("option/lib/modules"));
  EXPECT_THAT(refusal_of([&] { (void)find_jdk_image(scratch.file("none")); }), HasSubstr("--jdk"));
  setenv("JAVA_HOME", scratch.file("none").c_str(), 1);
  EXPECT_THAT(refusal_of([] { (void)find_jdk_image(""); }), HasSubstr("JAVA_HOME="));
  unsetenv("JAVA_HOME");
}

TEST(FindJdkImage, follows_the_links_of_the_java_on_the_path) {
  const tests::Scratch scratch;
  unsetenv("JAVA_HOME");
  write(scratch.file("jdk/lib/modules"), "");
  write(scratch.file("jdk/bin/java"), "");
  std::filesystem::create_directory(scratch.file("bin"));
  std::filesystem::create_symlink(scratch.file("jdk/bin/java"), scratch.file("bin/java"));
  const std::string before = std::getenv("PATH");
  setenv("PATH", (scratch.file("nothing") + ":" + scratch.file("bin")).c_str(), 1);
  EXPECT_EQ(find_jdk_image(""), std::filesystem::canonical(scratch.file("jdk/lib/modules")).string());
  setenv("PATH", scratch.file("nothing").c_str(), 1);
  EXPECT_THAT(refusal_of([] { (void)find_jdk_image(""); }), HasSubstr("no JDK found; install one"));
  setenv("PATH", before.c_str(), 1);
}

}  // namespace
}  // namespace waymark::classpath
