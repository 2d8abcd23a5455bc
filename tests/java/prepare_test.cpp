#include "java/link/prepare.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "java/classfile/assembler.hpp"

namespace waymark::java {
namespace {

// One static method, from bytes; what it takes and gives is told by the descriptor.
class Body {
 public:
  Body(std::string_view descriptor, std::uint16_t locals, const std::function<void(Assembler&)>& write) {
    Assembler out("a/Body", {});
    out.begin(access::is_static, "m", descriptor, locals);
    write(out);
    klass_.name = "a/Body";
    klass_.file = read_class_file(out.finish(), "Body.class");
    method_.owner = &klass_;
    method_.member = &klass_.file->methods[0];
    method_.name = method_.member->name;
    method_.descriptor = method_.member->descriptor;
    method_.access = method_.member->access;
    std::size_t at = 1;
    for (; method_.descriptor[at] != ')'; at += descriptor_length(method_.descriptor.substr(at))) {
      method_.arguments.push_back(kind_of(method_.descriptor[at]));
      method_.argument_words += words_of(method_.arguments.back());
    }
    method_.result = kind_of(method_.descriptor[at + 1]);
  }
  Method& method() { return method_; }
  std::string refused() {
    try {
      prepare(method_);
    } catch (const BadClass& bad) {
      return bad.what();
    }
    return "";
  }

 private:
  Class klass_;
  Method method_;
};

TEST(Prepare, knows_references_and_what_can_still_be_read) {
  Body body("(Ljava/lang/Object;I)I", 2, [](Assembler& out) {
    out.load("I", 1);
    out.load("I", 1);
    out.op(op_iadd);
    out.op(op_ireturn);
  });
  ASSERT_EQ(body.refused(), "");
  const Method& method = body.method();
  ASSERT_EQ(method.code.size(), 4u);
  EXPECT_EQ(method.depths, (std::vector<std::uint16_t>{0, 1, 2, 1}));
  EXPECT_EQ(method.live[0], 0b10u) << "the object is never read";
  EXPECT_EQ(method.refs[0], 0u);
  EXPECT_EQ(method.live[2] & 0b11, 0u) << "nor is anything once both are on the stack";
}

TEST(Prepare, refuses_an_empty_stack) {
  Body body("()V", 0, [](Assembler& out) {
    out.op(op_pop);
    out.op(op_return);
  });
  EXPECT_EQ(body.refused(), "a/Body, method m()V, offset 0: the operand stack is empty");
}

TEST(Prepare, refuses_a_number_as_a_reference) {
  Body body("()I", 0, [](Assembler& out) {
    out.push_int(7);
    out.op(op_arraylength);
    out.op(op_ireturn);
  });
  EXPECT_EQ(body.refused(), "a/Body, method m()I, offset 3: arraylength meets a value of another kind");
}

TEST(Prepare, refuses_half_of_a_long) {
  Body body("()V", 0, [](Assembler& out) {
    out.op(op_lconst_0);
    out.op(op_pop);
    out.op(op_pop);
    out.op(op_return);
  });
  EXPECT_EQ(body.refused(), "a/Body, method m()V, offset 1: half of a long or double value is moved");
}

TEST(Prepare, refuses_to_run_off_the_end) {
  Body body("()V", 0, [](Assembler& out) { out.op(op_nop); });
  EXPECT_EQ(body.refused(), "a/Body, method m()V, offset 0: the body is left at its end");
}

TEST(Prepare, refuses_a_local_variable_that_holds_another_kind) {
  Body body("(F)I", 1, [](Assembler& out) {
    out.load("I", 0);
    out.op(op_ireturn);
  });
  EXPECT_EQ(body.refused(), "a/Body, method m(F)I, offset 0: local variable 0 holds no such value here");
}

TEST(Prepare, refuses_different_depths_where_ways_meet) {
  Body body("(I)V", 1, [](Assembler& out) {
    out.load("I", 0);
    const std::size_t jump = out.jump(op_ifeq);
    out.push_int(1);
    out.land(jump);
    out.op(op_return);
  });
  EXPECT_NE(body.refused().find("different depths"), std::string::npos);
}

}  // namespace
}  // namespace waymark::java
