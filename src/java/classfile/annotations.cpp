#include "java/classfile/annotations.hpp"

#include <fmt/format.h>

#include <bit>

namespace waymark::java {

namespace {

constexpr int most_nesting = 16;

class AnnotationReader {
 public:
  AnnotationReader(const ClassFile& file, std::span<const std::uint8_t> bytes) : file_(file), bytes_(bytes) {}

  std::vector<Annotation> all() {
    std::vector<Annotation> out;
    if (bytes_.empty()) return out;
    for (unsigned left = u2(); left > 0; --left) out.push_back(annotation(0));
    if (at_ != bytes_.size()) fail();
    return out;
  }

 private:
  [[noreturn]] void fail() const { throw BadClass(fmt::format("{}: its annotations are malformed", file_.name)); }

  std::uint8_t u1() {
    if (at_ >= bytes_.size()) fail();
    return bytes_[at_++];
  }
  std::uint16_t u2() {
    const unsigned high = u1();
    return static_cast<std::uint16_t>(high << 8 | u1());
  }
  const Constant& constant(Tag tag) {
    const std::uint16_t index = u2();
    if (index == 0 || index >= file_.pool.size() || file_.pool[index].tag != tag) fail();
    return file_.pool[index];
  }

  Annotation annotation(int depth) {
    Annotation out;
    out.type = constant(Tag::utf8).text;
    for (unsigned left = u2(); left > 0; --left) {
      const std::string_view name = constant(Tag::utf8).text;
      out.values.push_back({name, value(depth)});
    }
    return out;
  }

  AnnotationValue value(int depth) {
    if (depth > most_nesting) fail();
    AnnotationValue out;
    out.tag = static_cast<char>(u1());
    switch (out.tag) {
      case 'B':
      case 'C':
      case 'I':
      case 'S':
      case 'Z':
        out.text = fmt::format("{}", static_cast<std::int32_t>(constant(Tag::integer).bits));
        break;
      case 'J':
        out.text = fmt::format("{}", static_cast<std::int64_t>(constant(Tag::long_).bits));
        break;
      case 'F':
        out.text = fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(constant(Tag::float_).bits)));
        break;
      case 'D':
        out.text = fmt::format("{}", std::bit_cast<double>(constant(Tag::double_).bits));
        break;
      case 's':
      case 'c':
        out.text = constant(Tag::utf8).text;
        break;
      case 'e':
        (void)constant(Tag::utf8);
        out.text = constant(Tag::utf8).text;
        break;
      case '@':
        out.nested.push_back(annotation(depth + 1));
        break;
      case '[':
        for (unsigned left = u2(); left > 0; --left) out.elements.push_back(value(depth + 1));
        break;
      default:
        fail();
    }
    return out;
  }

  const ClassFile& file_;
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace

const AnnotationValue* Annotation::find(std::string_view name) const {
  for (const auto& [known, value] : values) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::vector<Annotation> read_annotations(const ClassFile& file, std::span<const std::uint8_t> bytes) {
  return AnnotationReader(file, bytes).all();
}

}  // namespace waymark::java
