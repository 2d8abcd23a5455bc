#include "java/machine/objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "java/machine/utf.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

namespace {

constexpr std::uint32_t most_elements = 1u << 27;

}  // namespace

void Objects::find_classes() {
  string_class_ = &loader_.need("java/lang/String");
  string_value_ = field("java/lang/String", "value");
  string_coder_ = field("java/lang/String", "coder");
  thread_interrupted = field(java_thread, "interrupted");
  thread_eetop = field(java_thread, "eetop");
  thread_class_ = &loader_.need(java_thread);
  holder_ = thread_class_->declared_field("holder", {});
  holder_class_ = holder_ == nullptr ? thread_class_ : &loader_.need("java/lang/Thread$FieldHolder");
  thread_status = holder_field("threadStatus");
  class_class_ = &loader_.need("java/lang/Class");
  for (const auto& klass : loader_.classes()) (void)mirror(*klass);
}

void Objects::add_mirror(Class& klass) {
  if (class_class_ != nullptr) (void)mirror(klass);
}

std::uint32_t Objects::field(std::string_view klass, std::string_view name) {
  Field* found = loader_.need(klass).declared_field(name, {});
  if (found == nullptr) throw BadClass(fmt::format("{}: this JDK's class has no field {}", klass, name));
  return found->offset;
}

Object& Objects::thread_holder(Object& thread) {
  const Ref held = holder_ == nullptr ? 0 : thread.data()[holder_->offset];
  return held == 0 ? thread : *at(held);
}

Object* Objects::allocate(Thread& thread, Class& klass, std::uint32_t length, std::uint32_t sub) {
  if (length > most_elements) return nullptr;
  allocated += 1 + length / 64;
  if (thread.frames.empty()) return memory_.allocate({nullptr, sub}, klass, length);
  const Frame& frame = thread.top();
  return memory_.allocate(AllocationSite::at(*frame.method, frame.pc, sub), klass, length);
}

void Objects::write_ref(Object& holder, std::uint32_t offset, Ref value) {
  memory_.touch(holder);
  if (holder.escaped) memory_.escape(value);
  holder.data()[offset] = value;
}

std::string Objects::name_of(const Thread& thread) {
  if (thread.object == 0) return fmt::format("thread {}", thread.number);
  const Ref name = at(thread.object)->data()[field(java_thread, "name")];
  std::string known = name == 0 ? std::string() : text(name);
  return known.empty() ? fmt::format("thread {}", thread.number) : known;  // virtual threads have empty ones
}

namespace {

constexpr std::string_view boxes[] = {"java/lang/Integer", "java/lang/Long",    "java/lang/Short",
                                      "java/lang/Byte",    "java/lang/Boolean", "java/lang/Character",
                                      "java/lang/Double",  "java/lang/Float"};

}  // namespace

// The value of a box.
std::string Objects::unboxed(const Object& box) {
  const Word* const value = box.data() + field(box.klass->name, "value");
  switch (box.klass->declared_field("value", {})->kind) {
    case Kind::boolean_:
      return value[0] != 0 ? "true" : "false";
    case Kind::char_:
      return "'" + to8(std::u16string(1, static_cast<char16_t>(value[0]))) + "'";
    case Kind::long_:
      return fmt::format("{}", static_cast<std::int64_t>(get64(value)));
    case Kind::double_:
      return fmt::format("{}", std::bit_cast<double>(get64(value)));
    case Kind::float_:
      return fmt::format("{}", std::bit_cast<float>(value[0]));
    default:
      return fmt::format("{}", static_cast<std::int32_t>(value[0]));
  }
}

std::string Objects::describe(const Object& object) {
  if (object.klass == string_class_) return "\"" + text(object.place) + "\"";
  if (std::find(std::begin(boxes), std::end(boxes), object.klass->name) != std::end(boxes)) return unboxed(object);
  const std::string name = names == nullptr ? object.klass->short_text() : names->text_of(*object.klass);
  if (object.klass == class_class_) {
    Class* klass = of_mirror(object.place);
    return klass == nullptr ? "a Class" : klass->short_text() + ".class";
  }
  if (is_thread(object)) {
    const Ref called = object.data()[field(java_thread, "name")];
    const std::string known = called == 0 ? std::string() : text(called);
    if (!known.empty()) return name + "(" + known + ")";
  }
  const std::string* const known = names == nullptr ? nullptr : names->find(object.place);
  return known != nullptr ? *known : fmt::format("{}@{}", name, object.place);
}

std::string place_of(const Frame& frame) { return place_of(*frame.method, frame.pc); }

std::string place_of(const Method& method, std::uint32_t pc) {
  const Class& klass = *method.owner;
  if (klass.file == nullptr || klass.file->source_file.empty()) return klass.text();
  const int line = method.line(pc);
  if (line == 0) return std::string(klass.file->source_file);
  return fmt::format("{}:{}", klass.file->source_file, line);
}

std::string place_in_program(const Thread& thread) {
  const auto written = std::find_if(thread.frames.rbegin(), thread.frames.rend(),
                                    [](const Frame& frame) { return !frame.method->owner->library; });
  if (written != thread.frames.rend()) return place_of(*written);
  return thread.frames.empty() ? "the end of a thread" : place_of(thread.frames.back());
}

std::vector<std::string> stack_of(const Thread& thread) {
  std::vector<std::string> out;
  for (std::size_t i = thread.frames.size(); i-- > 0;) {
    if (thread.frames[i].method->owner->hidden) continue;
    out.push_back(fmt::format("{} ({})", thread.frames[i].method->text(), place_of(thread.frames[i])));
  }
  return out;
}

}  // namespace waymark::java
