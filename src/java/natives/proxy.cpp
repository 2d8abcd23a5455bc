// java.lang.reflect.Proxy: its classes are made by the machine (machine/proxies.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// The interfaces out of a Class[]. False: an exception is pending.
bool take_interfaces(NativeEnv& env, Thread& thread, Ref array, std::vector<Class*>& out) {
  constexpr std::string_view illegal = "java/lang/IllegalArgumentException";
  const auto refuse = [&](const std::string& why) {
    static_cast<void>(env.throw_new(thread, illegal, why));
    return false;
  };
  for (std::uint32_t i = 0; i < env.at(array)->length; ++i) {
    const Ref mirror = env.at(array)->data()[i];
    Class* const klass = mirror == 0 ? nullptr : env.of_mirror(mirror);
    if (klass == nullptr) {
      static_cast<void>(env.throw_null(thread));
      return false;
    }
    if (!klass->is_interface()) return refuse(klass->text() + " is not an interface");
    if (std::find(out.begin(), out.end(), klass) != out.end()) {
      return refuse("repeated interface: " + klass->text());
    }
    out.push_back(klass);
  }
  // A proxy without interfaces is an object that only its handler knows.
  if (out.empty()) out.push_back(&env.loader().need("java/io/Serializable"));
  return true;
}

// newProxyInstance(ClassLoader, Class[], InvocationHandler)
Done new_proxy(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0 || args[2] == 0) return env.throw_null(thread);
  if (env.loader().find("waymark/internal/Proxies") == nullptr) {
    return env.unsupported(thread, "proxies, without waymark-library.jar beside the binary");
  }
  std::vector<Class*> interfaces;
  if (!take_interfaces(env, thread, args[1], interfaces)) return Done::thrown;
  Class& klass = env.parts.proxies.of(interfaces);
  Object* const made = env.allocate(thread, klass);
  if (made == nullptr) return Done::thrown;
  env.write_ref(*made, env.field("java/lang/reflect/Proxy", "h"), args[2]);
  return give(args, made->place);
}

Done get_proxy_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[1] == 0) return env.throw_null(thread);
  std::vector<Class*> interfaces;
  if (!take_interfaces(env, thread, args[1], interfaces)) return Done::thrown;
  return give(args, env.mirror(env.parts.proxies.of(interfaces)));
}

Done is_proxy_class(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  return give_bool(args, Proxies::is_proxy(*env.of_mirror(args[0])));
}

constexpr Served proxy_table[] = {
    {"java/lang/reflect/Proxy.newProxyInstance(Ljava/lang/ClassLoader;[Ljava/lang/Class;"
     "Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
     new_proxy},
    {"java/lang/reflect/Proxy.getProxyClass", get_proxy_class},
    {"java/lang/reflect/Proxy.isProxyClass", is_proxy_class},
    {"java/lang/reflect/Proxy.<clinit>", nothing_to_do},
};

}  // namespace

std::span<const Served> proxy_natives() { return proxy_table; }

}  // namespace waymark::java
