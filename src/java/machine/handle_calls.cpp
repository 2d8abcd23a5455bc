#include "java/machine/handle_calls.hpp"

#include <algorithm>
#include <string>

#include "java/classfile/class_file.hpp"
#include "java/machine/adapting.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view handle_call_mark = "waymark/internal/Call$$";
constexpr std::string_view served_call_mark = "waymark/internal/Served$$";
constexpr std::string_view handle_type = "Ljava/lang/invoke/MethodHandle;";
// What a descriptor has and a name must not have, and what stands for it there.
constexpr std::string_view in_descriptors = "/;[";
constexpr std::string_view in_class_names = "|!^";

// The name of a class that is made for `text`. Empty if it would not tell one text from another.
std::string made_name(std::string_view mark, std::string_view text) {
  if (text.find_first_of(in_class_names) != std::string_view::npos) return {};
  std::string name(text);
  for (std::size_t i = 0; i < in_descriptors.size(); ++i) {
    std::replace(name.begin(), name.end(), in_descriptors[i], in_class_names[i]);
  }
  return std::string(mark) + name;
}

// What a class of that name is made for. Empty if no class has it.
std::string made_for(std::string_view mark, std::string_view name) {
  std::string text(name.substr(mark.size()));
  for (std::size_t i = 0; i < in_descriptors.size(); ++i) {
    std::replace(text.begin(), text.end(), in_class_names[i], in_descriptors[i]);
  }
  return made_name(mark, text) == name ? text : std::string();
}

std::string with_receiver(const Method& served) {
  const std::string rest(served.descriptor.substr(1));
  return served.is_static() ? "(" + rest : "(L" + served.owner->name + ";" + rest;
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
  const std::string class_name = made_name(handle_call_mark, descriptor);
  Class* const klass = class_name.empty() ? nullptr : find(class_name);
  return klass == nullptr ? nullptr
                          : klass->declared(name, "(" + std::string(handle_type) + std::string(descriptor.substr(1)));
}

Method* HandleCalls::to(const Method& served) {
  const std::string class_name =
      made_name(served_call_mark, served.owner->name + ";" + std::string(served.name) + std::string(served.descriptor));
  Class* const klass = class_name.empty() ? nullptr : find(class_name);
  return klass == nullptr ? nullptr : klass->declared("call", with_receiver(served));
}

Class* HandleCalls::find(std::string_view name) {
  const bool of_handle = name.starts_with(handle_call_mark);
  if (!of_handle && !name.starts_with(served_call_mark)) return nullptr;
  if (Class* const known = objects_.loader().find_loaded(name)) return known;
  return of_handle ? find_handle_call(name) : find_served_call(name);
}

Class* HandleCalls::find_handle_call(std::string_view name) {
  const std::string descriptor = made_for(handle_call_mark, name);
  if (!is_method_descriptor(descriptor)) return nullptr;
  Assembler out(name, {});
  write_handle_call(out, "invoke", descriptor);
  write_handle_call(out, "invokeExact", descriptor);
  return &define(out);
}

// Only methods that the virtual machine serves have one: all others are called as they are.
Class* HandleCalls::find_served_call(std::string_view name) {
  const std::string text = made_for(served_call_mark, name);
  const std::size_t semicolon = text.find(';');
  const std::size_t bracket = text.find('(', semicolon == std::string::npos ? text.size() : semicolon);
  if (bracket == std::string::npos) return nullptr;
  Class* const owner = objects_.loader().find(std::string_view(text).substr(0, semicolon));
  if (owner == nullptr) return nullptr;
  const std::string method = text.substr(semicolon + 1, bracket - semicolon - 1);
  const Method* const served = owner->declared(method, text.substr(bracket));
  if (served == nullptr || !served->is_served() || served->name.starts_with('<')) return nullptr;
  Assembler out(name, {});
  const std::string descriptor = with_receiver(*served);
  const Signature takes = parse(descriptor);
  out.begin(access::is_public | access::is_static, "call", descriptor,
            static_cast<std::uint16_t>(served->argument_words));
  std::uint16_t local = 0;
  for (const std::string& it : takes.arguments) {
    out.load(it, local);
    local = static_cast<std::uint16_t>(local + width(it));
  }
  const bool of_interface = owner->is_interface();
  const Op op = served->is_static() ? op_invokestatic : of_interface ? op_invokeinterface : op_invokevirtual;
  out.call(op, owner->name, method, served->descriptor, of_interface);
  out.give_back(takes.result);
  return &define(out);
}

Class& HandleCalls::define(Assembler& out) {
  Class& made = objects_.loader().define(out.finish(), true);
  made.init = Class::Init::yes;
  objects_.memory().always_initialized(made);
  return made;
}

}  // namespace waymark::java
