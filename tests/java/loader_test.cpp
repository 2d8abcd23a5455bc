// Classes by their names: there is one for each, whoever asks, and none for what is no name.
#include "java/link/loader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "java/classfile/assembler.hpp"
#include "java/loading.hpp"

namespace waymark::java {
namespace {

// Has a class of every name that begins with a letter.
class WholeWorld : public testing::Test {
 protected:
  WholeWorld() {
    loader.on_load = [](Class&) {};
    loader.find_native = [](const Method&) -> Native { return nullptr; };
  }
  Loader loader{[](std::string_view name, Bytes& out) {
    if (name.empty() || name[0] == '[') return false;
    out.owned = tests::empty_class(name);
    out.origin = std::string(name);
    return true;
  }};
};

TEST_F(WholeWorld, finds_arrays_of_what_there_is_and_of_nothing_else) {
  EXPECT_EQ(loader.find("[I"), &loader.array_of(loader.primitive(Kind::int_)));
  EXPECT_EQ(loader.find("[[La/B;"), &loader.array_of(loader.array_of(loader.need("a/B"))));
  for (const std::string& none : {std::string("["), std::string("[V"), std::string("[x"), std::string("[La/B"),
                                  std::string("[waymark/Backtrace"), std::string(300, '[') + "I"}) {
    EXPECT_EQ(loader.find(none), nullptr) << none;
  }
}

TEST_F(WholeWorld, knows_no_class_by_the_name_of_a_primitive_type) {
  EXPECT_THROW((void)loader.find("int"), BadClass);
  const Class& number = loader.primitive(Kind::int_);
  EXPECT_TRUE(number.primitive);
  EXPECT_EQ(loader.find("int"), nullptr);
}

TEST_F(WholeWorld, defines_no_class_that_is_there) {
  EXPECT_THROW((void)loader.define(Assembler("a/B", {}).finish(), true), BadClass) << "not loaded yet";
  (void)loader.find("a/C");
  EXPECT_THROW((void)loader.define(Assembler("a/C", {}).finish(), true), BadClass);
}

TEST(FindMethod, takes_the_same_of_two_default_methods_wherever_their_interfaces_lie) {
  for (const bool turned : {false, true}) {
    std::array<Class, 2> interfaces;
    Class klass;
    klass.name = "C";
    for (std::size_t i = 0; i < 2; ++i) {
      interfaces[i].name = (i == 0) == turned ? "B" : "A";
      interfaces[i].access = access::is_interface;
      Method& method = interfaces[i].methods.emplace_back();
      method.owner = &interfaces[i];
      method.name = "m";
      method.descriptor = "()V";
      klass.supers.push_back(&interfaces[i]);
    }
    const Method* const found = Loader::find_method(klass, "m", "()V");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->owner->name, "A");
  }
}

}  // namespace
}  // namespace waymark::java
