#include "java/vm_environment.hpp"

#include <algorithm>
#include <cstring>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// What an immortal stands for.
enum class Made : std::uint8_t {
  mirror,           // of a class
  string,           // a literal, or interned
  characters,       // of such a string
  field_handle,     // a VarHandle
  element_handle,   // a VarHandle for arrays
  lambda,           // that captures nothing
  lookup,           // MethodHandles.Lookup
  decimal_symbols,  // of the plain locale
};

constexpr Kind primitive_kinds[] = {Kind::boolean_, Kind::char_, Kind::float_, Kind::double_, Kind::byte_,
                                    Kind::short_,   Kind::int_,  Kind::long_,  Kind::void_};
// Of a VarHandle for arrays: bytes taken together, and in which order.
constexpr unsigned view_bit = 0x40;
constexpr unsigned big_endian_bit = 0x80;
constexpr std::uint64_t longest_class_name = 65535;
constexpr std::size_t most_dimensions = 255;
constexpr std::string_view class_name = "java/lang/Class";
constexpr std::string_view string_name = "java/lang/String";

void write_text16(base::ByteSink& sink, std::u16string_view text) {
  sink.varint(text.size());
  for (const char16_t unit : text) sink.varint(unit);
}

// Empty if the source has failed.
std::u16string read_text16(base::ByteSource& source) {
  std::u16string text;
  for (std::uint64_t left = source.varint(); left > 0 && !source.failed(); --left) {
    const std::uint64_t unit = source.varint();
    if (unit > 0xFFFF) return {};
    text.push_back(static_cast<char16_t>(unit));
  }
  return source.failed() ? std::u16string() : text;
}

}  // namespace

Class* VmEnvironment::find_class(std::string_view name) {
  try {
    Class* klass = load(name);
    // A class without anything to run is as good as initialised in every state; it has to be known which ones are.
    if (klass != nullptr) (void)vm_.initializer().is_settled(*klass);
    return klass;
  } catch (const BadClass&) {
    return nullptr;
  }
}

Class* VmEnvironment::load(std::string_view name) {
  if (name == vm_.exceptions().backtrace_class().name) return &vm_.exceptions().backtrace_class();
  const std::size_t dimensions = std::min(name.find_first_not_of('['), name.size());
  if (dimensions == 0) {
    if (name.empty()) return nullptr;
    if (Class* klass = vm_.loader().find(name)) return klass;
    for (const Kind kind : primitive_kinds) {
      if (Class& klass = vm_.loader().primitive(kind); klass.name == name) return &klass;
    }
    if (const CallSite* site = vm_.call_sites().find(name)) return site->target->owner;
    if (Class* proxy = vm_.proxies().find(name)) return proxy;
    return vm_.handle_calls().find(name);
  }
  if (dimensions > most_dimensions) return nullptr;
  const std::string_view element = name.substr(dimensions);
  Class* klass = nullptr;
  if (element.size() == 1 && std::string_view("ZCFDBSIJ").find(element[0]) != std::string_view::npos) {
    klass = &vm_.loader().primitive(kind_of(element[0]));
  } else if (element.size() > 2 && element.front() == 'L' && element.back() == ';' && element[1] != '[') {
    klass = load(element.substr(1, element.size() - 2));
    if (klass != nullptr && klass->primitive) return nullptr;
  }
  for (std::size_t i = 0; i < dimensions && klass != nullptr; ++i) klass = &vm_.loader().array_of(*klass);
  return klass;
}

bool VmEnvironment::prepare(Method& method) {
  if (method.prepared) return true;
  if (method.member == nullptr || !method.member->code) return false;
  try {
    vm_.actions().prepare(method);
  } catch (const BadClass&) {
    return false;
  }
  return true;
}

// The text of the interned string whose characters these are. Whether they have one byte each or two stands in the
// string only.
std::u16string VmEnvironment::characters(const Object& array) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(array.data());
  std::u16string latin(bytes, bytes + array.length);
  const Ref string = vm_.objects().interned(latin);
  if (string != 0 && characters_of(string) == array.place) return latin;
  std::u16string wide(array.length / 2, 0);
  std::memcpy(wide.data(), bytes, wide.size() * 2);
  return wide;
}

void VmEnvironment::describe(Ref immortal, base::ByteSink& sink) {
  const Object& object = *vm_.memory().at(immortal);
  const auto tag = [&](Made made) { sink.u8(static_cast<std::uint8_t>(made)); };
  const auto variable = vm_.native_env().variables.find(immortal);
  const auto is_singleton = [&](const Immortal& name) { return vm_.native_env().find_singleton(name) == immortal; };
  if (object.klass->name == class_name) {
    tag(Made::mirror);
    sink.text(vm_.objects().of_mirror(immortal)->name);
  } else if (object.klass->name == string_name) {
    tag(Made::string);
    write_text16(sink, vm_.objects().text16(immortal));
  } else if (object.klass->is_array()) {
    tag(Made::characters);
    write_text16(sink, characters(object));
  } else if (variable != vm_.native_env().variables.end() && variable->second.field != nullptr) {
    const Field& field = *variable->second.field;
    tag(Made::field_handle);
    sink.text(field.owner->name);
    sink.text(field.name);
    sink.text(field.descriptor);
  } else if (variable != vm_.native_env().variables.end()) {
    tag(Made::element_handle);
    const NativeEnv::Variable& of = variable->second;
    sink.u8(static_cast<std::uint8_t>(static_cast<std::uint8_t>(of.element) | (of.view ? view_bit : 0) |
                                      (of.big_endian ? big_endian_bit : 0)));
  } else if (is_singleton(lookup_name())) {
    tag(Made::lookup);
  } else if (is_singleton(decimal_symbols_name())) {
    tag(Made::decimal_symbols);
  } else {
    tag(Made::lambda);
    sink.text(object.klass->name);
  }
}

Ref VmEnvironment::find_immortal(base::ByteSource& source) {
  try {
    const Ref ref = find(source);
    return source.failed() ? 0 : ref;
  } catch (const BadClass&) {
    return 0;
  }
}

Ref VmEnvironment::find(base::ByteSource& source) {
  const auto made = static_cast<Made>(source.u8());
  switch (made) {
    case Made::mirror: {
      Class* klass = find_class(source.text(longest_class_name));
      return klass == nullptr ? 0 : vm_.objects().mirror(*klass);
    }
    case Made::string:
    case Made::characters: {
      const std::u16string text = read_text16(source);
      if (source.failed()) return 0;
      const Ref string = vm_.objects().intern(text);
      return made == Made::string ? string : characters_of(string);
    }
    case Made::field_handle:
      return find_field_handle(source);
    case Made::element_handle: {
      const std::uint8_t byte = source.u8();
      const auto kind = static_cast<std::uint8_t>(byte & ~(view_bit | big_endian_bit));
      NativeEnv::Variable variable;
      variable.element = static_cast<Kind>(kind);
      variable.view = (byte & view_bit) != 0;
      variable.big_endian = (byte & big_endian_bit) != 0;
      if ((variable.big_endian && !variable.view) || (variable.view && variable.element == Kind::ref)) return 0;
      return kind > static_cast<std::uint8_t>(Kind::ref) ? 0 : handle_for(vm_.native_env(), variable);
    }
    case Made::lambda: {
      const std::string name = source.text(longest_class_name);
      const CallSite* site = vm_.call_sites().find(name);
      return site == nullptr ? 0 : site->constant;
    }
    case Made::lookup:
      return dummy_lookup(vm_.native_env());
    case Made::decimal_symbols:
      return plain_decimal_symbols(vm_.native_env());
  }
  return 0;
}

Ref VmEnvironment::find_field_handle(base::ByteSource& source) {
  Class* owner = find_class(source.text(longest_class_name));
  const std::string name = source.text(longest_class_name);
  const std::string descriptor = source.text(longest_class_name);
  if (owner == nullptr || descriptor.empty()) return 0;
  NativeEnv::Variable variable;
  variable.field = owner->declared_field(name, descriptor);
  if (variable.field == nullptr) return 0;
  if (variable.field->is_static()) variable.klass = owner;
  return handle_for(vm_.native_env(), variable);
}

}  // namespace waymark::java
