// Operations of the library that have no model here. Each ends the run by its name: an exception or a null that the
// library makes of what is missing would look like the program's own fault.
#include <fmt/format.h>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

bool called_by_program(const Thread& thread) { return !thread.frames.back().method->owner->library; }

Done refuse(NativeEnv& env, Thread& thread, const Method& method, std::string_view what) {
  return env.unsupported(thread, fmt::format("{}.{}: {} have no model", method.owner->text(), method.name, what));
}

// --- native libraries ---

// Of the library, which is the last argument.
Done native_library(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref name = args[method.argument_words - 1];
  if (name == 0) return env.throw_null(thread);
  return env.unsupported(thread, fmt::format("native library {}", env.text(name)));
}
Done native_libraries(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return refuse(env, thread, method, "native libraries");
}

// --- security ---

Done providers(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return refuse(env, thread, method, "security providers but SUN");
}
// One that the program itself throws is its own.
Done no_algorithm(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return Done::declined;
  std::string what = "security providers but SUN have no model";
  const bool has_message = method.descriptor.starts_with("(Ljava/lang/String;");
  if (has_message && args[1] != 0) what += ": " + env.text(args[1]);
  return env.unsupported(thread, what);
}
Done access_context(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return refuse(env, thread, method, "permissions");
  return give(args, 0);
}

// --- modules ---

Done layers(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return refuse(env, thread, method, "module layers");
}
// Of the unnamed module everything is known: it is in no layer and has no descriptor.
Done of_named_module(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const bool named = env.at(args[0])->data()[env.field("java/lang/Module", "name")] != 0;
  return named ? refuse(env, thread, method, "module layers") : Done::declined;
}
// All of the library counts as one module, which is called as most of it.
Done module_of_class(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Class* klass = env.of_mirror(args[0]);
  while (klass->is_array()) klass = klass->element;
  const bool other = klass->library && !klass->primitive && klass->source.find("/java.base/") == std::string::npos;
  if (!other || !called_by_program(thread)) return Done::declined;
  return refuse(env, thread, method, "modules of the JDK but java.base");
}
Done loaders(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return refuse(env, thread, method, "class loaders but that of the program");
  return give(args, 0);
}
Done parent_loader(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (args[0] != env.app_loader || !called_by_program(thread)) return Done::declined;
  return refuse(env, thread, method, "class loaders but that of the program");
}

// --- what the library says if it cannot be right ---

Done internal_error(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return Done::declined;
  std::string what = "the library ends with an error of its own";
  if (method.descriptor.starts_with("(Ljava/lang/String;") && args[1] != 0) what += ": " + env.text(args[1]);
  return env.unsupported(thread, what);
}

// waymark.internal.Disk.refuse(String)
Done refuse_by_name(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  return env.unsupported(thread, env.text(args[0]));
}

constexpr Served unmodelled_table[] = {
    {"java/lang/System.loadLibrary", native_library},
    {"java/lang/System.load", native_library},
    {"java/lang/Runtime.loadLibrary", native_library},
    {"java/lang/Runtime.load", native_library},
    {"jdk/internal/loader/BootLoader.getNativeLibraries", native_libraries},
    {"jdk/internal/loader/NativeLibraries.loadLibrary", native_libraries},
    {"java/security/Security.getProviders", providers},
    {"java/security/Security.getProvider", providers},
    {"java/security/Security.getAlgorithms", providers},
    {"java/security/NoSuchAlgorithmException.<init>", no_algorithm},
    {"java/security/NoSuchProviderException.<init>", no_algorithm},
    {"java/security/AccessController.getContext", access_context},
    {"java/lang/ModuleLayer.boot", layers},
    {"java/lang/Module.getDescriptor", of_named_module},
    {"java/lang/Module.getLayer", of_named_module},
    {"java/lang/Module.getPackages", of_named_module},
    {"java/lang/Class.getModule", module_of_class},
    {"java/lang/ClassLoader.getPlatformClassLoader", loaders},
    {"java/lang/ClassLoader.getParent", parent_loader},
    {"java/lang/InternalError.<init>", internal_error},
    {"java/lang/UnsatisfiedLinkError.<init>", internal_error},
    {"waymark/internal/Disk.refuse", refuse_by_name},
};

}  // namespace

std::span<const Served> unmodelled_natives() { return unmodelled_table; }

}  // namespace waymark::java
