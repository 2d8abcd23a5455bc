#include "java/machine/proxies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "java/machine/adapting.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view proxy_class = "java/lang/reflect/Proxy";
constexpr std::string_view proxy_mark = "$$Proxy;";  // no class file can have such a name
constexpr std::string_view object_name = "java/lang/Object";

// Interfaces after the first stand behind the mark; a name may not hold a slash there.
std::string proxy_name(const std::vector<Class*>& interfaces) {
  std::string name = interfaces.front()->name + std::string(proxy_mark);
  for (std::size_t i = 1; i < interfaces.size(); ++i) {
    std::string other = interfaces[i]->name;
    std::replace(other.begin(), other.end(), '/', '|');
    name += "+" + other;
  }
  return name;
}

// Everything that a call is about goes to waymark.internal.Proxies.invoke.
void forward(Assembler& out, const Class& owner, const Method& method) {
  const Signature takes = parse(method.descriptor);
  std::uint16_t locals = 1;
  for (const std::string& it : takes.arguments) locals = static_cast<std::uint16_t>(locals + width(it));
  out.begin(access::is_public | access::is_final, method.name, method.descriptor, locals);
  out.load("L", 0);
  out.get_field(proxy_class, "h", "Ljava/lang/reflect/InvocationHandler;");
  out.load("L", 0);
  out.push_string(owner.name);
  out.push_string(method.name);
  out.push_string(method.descriptor);
  if (takes.arguments.empty()) {
    out.op(op_aconst_null);
  } else {
    out.push_int(static_cast<std::int32_t>(takes.arguments.size()));
    out.make_array(object_name);
  }
  store_arguments(out, takes);
  out.call(op_invokestatic, "waymark/internal/Proxies", "invoke",
           "(Ljava/lang/reflect/InvocationHandler;Ljava/lang/Object;Ljava/lang/String;Ljava/lang/String;"
           "Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;");
  give_back_object(out, takes);
}

}  // namespace

bool Proxies::is_proxy(const Class& klass) {
  return klass.super != nullptr && klass.super->name == proxy_class && klass.name.find(proxy_mark) != std::string::npos;
}

Class& Proxies::of(const std::vector<Class*>& interfaces) {
  Loader& loader = objects_.loader();
  const std::string name = proxy_name(interfaces);
  if (Class* const known = loader.find_loaded(name)) return *known;
  std::vector<std::string> names;
  names.reserve(interfaces.size());
  for (const Class* it : interfaces) names.push_back(it->name);
  Assembler out("waymark/internal/Proxy", names, proxy_class);
  std::set<std::pair<std::string_view, std::string_view>> known;
  const auto add = [&](Class& owner, Method& method) {
    if (known.emplace(method.name, method.descriptor).second) forward(out, owner, method);
  };
  Class& object = loader.need(object_name);
  for (const auto& [method, descriptor] : {std::pair("hashCode", "()I"), std::pair("equals", "(Ljava/lang/Object;)Z"),
                                           std::pair("toString", "()Ljava/lang/String;")}) {
    add(object, *object.declared(method, descriptor));
  }
  // An interface before those that it extends: what it overrides counts.
  const auto add_all = [&](const auto& again, Class& interface) -> void {
    for (Method& method : interface.methods) {
      if ((method.access & (access::is_static | access::is_private)) == 0) add(interface, method);
    }
    for (Class* above : interface.interfaces) again(again, *above);
  };
  bool library = true;
  for (Class* it : interfaces) {
    add_all(add_all, *it);
    library = library && it->library;
  }
  Class& made = loader.define(out.finish(), library, name);
  made.init = Class::Init::yes;
  objects_.memory().always_initialized(made);
  return made;
}

Class* Proxies::find(std::string_view name) {
  const std::size_t mark = name.find(proxy_mark);
  if (mark == std::string_view::npos || mark == 0) return nullptr;
  std::vector<Class*> interfaces{objects_.loader().find(name.substr(0, mark))};
  std::string_view rest = name.substr(mark + proxy_mark.size());
  while (!rest.empty()) {
    if (rest.front() != '+') return nullptr;
    rest.remove_prefix(1);
    std::string other(rest.substr(0, rest.find('+')));
    rest.remove_prefix(other.size());
    std::replace(other.begin(), other.end(), '|', '/');
    interfaces.push_back(other.empty() ? nullptr : objects_.loader().find(other));
  }
  const auto fits = [](const Class* it) { return it != nullptr && it->is_interface(); };
  if (!std::all_of(interfaces.begin(), interfaces.end(), fits) || proxy_name(interfaces) != name) return nullptr;
  return &of(interfaces);
}

}  // namespace waymark::java
