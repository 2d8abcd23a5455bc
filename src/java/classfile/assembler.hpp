// Assembler: writes small class files for what the virtual machine makes up itself (lambdas, string concatenation,
// methods of records), so that they go the way of all classes: read, checked, linked, run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "java/classfile/opcodes.hpp"

namespace waymark::java {

class Assembler {
 public:
  Assembler(std::string_view name, const std::vector<std::string>& interfaces,
            std::string_view super = "java/lang/Object");

  void field(std::string_view name, std::string_view descriptor);
  // Instructions go to the method begun last.
  void begin(std::uint16_t access, std::string_view name, std::string_view descriptor, std::uint16_t locals);

  void op(Op op) { code_.push_back(static_cast<std::uint8_t>(op)); }
  void with_constant(Op op, std::uint16_t constant);
  void load(std::string_view descriptor, std::uint16_t local);
  void give_back(std::string_view descriptor);  // return
  void push_int(std::int32_t value);
  void push_string(std::string_view text);
  void get_field(std::string_view klass, std::string_view name, std::string_view descriptor);
  void put_field(std::string_view klass, std::string_view name, std::string_view descriptor);
  void call(Op op, std::string_view klass, std::string_view name, std::string_view descriptor, bool interface = false);
  void make(std::string_view klass) { with_constant(op_new, klass_constant(klass)); }
  void make_array(std::string_view element) { with_constant(op_anewarray, klass_constant(element)); }
  void check_cast(std::string_view klass) { with_constant(op_checkcast, klass_constant(klass)); }
  void instance_of(std::string_view klass) { with_constant(op_instanceof, klass_constant(klass)); }
  // A forward jump; land() gives it its target, here.
  [[nodiscard]] std::size_t jump(Op op);
  void land(std::size_t jump);

  [[nodiscard]] std::vector<std::uint8_t> finish();

 private:
  std::uint16_t constant(const std::string& bytes);
  std::uint16_t utf8(std::string_view text);
  std::uint16_t klass_constant(std::string_view name);
  std::uint16_t member(char tag, std::string_view klass, std::string_view name, std::string_view descriptor);
  void end();

  std::map<std::string, std::uint16_t> constants_;
  std::vector<std::uint8_t> pool_;
  std::uint16_t pool_count_ = 1;
  std::uint16_t this_class_ = 0;
  std::uint16_t super_class_ = 0;
  std::vector<std::uint16_t> interfaces_;
  std::vector<std::uint8_t> fields_;
  std::uint16_t field_count_ = 0;
  std::vector<std::uint8_t> methods_;
  std::uint16_t method_count_ = 0;
  std::vector<std::uint8_t> code_;
  struct Begun {
    bool is = false;
    std::uint16_t access = 0;
    std::uint16_t name = 0;
    std::uint16_t descriptor = 0;
    std::uint16_t locals = 0;
  } begun_;
};

}  // namespace waymark::java
