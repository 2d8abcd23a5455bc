#include "java/classfile/class_file.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "java/classfile/assembler.hpp"

namespace waymark::java {
namespace {

std::vector<std::uint8_t> small_class() {
  Assembler out("a/Small", {"java/lang/Runnable"});
  out.field("count", "I");
  out.begin(access::is_public, "run", "()V", 1);
  out.push_string("text");
  out.op(op_pop);
  out.op(op_return);
  return out.finish();
}

TEST(ClassFile, tells_names_members_and_code) {
  const auto file = read_class_file(small_class(), "Small.class");
  EXPECT_EQ(file->name, "a/Small");
  EXPECT_EQ(file->super, "java/lang/Object");
  ASSERT_EQ(file->interfaces.size(), 1u);
  EXPECT_EQ(file->interfaces[0], "java/lang/Runnable");
  ASSERT_EQ(file->fields.size(), 1u);
  EXPECT_EQ(file->fields[0].descriptor, "I");
  ASSERT_EQ(file->methods.size(), 1u);
  ASSERT_NE(file->methods[0].code, nullptr);
  EXPECT_EQ(file->methods[0].code->bytes.back(), op_return);
}

TEST(ClassFile, that_ends_anywhere_too_early_is_refused) {
  const std::vector<std::uint8_t> whole = small_class();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::vector<std::uint8_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THROW((void)read_class_file(part, "Small.class"), BadClass) << length;
  }
  std::vector<std::uint8_t> longer = whole;
  longer.push_back(0);
  EXPECT_THROW((void)read_class_file(longer, "Small.class"), BadClass);
}

TEST(ClassFile, of_a_version_to_come_is_refused) {
  std::vector<std::uint8_t> bytes = small_class();
  bytes[7] = 70;
  try {
    (void)read_class_file(bytes, "Small.class");
    FAIL();
  } catch (const BadClass& bad) {
    EXPECT_STREQ(bad.what(), "Small.class, offset 8: class file version 70; 45 to 69 (Java 25) are understood");
  }
}

// A member is known by name and descriptor, in states as elsewhere.
TEST(ClassFile, with_two_members_of_one_name_and_type_is_refused) {
  const auto with_methods = [](const char* name, const char* descriptor) {
    Assembler out("a/Twice", {});
    for (const auto& [own, type] : {std::pair("run", "()V"), std::pair("stop", "()V"), std::pair(name, descriptor)}) {
      out.begin(access::is_public, own, type, 2);
      out.op(op_return);
    }
    return out.finish();
  };
  EXPECT_NO_THROW((void)read_class_file(with_methods("run", "(I)V"), "Twice.class"));
  EXPECT_THROW((void)read_class_file(with_methods("run", "()V"), "Twice.class"), BadClass);
  const auto with_fields = [](const char* descriptor) {
    Assembler out("a/Twice", {});
    out.field("it", "I");
    out.field("other", "I");
    out.field("it", descriptor);
    return out.finish();
  };
  EXPECT_NO_THROW((void)read_class_file(with_fields("J"), "Twice.class"));
  EXPECT_THROW((void)read_class_file(with_fields("I"), "Twice.class"), BadClass);
}

TEST(Descriptors, are_well_formed_or_not) {
  for (const char* good : {"I", "[J", "Ljava/lang/String;", "[[Lx;"}) EXPECT_TRUE(is_field_descriptor(good)) << good;
  for (const char* bad : {"", "V", "L;", "Lx", "[", "II", "Lx;y", "[V"}) EXPECT_FALSE(is_field_descriptor(bad)) << bad;
  for (const char* good : {"()V", "(IJ[Lx;)D", "(Lx;)[I"}) EXPECT_TRUE(is_method_descriptor(good)) << good;
  for (const char* bad : {"", "()", "(V)V", "(I", "I", "()VV", "(L)V"}) EXPECT_FALSE(is_method_descriptor(bad)) << bad;
  std::string wide = "(";
  for (int i = 0; i < 128; ++i) wide += "J";
  EXPECT_FALSE(is_method_descriptor(wide + ")V")) << "256 words of arguments";
}

}  // namespace
}  // namespace waymark::java
