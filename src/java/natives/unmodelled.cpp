// Operations of the library that have no model here. Each ends the run by its name: an exception or a null that the
// library makes of what is missing would look like the program's own fault.
#include <fmt/format.h>

#include <algorithm>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

// --- native libraries ---

// Of the library, which is the last argument.
Done native_library(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const Ref name = args[method.argument_words - 1];
  if (name == 0) return env.throw_null(thread);
  // Their natives are the machine's, as far as it has them.
  if (!called_by_program(thread) && env.text(name).starts_with("management")) return Done::yes;
  return env.unsupported(thread, fmt::format("native library {}", env.text(name)));
}
Done native_libraries(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return no_model(env, thread, method, "native libraries");
}

// --- security ---

// Lists of them would lack those of other modules. The library itself goes through those that are there.
Done providers(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  if (!called_by_program(thread)) return Done::declined;
  return no_model(env, thread, method, "security providers but SUN, SunRsaSign, SunJSSE, SunJCE and SunEC");
}
// The providers are SUN, SunRsaSign, SunJSSE, SunJCE and SunEC, so what these lack is either nowhere, as on a JVM, or
// with another of the JDK's. One that the program itself throws is its own.
Done no_algorithm(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return Done::declined;
  static constexpr std::string_view of_others[] = {"NativePRNG", "GSS", "SASL",   "XML", "LDAP",
                                                   "Sun",        "Jdk", "PKCS11", "Krb", "Windows"};
  const bool has_message = method.descriptor.starts_with("(Ljava/lang/String;") && args[1] != 0;
  const std::string message = has_message ? env.text(args[1]) : "";
  const bool elsewhere = std::any_of(std::begin(of_others), std::end(of_others),
                                     [&](std::string_view it) { return message.find(it) != std::string::npos; });
  if (!elsewhere) return Done::declined;
  return env.unsupported(thread,
                         "security providers but SUN, SunRsaSign, SunJSSE, SunJCE and SunEC have no model: " + message);
}
Done access_context(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  if (called_by_program(thread)) return no_model(env, thread, method, "permissions");
  return give(args, 0);
}

Done tools(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return no_model(env, thread, method, "tools of the JDK");
}
Done protection_domain(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return called_by_program(thread) ? no_model(env, thread, method, "places that classes come from") : Done::declined;
}
Done no_domain(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

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
    {"javax/tools/ToolProvider.getSystemTool", tools},
    {"java/lang/Class.getProtectionDomain", protection_domain},
    {"java/lang/Class.getProtectionDomain0", no_domain},
    {"java/lang/InternalError.<init>", internal_error},
    {"java/lang/UnsatisfiedLinkError.<init>", internal_error},
    {"waymark/internal/Disk.refuse", refuse_by_name},
};

}  // namespace

std::span<const Served> unmodelled_natives() { return unmodelled_table; }

}  // namespace waymark::java
