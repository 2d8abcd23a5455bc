// java.lang.management and javax.management: the server of the platform has the beans that the program registers. The
// platform's own beans answer what follows from system properties. All other questions end the check by name, since
// their native methods are not served.
#include <vector>

#include "java/natives/location.hpp"
#include "java/natives/natives.hpp"

namespace waymark::java {

namespace {

Done in_java(NativeEnv& env, Thread& thread, Word* args, const Method& method, std::string_view name) {
  Class* const beans = env.loader().find("waymark/internal/Beans");
  if (beans == nullptr) return no_model(env, thread, method, "beans, without waymark-library.jar,");
  if (const Done done = env.initialize(thread, *beans); done != Done::yes) return done;
  const std::vector<Word> arguments(args, args + method.argument_words);  // the stack may move
  return env.call(thread, method, *beans->declared(name, method.descriptor), arguments);
}
Done platform_server(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return in_java(env, thread, args, method, "platformServer");
}
Done no_trampoline(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }
// Without a class loader that defines the class which calls the method.
Done invoke_for_bean(NativeEnv& env, Thread& thread, Word* args, const Method& method) {
  return in_java(env, thread, args, method, "invoke");
}

// VMManagementImpl. What a HotSpot machine can be asked, this one can be asked, too, and refuses it then.
Done management_version(NativeEnv& env, Thread&, Word* args, const Method& method) {
  constexpr unsigned jdk_21 = 65;
  return give(args, env.intern(method.owner->file->major >= jdk_21 ? "4.0" : "3.0"));
}
Done support(NativeEnv& env, Thread&, Word*, const Method& method) {
  for (const Field& field : method.owner->fields) {
    if (field.is_static() && field.name.ends_with("Support"))
      Location::static_field(*method.owner, field).store(env, 1);
  }
  return Done::yes;
}
// Options of the Java machine itself: it has none.
Done no_arguments(NativeEnv&, Thread&, Word* args, const Method&) { return give(args, 0); }

Done enabled(NativeEnv&, Thread&, Word* args, const Method&) { return give_bool(args, true); }
Done compiler(NativeEnv& env, Thread& thread, Word*, const Method& method) {
  return no_model(env, thread, method, "compilers of the Java machine");
}
// When the machine started. The bean asks when it is made, and the program by getStartTime().
Done start_time(NativeEnv& env, Thread&, Word* args, const Method& method) {
  if (method.name == "getStartTime") env.journal().surroundings.note(Surroundings::Asked::clock);
  return give_long(args, milliseconds(Thread{}));
}

constexpr Served management_table[] = {
    {"sun/management/VMManagementImpl.getCompilerName", compiler},
    {"sun/management/VMManagementImpl.isThreadCpuTimeEnabled", enabled},
    {"sun/management/VMManagementImpl.isThreadAllocatedMemoryEnabled", enabled},
    {"sun/management/VMManagementImpl.getStartupTime", start_time},
    {"sun/management/RuntimeImpl.getStartTime", start_time},
    {"sun/management/VMManagementImpl.getVersion0", management_version},
    {"sun/management/VMManagementImpl.initOptionalSupportFields", support},
    {"sun/management/VMManagementImpl.getVmArguments0", no_arguments},
    {"java/lang/management/ManagementFactory.getPlatformMBeanServer", platform_server},
    {"sun/reflect/misc/MethodUtil.getTrampoline", no_trampoline},
    {"sun/reflect/misc/MethodUtil.invoke", invoke_for_bean},
};

}  // namespace

std::span<const Served> management_natives() { return management_table; }

}  // namespace waymark::java
