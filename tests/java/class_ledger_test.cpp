// What a Java program is: every class that its models are given is covered by its digest, whenever that is asked for.
#include "java/program/class_ledger.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "base/diagnostics.hpp"
#include "classpath/image_builder.hpp"
#include "scratch.hpp"

namespace waymark::java {
namespace {

class Classes : public testing::Test {
 protected:
  Classes() {
    write("app/Main", "main");
    write("app/Other", "other");
  }
  void write(const std::string& name, const std::string& bytes) {
    const std::string file = scratch_.file("classes/" + name + ".class");
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file) << bytes;
  }
  void remove(const std::string& name) { std::filesystem::remove(scratch_.file("classes/" + name + ".class")); }
  [[nodiscard]] std::unique_ptr<ClassLedger> ledger() {
    tests::ImageBuilder builder;
    builder.add(
        {.module = "java.base", .parent = "java/lang", .base = "Object", .extension = "class", .data = library_});
    builder.add_package("java.lang", {{false, "java.base"}});
    const auto bytes = std::make_shared<std::string>(builder.build());
    const std::span all(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
    return std::make_unique<ClassLedger>(std::vector{scratch_.file("classes")}, own_,
                                         std::make_shared<classpath::Image>("image", all, bytes));
  }
  [[nodiscard]] script::Digest digest() { return ledger()->digest(); }

  tests::Scratch scratch_;
  std::string library_ = "the real Object";
  std::string own_;  // our own classes
};

TEST_F(Classes, of_our_own_package_come_from_our_own_library) {
  own_ = scratch_.file("own");
  std::filesystem::create_directories(scratch_.file("own/waymark"));
  std::ofstream(scratch_.file("own/waymark/Verify.class")) << "ours";
  EXPECT_TRUE(ledger()->find("waymark/Verify")->from_waymark);
  EXPECT_FALSE(ledger()->find("app/Main")->from_waymark);
  write("waymark/Verify", "ours");
  EXPECT_TRUE(ledger()->find("waymark/Verify")->from_waymark);
  write("waymark/Verify", "theirs");
  EXPECT_THROW((void)ledger()->find("waymark/Verify"), base::InputError);
  write("waymark/More", "theirs");
  EXPECT_THROW((void)ledger()->find("waymark/More"), base::InputError);
}

TEST_F(Classes, whether_they_were_needed_or_not_are_in_the_digest) {
  const script::Digest before = digest();
  EXPECT_EQ(digest(), before);
  write("app/Other", "Other");
  const script::Digest changed = digest();
  EXPECT_NE(changed, before);
  write("app/Other", "other");
  EXPECT_EQ(digest(), before);
  write("deep/er/One", "more");
  EXPECT_NE(digest(), before);
  remove("deep/er/One");
  EXPECT_EQ(digest(), before);
  remove("app/Other");
  EXPECT_NE(digest(), before);
}

TEST_F(Classes, resources_beside_them_are_in_the_digest) {
  const auto note = [&](const std::string& text) { std::ofstream(scratch_.file("classes/app/note.txt")) << text; };
  const script::Digest before = digest();
  EXPECT_TRUE(ledger()->find_resources("app/note.txt")->empty());
  note("one");
  const script::Digest with_one = digest();
  EXPECT_NE(with_one, before);
  const std::unique_ptr<ClassLedger> asked = ledger();
  EXPECT_EQ(asked->find_resources("app/note.txt")->size(), 1u);
  EXPECT_EQ(asked->digest(), with_one);
  note("two");
  EXPECT_NE(digest(), with_one);
  EXPECT_THROW((void)asked->find_resources("app/note.txt"), base::InputError);
  EXPECT_THROW((void)asked->find_resources("app/Main.classes/../note.txt").value().at(0), std::out_of_range);
  note("one");
  std::ofstream(scratch_.file("classes/search.way")) << "a script";
  EXPECT_EQ(digest(), with_one);
  EXPECT_FALSE(asked->find_resources("search.way"));  // left out: the program may not read it
  EXPECT_EQ(asked->find_resources("app/Main.class")->size(), 1u);
}

TEST_F(Classes, names_and_bytes_are_told_apart) {
  const script::Digest before = digest();
  write("app/Main", "other");
  write("app/Other", "main");
  EXPECT_NE(digest(), before);
}

TEST_F(Classes, of_the_jdk_are_in_the_digest_by_every_byte_of_its_image) {
  const script::Digest before = digest();
  library_.back() = '!';
  EXPECT_NE(digest(), before);
}

TEST_F(Classes, hidden_behind_those_of_the_jdk_are_not_there) {
  const script::Digest before = digest();
  write("java/lang/Object", "another Object");
  EXPECT_EQ(digest(), before);
}

TEST_F(Classes, that_were_given_have_the_bytes_of_the_digest_though_they_change_afterwards) {
  const script::Digest before = digest();
  const auto run = ledger();
  ASSERT_TRUE(run->find("app/Main"));
  EXPECT_FALSE(run->find("app/Absent"));
  write("app/Main", "changed");
  write("app/Absent", "here");
  EXPECT_THROW((void)run->find("app/Main"), base::InputError);
  EXPECT_THROW((void)run->find("app/Absent"), base::InputError);
  EXPECT_EQ(run->digest(), before);
}

TEST_F(Classes, that_the_digest_does_not_cover_are_not_given) {
  const auto run = ledger();
  const script::Digest before = run->digest();
  ASSERT_TRUE(run->find("app/Main"));
  write("app/Other", "changed");
  write("app/New", "new");
  EXPECT_THROW((void)run->find("app/Other"), base::InputError);
  EXPECT_THROW((void)run->find("app/New"), base::InputError);
  EXPECT_FALSE(run->find("app/Absent"));
  EXPECT_EQ(run->digest(), before);
}

// Its name cannot be looked for, so it is no part of a program.
TEST_F(Classes, in_directories_that_no_package_is_called_are_left_out) {
  const script::Digest before = digest();
  write(".git/One", "more");
  write("a.b/One", "more");
  EXPECT_EQ(digest(), before);
  EXPECT_FALSE(ledger()->find("a.b/One"));
}

TEST_F(Classes, behind_links_are_there_and_links_in_circles_end) {
  const script::Digest before = digest();
  std::filesystem::create_directory_symlink(scratch_.file("classes"), scratch_.file("classes/app/up"));
  EXPECT_EQ(digest(), before);
  std::filesystem::create_directories(scratch_.file("elsewhere"));
  std::filesystem::create_directory_symlink(scratch_.file("elsewhere"), scratch_.file("classes/link"));
  EXPECT_EQ(digest(), before);
  std::ofstream(scratch_.file("elsewhere/Linked.class")) << "linked";
  EXPECT_TRUE(ledger()->find("link/Linked"));
  EXPECT_NE(digest(), before);
}

}  // namespace
}  // namespace waymark::java
