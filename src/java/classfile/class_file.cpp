#include "java/classfile/class_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

namespace waymark::java {

namespace {

constexpr std::string_view visible_annotations = "RuntimeVisibleAnnotations";
constexpr std::string_view visible_type_annotations = "RuntimeVisibleTypeAnnotations";

constexpr std::uint16_t oldest = 45;
constexpr std::uint16_t newest = 69;
constexpr std::size_t most_dimensions = 255;

class Reader {
 public:
  Reader(std::span<const std::uint8_t> bytes, std::string_view origin) : bytes_(bytes), origin_(origin) {}

  std::unique_ptr<ClassFile> read() {
    if (u4() != 0xCAFEBABE) fail("this is no class file: it does not start with CAFEBABE");
    u2();
    file_->major = u2();
    if (file_->major < oldest || file_->major > newest) {
      fail(fmt::format("class file version {}; 45 to 69 (Java 25) are understood", file_->major));
    }
    read_pool();
    check_pool();
    read_header();
    read_fields();
    read_methods();
    read_class_attributes();
    if (at_ != bytes_.size()) fail("bytes are left over behind the class");
    for (const Constant& constant : file_->pool) {
      if (constant.tag != Tag::dynamic && constant.tag != Tag::invoke_dynamic) continue;
      if (constant.a >= file_->bootstraps.size()) fail("a call site names a bootstrap method that is not there");
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    const std::string who = file_->name.empty() ? std::string(origin_) : std::string(file_->name);
    const std::string where = member_.empty() ? "" : fmt::format(", {}", member_);
    throw BadClass(fmt::format("{}{}, offset {}: {}", who, where, at_, why));
  }

  std::uint8_t u1() {
    need(1);
    return bytes_[at_++];
  }
  std::uint16_t u2() {
    need(2);
    const auto value = static_cast<std::uint16_t>(bytes_[at_] << 8 | bytes_[at_ + 1]);
    at_ += 2;
    return value;
  }
  std::uint32_t u4() {
    const std::uint32_t high = u2();
    return high << 16 | u2();
  }
  std::span<const std::uint8_t> take(std::size_t count) {
    need(count);
    const auto bytes = bytes_.subspan(at_, count);
    at_ += count;
    return bytes;
  }
  void need(std::size_t count) const {
    if (bytes_.size() - at_ < count) fail("the file ends too early");
  }

  // --- constants ---

  void read_pool() {
    const std::uint16_t count = u2();
    if (count == 0) fail("there are no constants");
    file_->pool.resize(count);
    for (std::uint16_t i = 1; i < count; ++i) {
      Constant& constant = file_->pool[i];
      constant.tag = static_cast<Tag>(u1());
      switch (constant.tag) {
        case Tag::utf8: {
          const auto bytes = take(u2());
          constant.text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
          check_utf8(constant.text);
          break;
        }
        case Tag::integer:
        case Tag::float_:
          constant.bits = u4();
          break;
        case Tag::long_:
        case Tag::double_:
          constant.bits = std::uint64_t{u4()} << 32;
          constant.bits |= u4();
          if (++i >= count) fail(fmt::format("constant {} needs two places", i - 1));
          break;
        case Tag::class_:
        case Tag::string:
        case Tag::method_type:
        case Tag::module:
        case Tag::package:
          constant.a = u2();
          break;
        case Tag::field:
        case Tag::method:
        case Tag::interface_method:
        case Tag::name_and_type:
        case Tag::dynamic:
        case Tag::invoke_dynamic:
          constant.a = u2();
          constant.b = u2();
          break;
        case Tag::method_handle:
          constant.a = u1();
          constant.b = u2();
          break;
        case Tag::unused:
        default:
          fail(fmt::format("constant {} is of unknown kind {}", i, static_cast<int>(constant.tag)));
      }
    }
  }

  void check_utf8(std::string_view text) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<std::uint8_t>(text[i]);
      if (c != 0 && c < 0x80) continue;
      std::size_t more = 0;
      if ((c & 0xE0) == 0xC0) more = 1;
      if ((c & 0xF0) == 0xE0) more = 2;
      if (more == 0) fail("a text is not in modified UTF-8");
      for (; more > 0; --more) {
        if (++i == text.size() || (static_cast<std::uint8_t>(text[i]) & 0xC0) != 0x80) {
          fail("a text is not in modified UTF-8");
        }
      }
    }
  }

  const Constant& constant(std::uint16_t index, Tag tag) const {
    if (index == 0 || index >= file_->pool.size() || file_->pool[index].tag != tag) {
      fail(fmt::format("constant {} is not of the kind that is needed here", index));
    }
    return file_->pool[index];
  }
  std::string_view text(std::uint16_t index) const { return constant(index, Tag::utf8).text; }
  std::string_view class_text(std::uint16_t index) const { return text(constant(index, Tag::class_).a); }

  void check_pool() const {
    for (std::size_t i = 1; i < file_->pool.size(); ++i) {
      const Constant& it = file_->pool[i];
      switch (it.tag) {
        case Tag::class_:
          check_class_name(text(it.a));
          break;
        case Tag::string:
        case Tag::module:
        case Tag::package:
          text(it.a);
          break;
        case Tag::method_type:
          if (!is_method_descriptor(text(it.a))) fail(fmt::format("constant {} is no method type", i));
          break;
        case Tag::field:
        case Tag::method:
        case Tag::interface_method:
          constant(it.a, Tag::class_);
          check_name_and_type(it.b, it.tag != Tag::field);
          break;
        case Tag::name_and_type:
          text(it.a);
          if (!is_field_descriptor(text(it.b)) && !is_method_descriptor(text(it.b))) {
            fail(fmt::format("constant {} has no proper descriptor", i));
          }
          break;
        case Tag::dynamic:
          check_name_and_type(it.b, false);
          break;
        case Tag::invoke_dynamic:
          check_name_and_type(it.b, true);
          break;
        case Tag::method_handle:
          check_handle(it);
          break;
        default:
          break;
      }
    }
  }

  void check_name_and_type(std::uint16_t index, bool method) const {
    const Constant& both = constant(index, Tag::name_and_type);
    check_member_name(text(both.a), method);
    const std::string_view descriptor = text(both.b);
    if (method ? !is_method_descriptor(descriptor) : !is_field_descriptor(descriptor)) {
      fail(fmt::format("'{}' is no descriptor of a {}", descriptor, method ? "method" : "field"));
    }
  }

  void check_handle(const Constant& handle) const {
    if (handle.a < 1 || handle.a > 9) fail(fmt::format("a method handle is of unknown kind {}", handle.a));
    if (handle.a <= 4) {
      constant(handle.b, Tag::field);
    } else if (handle.a == 9) {
      constant(handle.b, Tag::interface_method);
    } else if (handle.b < file_->pool.size() && file_->pool[handle.b].tag == Tag::interface_method) {
      return;  // static and private interface methods
    } else {
      constant(handle.b, Tag::method);
    }
  }

  void check_class_name(std::string_view name) const {
    if (!name.empty() && name[0] == '[') {
      if (is_field_descriptor(name)) return;
    } else if (!name.empty() && name.find_first_of(".;[") == std::string_view::npos && name.front() != '/' &&
               name.back() != '/' && name.find("//") == std::string_view::npos) {
      return;
    }
    fail(fmt::format("'{}' is no name of a class", name));
  }

  void check_member_name(std::string_view name, bool method) const {
    if (method && (name == "<init>" || name == "<clinit>")) return;
    const bool good = !name.empty() && name.find_first_of(method ? ".;[/<>" : ".;[/") == std::string_view::npos;
    if (!good) fail(fmt::format("'{}' is no name of a {}", name, method ? "method" : "field"));
  }

  // --- the class ---

  void read_header() {
    file_->access = u2();
    file_->name = class_text(u2());
    if (file_->name[0] == '[') fail("an array type cannot be defined");
    const std::uint16_t super = u2();
    if (super != 0) {
      file_->super = class_text(super);
      if (file_->super[0] == '[') fail("an array cannot be a superclass");
    } else if (file_->name != "java/lang/Object" && (file_->access & access::is_module) == 0) {
      fail("there is no superclass");
    }
    const std::uint16_t count = u2();
    for (std::uint16_t i = 0; i < count; ++i) {
      file_->interfaces.push_back(class_text(u2()));
      if (file_->interfaces.back()[0] == '[') fail("an array cannot be an interface");
    }
  }

  void read_fields() {
    const std::uint16_t count = u2();
    for (std::uint16_t i = 0; i < count; ++i) {
      Member& field = file_->fields.emplace_back();
      read_member(field, false);
      member_ = fmt::format("field {}", field.name);
      attributes([&](std::string_view name, std::size_t length) {
        if (name == "ConstantValue") {
          field.constant_value = u2();
          check_constant_value(field);
        } else if (name == "Signature") {
          field.signature = text(u2());
        } else {
          read_annotations(field, name, length);
        }
      });
      member_.clear();
    }
    check_different(file_->fields, "fields");
  }

  void check_constant_value(const Member& field) const {
    if (field.constant_value == 0 || field.constant_value >= file_->pool.size()) fail("its constant is not there");
    const Tag tag = file_->pool[field.constant_value].tag;
    Tag expected = Tag::integer;
    if (field.descriptor == "J") expected = Tag::long_;
    if (field.descriptor == "F") expected = Tag::float_;
    if (field.descriptor == "D") expected = Tag::double_;
    if (field.descriptor == "Ljava/lang/String;")
      expected = Tag::string;
    else if (field.descriptor.size() > 1)
      fail("only numbers and strings have constant values");
    if (tag != expected) fail("its constant is of another kind");
  }

  void read_member(Member& member, bool method) {
    member.access = u2();
    member.name = text(u2());
    check_member_name(member.name, method);
    member.descriptor = text(u2());
    if (method ? !is_method_descriptor(member.descriptor) : !is_field_descriptor(member.descriptor)) {
      fail(fmt::format("{} has no proper descriptor: '{}'", member.name, member.descriptor));
    }
  }

  void read_annotations(Member& member, std::string_view attribute, std::size_t length) {
    const std::span<const std::uint8_t> bytes = bytes_.subspan(at_, length);
    if (attribute == visible_annotations) member.annotations = bytes;
    if (attribute == visible_type_annotations) member.type_annotations = bytes;
    if (attribute == "RuntimeVisibleParameterAnnotations") member.parameter_annotations = bytes;
    if (attribute == "AnnotationDefault") member.annotation_default = bytes;
  }

  void read_parameters(Member& method) {
    for (unsigned left = u1(); left > 0; --left) {
      const std::uint16_t name = u2();
      if (name != 0) (void)text(name);
      method.parameters.emplace_back(name, u2());
    }
  }

  void read_methods() {
    const std::uint16_t count = u2();
    for (std::uint16_t i = 0; i < count; ++i) {
      Member& method = file_->methods.emplace_back();
      read_member(method, true);
      member_ = fmt::format("method {}{}", method.name, method.descriptor);
      attributes([&](std::string_view name, std::size_t length) {
        if (name == "Code") {
          if (method.code) fail("there are two bodies");
          read_code(method);
        } else if (name == "Signature") {
          method.signature = text(u2());
        } else if (name == "Exceptions") {
          const std::uint16_t number = u2();
          for (std::uint16_t n = 0; n < number; ++n) method.throws.push_back(class_text(u2()));
        } else if (name == "MethodParameters") {
          read_parameters(method);
        } else {
          read_annotations(method, name, length);
        }
      });
      const bool bodiless = (method.access & (access::is_native | access::is_abstract)) != 0;
      if (bodiless == (method.code != nullptr)) {
        fail(bodiless ? "a native or abstract method has a body" : "the body is missing");
      }
      member_.clear();
    }
    check_different(file_->methods, "methods");
  }

  // Members are known by name and descriptor.
  void check_different(const std::vector<Member>& members, std::string_view what) const {
    std::vector<const Member*> all;
    all.reserve(members.size());
    for (const Member& it : members) all.push_back(&it);
    // Lengths first: these are compared at once.
    const auto key = [](const Member* it) {
      return std::tuple(it->name.size(), it->descriptor.size(), it->name, it->descriptor);
    };
    std::ranges::sort(all, {}, key);
    const auto twice = std::ranges::adjacent_find(all, {}, key);
    if (twice == all.end()) return;
    fail(fmt::format("there are two {} {} of the type {}", what, (*twice)->name, (*twice)->descriptor));
  }

  void read_code(Member& method) {
    method.code = std::make_unique<CodeAttribute>();
    CodeAttribute& code = *method.code;
    code.max_stack = u2();
    code.max_locals = u2();
    const std::uint32_t length = u4();
    if (length == 0 || length > 65535) fail(fmt::format("a body of {} bytes; 1 to 65535 are possible", length));
    code.bytes = take(length);
    const std::uint16_t handlers = u2();
    for (std::uint16_t i = 0; i < handlers; ++i) {
      Handler& handler = code.handlers.emplace_back();
      handler.begin = u2();
      handler.end = u2();
      handler.target = u2();
      handler.type = u2();
      if (handler.begin >= handler.end || handler.end > length || handler.target >= length) {
        fail("an exception handler lies outside of the body");
      }
      if (handler.type != 0) constant(handler.type, Tag::class_);
    }
    attributes([&](std::string_view name, std::size_t) {
      if (name == "LineNumberTable") {
        const std::uint16_t count = u2();
        for (std::uint16_t i = 0; i < count; ++i) {
          const std::uint16_t pc = u2();
          code.lines.push_back({pc, u2()});
        }
      } else if (name == "LocalVariableTable") {
        const std::uint16_t count = u2();
        for (std::uint16_t i = 0; i < count; ++i) {
          LocalName local;
          local.begin = u2();
          local.length = u2();
          local.name = text(u2());
          local.descriptor = text(u2());
          local.slot = u2();
          code.names.push_back(local);
        }
      }
    });
  }

  void read_class_attributes() {
    attributes([&](std::string_view name, std::size_t length) {
      if (name == "SourceFile") {
        file_->source_file = text(u2());
      } else if (name == "Signature") {
        file_->signature = text(u2());
      } else if (name == visible_annotations) {
        file_->annotations = bytes_.subspan(at_, length);
      } else if (name == visible_type_annotations) {
        file_->type_annotations = bytes_.subspan(at_, length);
      } else if (name == "BootstrapMethods") {
        read_bootstraps();
      } else if (name == "InnerClasses") {
        const std::uint16_t count = u2();
        for (std::uint16_t i = 0; i < count; ++i) {
          InnerClass inner;
          inner.inner = class_text(u2());
          if (const std::uint16_t outer = u2(); outer != 0) inner.outer = class_text(outer);
          if (const std::uint16_t simple = u2(); simple != 0) inner.name = text(simple);
          inner.access = u2();
          file_->inner_classes.push_back(inner);
        }
      } else if (name == "NestHost") {
        file_->nest_host = class_text(u2());
      } else if (name == "NestMembers") {
        const std::uint16_t count = u2();
        for (std::uint16_t i = 0; i < count; ++i) file_->nest_members.push_back(class_text(u2()));
      } else if (name == "EnclosingMethod") {
        file_->enclosing_class = class_text(u2());
        if (const std::uint16_t index = u2(); index != 0) {
          const Constant& method = constant(index, Tag::name_and_type);
          file_->enclosing_method = text(method.a);
          file_->enclosing_descriptor = text(method.b);
        }
      } else if (name == "Record") {
        file_->is_record = true;
        const std::uint16_t count = u2();
        for (std::uint16_t i = 0; i < count; ++i) {
          Member& component = file_->components.emplace_back();
          component.name = text(u2());
          component.descriptor = text(u2());
          if (!is_field_descriptor(component.descriptor)) fail("a record's component has no proper descriptor");
          attributes([&](std::string_view attribute, std::size_t size) {
            if (attribute == "Signature") {
              component.signature = text(u2());
            } else {
              read_annotations(component, attribute, size);
            }
          });
        }
      }
    });
  }

  void read_bootstraps() {
    const std::uint16_t count = u2();
    for (std::uint16_t i = 0; i < count; ++i) {
      Bootstrap& bootstrap = file_->bootstraps.emplace_back();
      bootstrap.handle = u2();
      constant(bootstrap.handle, Tag::method_handle);
      const std::uint16_t arguments = u2();
      for (std::uint16_t n = 0; n < arguments; ++n) {
        bootstrap.arguments.push_back(u2());
        const std::uint16_t index = bootstrap.arguments.back();
        if (index == 0 || index >= file_->pool.size()) fail("an argument of a bootstrap method is not there");
      }
    }
  }

  template <typename Read>
  void attributes(Read read) {
    const std::uint16_t count = u2();
    for (std::uint16_t i = 0; i < count; ++i) {
      const std::string_view name = text(u2());
      const std::size_t length = u4();
      need(length);
      const std::size_t begin = at_;
      read(name, length);
      if (at_ != begin && at_ != begin + length) fail(fmt::format("attribute {} has not the length it says", name));
      at_ = begin + length;
    }
  }

  std::span<const std::uint8_t> bytes_;
  std::string_view origin_;
  std::size_t at_ = 0;
  std::string member_;
  std::unique_ptr<ClassFile> file_ = std::make_unique<ClassFile>();
};

}  // namespace

std::size_t descriptor_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && text[at] == '[') ++at;
  if (at == text.size() || at > most_dimensions) return 0;
  switch (text[at]) {
    case 'B':
    case 'C':
    case 'D':
    case 'F':
    case 'I':
    case 'J':
    case 'S':
    case 'Z':
      return at + 1;
    case 'V':
      return at == 0 ? 1 : 0;
    case 'L': {
      const std::size_t end = text.find(';', at);
      if (end == std::string_view::npos || end == at + 1) return 0;
      const std::string_view name = text.substr(at + 1, end - at - 1);
      return name.find_first_of(".[") == std::string_view::npos ? end + 1 : 0;
    }
    default:
      return 0;
  }
}

bool is_field_descriptor(std::string_view text) {
  return !text.empty() && text != "V" && descriptor_length(text) == text.size();
}

bool is_method_descriptor(std::string_view text) {
  if (text.empty() || text[0] != '(') return false;
  std::size_t at = 1;
  std::size_t words = 0;
  while (at < text.size() && text[at] != ')') {
    const std::size_t length = descriptor_length(text.substr(at));
    if (length == 0 || text[at] == 'V') return false;
    words += text[at] == 'J' || text[at] == 'D' ? 2 : 1;
    at += length;
  }
  if (at >= text.size() || words > 255) return false;
  const std::string_view result = text.substr(at + 1);
  return !result.empty() && descriptor_length(result) == result.size();
}

std::unique_ptr<ClassFile> read_class_file(std::span<const std::uint8_t> bytes, std::string_view origin) {
  return Reader(bytes, origin).read();
}

std::unique_ptr<ClassFile> read_class_file(std::vector<std::uint8_t> bytes, std::string_view origin) {
  std::unique_ptr<ClassFile> file = Reader(bytes, origin).read();
  file->owned = std::move(bytes);  // moving keeps the place, so the views stay good
  return file;
}

}  // namespace waymark::java
