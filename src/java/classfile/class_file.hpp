// A class file as it stands on disk, read and checked for structure: every index points at a constant of the right
// kind, every length stays within its file, names and descriptors are well formed. What the code does is checked later,
// method by method (prepare.hpp). Formats up to Java 25 (major version 69).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace waymark::java {

// A class that cannot be used: which, where in it, and why.
class BadClass : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace access {
constexpr std::uint16_t is_public = 0x0001;
constexpr std::uint16_t is_private = 0x0002;
constexpr std::uint16_t is_protected = 0x0004;
constexpr std::uint16_t is_static = 0x0008;
constexpr std::uint16_t is_final = 0x0010;
constexpr std::uint16_t is_synchronized = 0x0020;
constexpr std::uint16_t is_volatile = 0x0040;
constexpr std::uint16_t is_varargs = 0x0080;
constexpr std::uint16_t is_native = 0x0100;
constexpr std::uint16_t is_interface = 0x0200;
constexpr std::uint16_t is_abstract = 0x0400;
constexpr std::uint16_t is_synthetic = 0x1000;
constexpr std::uint16_t is_annotation = 0x2000;
constexpr std::uint16_t is_enum = 0x4000;
constexpr std::uint16_t is_module = 0x8000;
}  // namespace access

enum class Tag : std::uint8_t {
  unused = 0,
  utf8 = 1,
  integer = 3,
  float_ = 4,
  long_ = 5,
  double_ = 6,
  class_ = 7,
  string = 8,
  field = 9,
  method = 10,
  interface_method = 11,
  name_and_type = 12,
  method_handle = 15,
  method_type = 16,
  dynamic = 17,
  invoke_dynamic = 18,
  module = 19,
  package = 20,
};

struct Constant {
  Tag tag = Tag::unused;
  std::uint16_t a = 0;  // the first index, or the kind of a method handle
  std::uint16_t b = 0;
  std::uint64_t bits = 0;  // of a number
  std::string_view text;   // of utf8, as modified UTF-8
};

struct Handler {
  std::uint16_t begin = 0;
  std::uint16_t end = 0;
  std::uint16_t target = 0;
  std::uint16_t type = 0;  // constant of the class caught, or 0 for all
};
struct LineNumber {
  std::uint16_t pc = 0;
  std::uint16_t line = 0;
};
struct LocalName {
  std::uint16_t begin = 0;
  std::uint16_t length = 0;
  std::string_view name;
  std::string_view descriptor;
  std::uint16_t slot = 0;
};
struct CodeAttribute {
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  std::span<const std::uint8_t> bytes;
  std::vector<Handler> handlers;
  std::vector<LineNumber> lines;
  std::vector<LocalName> names;
};
struct Member {
  std::uint16_t access = 0;
  std::string_view name;
  std::string_view descriptor;
  std::string_view signature;
  std::uint16_t constant_value = 0;      // of a field
  std::unique_ptr<CodeAttribute> code;   // of a method
  std::vector<std::string_view> throws;  // of a method
  // Attributes as they stand there, for the library to read.
  std::span<const std::uint8_t> annotations;  // that are visible at run time
  std::span<const std::uint8_t> parameter_annotations;
  std::span<const std::uint8_t> type_annotations;
  std::span<const std::uint8_t> annotation_default;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> parameters;  // constant of the name, or 0, and flags
};
struct Bootstrap {
  std::uint16_t handle = 0;
  std::vector<std::uint16_t> arguments;
};
struct InnerClass {
  std::string_view inner;
  std::string_view outer;  // empty if local or anonymous
  std::string_view name;   // empty if anonymous
  std::uint16_t access = 0;
};

struct ClassFile {
  std::vector<std::uint8_t> owned;  // the bytes, unless they are mapped and stay
  std::uint16_t major = 0;
  std::uint16_t access = 0;
  std::string_view name;
  std::string_view super;  // empty for Object
  std::vector<std::string_view> interfaces;
  std::vector<Constant> pool;
  std::vector<Member> fields;
  std::vector<Member> methods;
  std::vector<Bootstrap> bootstraps;
  std::vector<InnerClass> inner_classes;
  std::vector<std::string_view> nest_members;
  std::string_view nest_host;
  std::string_view signature;
  std::string_view source_file;
  std::string_view enclosing_class;
  std::string_view enclosing_method;  // empty if it stands in none
  std::string_view enclosing_descriptor;
  bool is_record = false;
  std::span<const std::uint8_t> annotations;  // that are visible at run time, as they stand there
  std::span<const std::uint8_t> type_annotations;
  std::vector<Member> components;  // of a record

  [[nodiscard]] std::string_view utf8(std::uint16_t index) const { return pool[index].text; }
  [[nodiscard]] std::string_view class_name(std::uint16_t index) const { return pool[pool[index].a].text; }
};

// Throws BadClass. `origin` names the file in messages. The bytes must outlive the result.
[[nodiscard]] std::unique_ptr<ClassFile> read_class_file(std::span<const std::uint8_t> bytes, std::string_view origin);
// Keeps the bytes itself.
[[nodiscard]] std::unique_ptr<ClassFile> read_class_file(std::vector<std::uint8_t> bytes, std::string_view origin);

// Descriptors: B C D F I J S Z, L...; and [. Nothing beyond `at` is read unless it belongs to one.
[[nodiscard]] bool is_field_descriptor(std::string_view text);
[[nodiscard]] bool is_method_descriptor(std::string_view text);
// The length of the field descriptor (or V) at the front; 0 if there is none.
[[nodiscard]] std::size_t descriptor_length(std::string_view text);

}  // namespace waymark::java
