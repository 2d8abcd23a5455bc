// java.lang.invoke.MethodHandle: what the JDK does by classes that it compiles while it runs is done by
// waymark.internal.Handles. A handle is an object of the JDK's own class for handles of methods, in which what that
// does stands where the JDK keeps which method it is.
#include <fmt/format.h>

#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view handles_class = "waymark/internal/Handles";
constexpr std::string_view combinators_class = "waymark/internal/Combinators";
constexpr std::string_view direct_class = "java/lang/invoke/DirectMethodHandle";
constexpr std::string_view handle_class = "java/lang/invoke/MethodHandle";

// make(MethodType, Body)
Done make_handle(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  Object* const made = env.allocate(thread, env.loader().need(direct_class));
  if (made == nullptr) return Done::thrown;
  env.write_ref(*made, env.field(handle_class, "type"), args[0]);
  env.write_ref(*made, env.field(direct_class, "member"), args[1]);
  return give(args, made->place);
}

Done body_of_handle(NativeEnv& env, Thread& thread, Word* args, const Method&) {
  if (args[0] == 0) return env.throw_null(thread);
  const Object& handle = *env.at(args[0]);
  if (handle.klass->name != direct_class) return env.unsupported(thread, "a method handle that the library made");
  return give(args, handle.data()[env.field(direct_class, "member")]);
}

// The method of the same name and, an object of the class that has it put before its arguments, of the same types.
Done by_handles(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  const bool combines = method.owner->name == "java/lang/invoke/MethodHandles";
  Class* const handles = env.loader().find(combines ? combinators_class : handles_class);
  std::string descriptor(method.descriptor);
  if (!method.is_static()) descriptor.insert(1, fmt::format("L{};", method.owner->name));
  Method* const instead = handles == nullptr ? nullptr : handles->declared(method.name, descriptor);
  if (instead == nullptr) {
    return env.unsupported(thread,
                           fmt::format("{}.{}{}: this use of method handles; a lambda, or java.lang.reflect, may do",
                                       method.owner->short_text(), method.name,
                                       handles == nullptr ? ", without waymark-library.jar beside the binary" : ""));
  }
  if (const Done done = env.initialize(thread, *handles); done != Done::yes) return done;
  return env.call(thread, method, *instead, std::span<const Word>(args, method.argument_words));
}

#define HANDLES(name) \
  { "java/lang/invoke/MethodHandles." name, by_handles }
#define HANDLE(name) \
  { "java/lang/invoke/MethodHandle." name, by_handles }
#define LOOKUP(name) \
  { "java/lang/invoke/MethodHandles$Lookup." name, by_handles }
constexpr Served method_handle_table[] = {
    {"waymark/internal/Handles.make", make_handle},
    {"waymark/internal/Handles.body", body_of_handle},
    {"java/lang/invoke/MethodHandle.<clinit>", nothing_to_do},
    {"java/lang/invoke/DirectMethodHandle.<clinit>", nothing_to_do},
    {"java/lang/invoke/MethodHandleProxies.asInterfaceInstance", by_handles},
    {"java/lang/invoke/LambdaMetafactory.metafactory", by_handles},
    {"java/lang/invoke/CallSite.<clinit>", nothing_to_do},
    LOOKUP("findVirtual"),
    LOOKUP("findStatic"),
    LOOKUP("findConstructor"),
    LOOKUP("findSpecial"),
    LOOKUP("bind"),
    LOOKUP("findGetter"),
    LOOKUP("findSetter"),
    LOOKUP("findStaticGetter"),
    LOOKUP("findStaticSetter"),
    LOOKUP("unreflect"),
    LOOKUP("unreflectConstructor"),
    LOOKUP("unreflectSpecial"),
    LOOKUP("unreflectGetter"),
    LOOKUP("unreflectSetter"),
    LOOKUP("unreflectVarHandle"),
    LOOKUP("revealDirect"),
    LOOKUP("ensureInitialized"),
    LOOKUP("defineClass"),
    LOOKUP("defineHiddenClass"),
    HANDLE("asType"),
    HANDLE("bindTo"),
    HANDLE("invokeWithArguments([Ljava/lang/Object;)Ljava/lang/Object;"),
    HANDLE("invokeWithArguments(Ljava/util/List;)Ljava/lang/Object;"),
    HANDLE("asSpreader(Ljava/lang/Class;I)Ljava/lang/invoke/MethodHandle;"),
    HANDLE("asSpreader(ILjava/lang/Class;I)Ljava/lang/invoke/MethodHandle;"),
    HANDLE("asCollector(Ljava/lang/Class;I)Ljava/lang/invoke/MethodHandle;"),
    HANDLE("asCollector(ILjava/lang/Class;I)Ljava/lang/invoke/MethodHandle;"),
    HANDLE("asVarargsCollector"),
    HANDLE("withVarargs"),
    HANDLE("asFixedArity"),
    HANDLE("isVarargsCollector"),
    HANDLES("insertArguments"),
    HANDLES("dropArguments(Ljava/lang/invoke/MethodHandle;ILjava/util/List;)Ljava/lang/invoke/MethodHandle;"),
    HANDLES("dropArguments(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;"),
    HANDLES("permuteArguments"),
    HANDLES("filterReturnValue"),
    HANDLES("filterArguments"),
    HANDLES("foldArguments"),
    HANDLES("guardWithTest"),
    HANDLES("catchException"),
    HANDLES("throwException"),
    HANDLES("constant"),
    HANDLES("identity"),
    HANDLES("arrayElementGetter"),
    HANDLES("arrayElementSetter"),
    HANDLES("collectArguments"),
    HANDLES("explicitCastArguments"),
    HANDLES("exactInvoker"),
    HANDLES("invoker"),
    HANDLES("loop"),
    HANDLES("whileLoop"),
    HANDLES("countedLoop"),
    HANDLES("iteratedLoop"),
    HANDLES("doWhileLoop"),
    HANDLES("tryFinally"),
    HANDLES("zero"),
    HANDLES("empty"),
    HANDLES("dropReturn"),
    HANDLES("arrayConstructor"),
    HANDLES("arrayLength"),
};
#undef HANDLES
#undef HANDLE
#undef LOOKUP

}  // namespace

std::span<const Served> method_handle_natives() { return method_handle_table; }

Done invoke_handle(NativeEnv& env, Thread& thread, const Method& method, std::string_view descriptor, Word* stack) {
  if (env.loader().find(handles_class) == nullptr) {
    return env.unsupported(thread, "method handles, without waymark-library.jar beside the binary");
  }
  Method* const call = method.name == "invoke" || method.name == "invokeExact"
                           ? env.parts.handle_calls.of(method.name, descriptor)
                           : nullptr;
  if (call == nullptr) {
    return env.unsupported(thread, fmt::format("{}.{}: method handles", method.owner->text(), method.name));
  }
  if (const Done done = env.initialize(thread, env.loader().need(handles_class)); done != Done::yes) return done;
  return env.call(thread, *call, *call, std::span<const Word>(stack - call->argument_words, call->argument_words));
}

}  // namespace waymark::java
