#include "java/machine/handle_calls.hpp"

#include <algorithm>
#include <string>

#include "java/classfile/class_file.hpp"
#include "java/machine/adapting.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view handle_call_mark = "waymark/internal/Call$$";
constexpr std::string_view handle_type = "Ljava/lang/invoke/MethodHandle;";
// What a descriptor has and a name must not have, and what stands for it there.
constexpr std::string_view in_descriptors = "/;[";
constexpr std::string_view in_class_names = "|!^";

// Empty if it would not tell one descriptor from another.
std::string handle_call_name(std::string_view descriptor) {
  if (descriptor.find_first_of(in_class_names) != std::string_view::npos) return {};
  std::string name(descriptor);
  for (std::size_t i = 0; i < in_descriptors.size(); ++i) {
    std::replace(name.begin(), name.end(), in_descriptors[i], in_class_names[i]);
  }
  return std::string(handle_call_mark) + name;
}

// Everything that a call is about goes to waymark.internal.Handles.invoke.
void write_handle_call(Assembler& out, std::string_view name, const std::string& descriptor) {
  const Signature takes = parse(descriptor);
  std::string with_handle = "(" + std::string(handle_type) + descriptor.substr(1);
  std::uint16_t locals = 1;
  for (const std::string& it : takes.arguments) locals = static_cast<std::uint16_t>(locals + width(it));
  out.begin(access::is_public | access::is_static, name, with_handle, locals);
  out.load(handle_type, 0);
  out.push_string(descriptor);
  out.push_int(name == "invokeExact" ? 1 : 0);
  out.push_int(static_cast<std::int32_t>(takes.arguments.size()));
  out.make_array("java/lang/Object");
  store_arguments(out, takes);
  out.call(op_invokestatic, "waymark/internal/Handles", "invoke",
           "(Ljava/lang/invoke/MethodHandle;Ljava/lang/String;Z[Ljava/lang/Object;)Ljava/lang/Object;");
  give_back_object(out, takes);
}

}  // namespace

Method* HandleCalls::of(std::string_view name, std::string_view descriptor) {
  const std::string class_name = handle_call_name(descriptor);
  Class* const klass = class_name.empty() ? nullptr : find(class_name);
  return klass == nullptr ? nullptr
                          : klass->declared(name, "(" + std::string(handle_type) + std::string(descriptor.substr(1)));
}

Class* HandleCalls::find(std::string_view name) {
  Loader& loader = objects_.loader();
  if (!name.starts_with(handle_call_mark)) return nullptr;
  if (Class* const known = loader.find_loaded(name)) return known;
  std::string descriptor(name.substr(handle_call_mark.size()));
  for (std::size_t i = 0; i < in_descriptors.size(); ++i) {
    std::replace(descriptor.begin(), descriptor.end(), in_class_names[i], in_descriptors[i]);
  }
  if (!is_method_descriptor(descriptor) || handle_call_name(descriptor) != name) return nullptr;
  Assembler out(name, {});
  write_handle_call(out, "invoke", descriptor);
  write_handle_call(out, "invokeExact", descriptor);
  Class& made = loader.define(out.finish(), true);
  made.init = Class::Init::yes;
  objects_.memory().always_initialized(made);
  return &made;
}

}  // namespace waymark::java
