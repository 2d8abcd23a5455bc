#include "java/machine/boot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/diagnostics.hpp"
#include "java/classfile/assembler.hpp"
#include "java/machine/runs.hpp"
#include "java/machine/values.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view java_group = "java/lang/ThreadGroup";

// By version: when it was released.
struct Release {
  int version = 0;
  std::string_view date;
};
constexpr std::array<Release, 3> releases = {{{17, "2021-09-14"}, {21, "2023-09-19"}, {25, "2025-09-16"}}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 41> properties = {{
    {"java.specification.name", "Java Platform API Specification"},
    {"java.specification.vendor", "Oracle Corporation"},
    {"java.runtime.name", "Waymark"},
    {"java.vendor", "Waymark"},
    {"java.vendor.url", "https://example.org/"},
    {"java.vendor.url.bug", "https://example.org/"},
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
    {"java.vm.specification.vendor", "Oracle Corporation"},
    {"java.vm.vendor", "Waymark"},
    {"java.vm.info", "interpreted mode"},
    {"java.library.path", "/usr/lib"},
    {"jdk.debug", "release"},
    {"sun.boot.library.path", "/jdk/lib"},
    {"sun.cpu.endian", "little"},
    {"sun.io.unicode.encoding", "UnicodeLittle"},
    {"sun.java.command", ""},
    {"sun.java.launcher", "SUN_STANDARD"},
    {"sun.stderr.encoding", "UTF-8"},
    {"sun.management.compiler", "none"},
    {"java.vm.name", "Waymark"},
    {"java.home", "/jdk"},
    {"java.class.path", ""},
    {"java.io.tmpdir", "/tmp"},
    {"os.name", "Linux"},
    {"os.arch", "amd64"},
    {"os.version", "1"},
    {"file.separator", "/"},
    {"path.separator", ":"},
    {"line.separator", "\n"},
    {"user.name", "user"},
    {"user.home", "/home/user"},
    {"user.dir", "/"},
    {"user.language", "en"},
    {"user.country", "US"},
    {"user.timezone", "UTC"},
    {"file.encoding", "UTF-8"},
    {"native.encoding", "UTF-8"},
    {"sun.jnu.encoding", "UTF-8"},
    {"sun.stdout.encoding", "UTF-8"},
    {"sun.arch.data.model", "64"},
    {"java.util.concurrent.ForkJoinPool.common.parallelism", "1"},
}};

// Whatever nearly every program needs.
constexpr std::array<std::string_view, 19> common_classes = {"java/lang/Throwable",
                                                             "java/lang/ref/Reference",
                                                             "java/lang/Integer",
                                                             "java/lang/AssertionError",
                                                             "java/lang/Math",
                                                             "java/lang/Integer$IntegerCache",
                                                             "java/lang/StringBuilder",
                                                             "java/lang/AbstractStringBuilder",
                                                             "java/lang/Boolean",
                                                             "java/lang/InterruptedException",
                                                             "java/lang/NullPointerException",
                                                             "java/lang/IllegalMonitorStateException",
                                                             "java/lang/Number",
                                                             "java/lang/Runtime",
                                                             "java/lang/StringLatin1",
                                                             "java/lang/StringUTF16",
                                                             "java/util/concurrent/locks/LockSupport",
                                                             "jdk/internal/misc/Unsafe",
                                                             "java/lang/Character"};

// What tells apart the objects that are made before any code runs; they are named by it.
constexpr std::uint32_t sub_thread = 1;
constexpr std::uint32_t sub_system_group = 2;
constexpr std::uint32_t sub_main_group = 3;
constexpr std::uint32_t sub_properties = 4;
constexpr std::uint32_t sub_out = 5;
constexpr std::uint32_t sub_err = 6;
constexpr std::uint32_t sub_arguments = 7;
constexpr std::uint32_t sub_library_module = 8;
constexpr std::uint32_t sub_program_module = 9;
constexpr std::uint32_t sub_in = 10;
constexpr std::uint32_t sub_input_bytes = 11;
constexpr std::uint32_t sub_loader = 12;

constexpr Word thread_is_alive = 5;  // the threadStatus of one that was started

[[noreturn]] void refuse(const std::string& why) { throw base::InputError(why); }

}  // namespace

// --- steps ---

void Boot::initialize(Thread& thread, std::string_view name) {
  Class* klass = parts_.loader.find(name);
  if (klass == nullptr) return;
  Problem& problem = parts_.exceptions.problem;
  while (klass->init != Class::Init::yes) {
    const Done done = parts_.initializer.initialize(thread, *klass);
    if (done == Done::yes) return;
    if (done == Done::initializing) {
      // The frame that initialize() pushed runs to its end.
      const std::size_t until = thread.frames.size() - 1;
      const Stop stop = interpreter_.run(thread, until == 0 ? outside : until);
      if (stop == Stop::returned) continue;
      if (stop == Stop::exception) problem.text = parts_.exceptions.tell(parts_.exceptions.pending);
    }
    refuse(fmt::format("waymark: error: the JDK's class {} cannot be initialised here: {}", name, problem.text));
  }
}

template <typename Names>
void Boot::initialize_all(Thread& thread, const Names& names) {
  for (const std::string_view name : names) initialize(thread, name);
}

void Boot::call(Thread& thread, std::string_view klass, std::string_view name, std::string_view descriptor,
                std::initializer_list<Word> arguments) {
  Method* method = parts_.loader.need(klass).declared(name, descriptor);
  if (method == nullptr) refuse(fmt::format("waymark: error: this JDK has no {}.{}{}", klass, name, descriptor));
  const Stop stop = interpreter_.run_now(thread, *method, arguments);
  if (stop == Stop::returned) return;
  Problem& problem = parts_.exceptions.problem;
  if (stop == Stop::exception) {
    problem.text = parts_.exceptions.tell(parts_.exceptions.pending);
  } else {
    for (const std::string& frame : problem.stack) problem.text += "\n    at " + frame;
  }
  refuse(fmt::format("waymark: error: this JDK's library does not start ({}.{}): {}", klass, name, problem.text));
}

void Boot::set_static(std::string_view klass, std::string_view name, Word value) {
  Class& owner = parts_.loader.need(klass);
  Field* it = owner.declared_field(name, {});
  if (it == nullptr) refuse(fmt::format("waymark: error: this JDK has no {}.{}", klass, name));
  owner.statics[it->offset] = value;
}

void Boot::set_some_static(std::string_view klass, std::string_view name, Word value) {
  if (parts_.loader.need(klass).declared_field(name, {}) != nullptr) set_static(klass, name, value);
}

Ref Boot::make(Thread& thread, std::string_view klass, std::uint32_t sub) {
  return objects_.allocate(thread, parts_.loader.need(klass), 0, sub)->place;
}

// --- the library ---

void Boot::make_main_thread(Thread& thread) {
  const auto self = [&]() -> Object& { return *objects_.at(thread.object); };
  const auto revive = [&] {
    objects_.status_of(self()) = thread_is_alive;
    put64(self().data() + objects_.thread_eetop, 1);
  };
  thread.object = make(thread, java_thread, sub_thread);
  // The constructors below ask the thread that runs them, which is this one; one with a holder gets that of its own.
  if (!objects_.threads_have_holders()) {
    self().data()[objects_.holder_field("priority")] = 5;
    revive();
  }
  initialize(thread, java_thread);
  const Ref system_group = make(thread, java_group, sub_system_group);
  call(thread, java_group, "<init>", "()V", {system_group});
  if (!objects_.threads_have_holders()) self().data()[objects_.holder_field("group")] = system_group;
  const Ref main_group = make(thread, java_group, sub_main_group);
  const Ref name = objects_.intern("main");
  static constexpr std::string_view group_and_name = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
  call(thread, java_group, "<init>", group_and_name, {main_group, system_group, name});
  call(thread, java_thread, "<init>", group_and_name, {thread.object, main_group, name});
  revive();
}

// Two modules: java.base stands for all of the library, the unnamed one holds the program. Nothing is hidden between
// them.
Ref Boot::make_modules(Thread& thread) {
  static constexpr std::string_view java_module = "java/lang/Module";
  initialize(thread, java_module);
  const Ref library = make(thread, java_module, sub_library_module);
  const Ref program = make(thread, java_module, sub_program_module);
  objects_.at(library)->data()[objects_.field(java_module, "name")] = objects_.intern("java.base");
  objects_.set_modules(library, program);
  return program;
}

void Boot::set_properties(Thread& thread) {
  static constexpr std::string_view hash_map = "java/util/HashMap";
  initialize(thread, hash_map);
  const Ref map = make(thread, hash_map, sub_properties);
  call(thread, hash_map, "<init>", "()V", {map});
  const auto put = [&](std::string_view name, std::string_view value) {
    call(thread, hash_map, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
         {map, objects_.intern(name), objects_.intern(value)});
  };
  const int format = class_file_version();
  const int version = format - 44;
  const std::string whole = fmt::format("{}.0.0", version);
  put("java.version", whole);
  put("java.runtime.version", whole);
  put("java.vm.version", fmt::format("{}", version));
  put("java.specification.version", fmt::format("{}", version));
  put("java.vm.specification.version", fmt::format("{}", version));
  put("java.class.version", fmt::format("{}.0", format));
  for (const Release& release : releases) {
    if (release.version <= version) put("java.version.date", release.date);
  }
  for (const auto& [name, value] : properties) put(name, value);
  for (const auto& [name, value] : parts_.settings.system_properties) put(name, value);
  set_static("jdk/internal/misc/VM", "savedProps", map);
  call(thread, "java/lang/System", "createProperties", "(Ljava/util/Map;)Ljava/util/Properties;", {map});
  set_static("java/lang/System", "props", Interpreter::result(thread));
  set_static("java/lang/System", "lineSeparator", objects_.intern("\n"));
  set_some_static("java/lang/System", "allowSecurityManager", 1);
}

void Boot::make_streams(Thread& thread) {
  static constexpr std::string_view print_stream = "java/io/PrintStream";
  initialize(thread, print_stream);
  env_.standard_out = make(thread, print_stream, sub_out);
  env_.standard_err = make(thread, print_stream, sub_err);
  set_static("java/lang/System", "out", env_.standard_out);
  set_static("java/lang/System", "err", env_.standard_err);
  set_some_static("java/lang/System", "initialErr", env_.standard_err);
  if (parts_.loader.need(print_stream).declared_field("charset", {}) != nullptr) {
    static constexpr std::string_view utf_8 = "sun/nio/cs/UTF_8";
    initialize(thread, utf_8);
    Class& charset = parts_.loader.need(utf_8);
    const Ref instance = charset.statics[charset.declared_field("INSTANCE", {})->offset];
    for (const Ref stream : {env_.standard_out, env_.standard_err}) {
      objects_.at(stream)->data()[objects_.field(print_stream, "charset")] = instance;
    }
  }
  const std::string& input = parts_.settings.input;
  static constexpr std::string_view own_stream = "waymark/internal/Input";
  const std::string_view input_stream =
      parts_.loader.find(own_stream) != nullptr ? own_stream : "java/io/ByteArrayInputStream";
  initialize(thread, input_stream);
  const auto length = static_cast<std::uint32_t>(input.size());
  const Ref bytes = objects_.allocate(thread, parts_.loader.need("[B"), length, sub_input_bytes)->place;
  std::copy(input.begin(), input.end(), reinterpret_cast<char*>(objects_.at(bytes)->data()));
  const Ref in = make(thread, input_stream, sub_in);
  call(thread, input_stream, "<init>", "([B)V", {in, bytes});
  set_static("java/lang/System", "in", in);
  set_some_static("java/lang/System", "initialIn", in);
}

void Boot::make_loader(Thread& thread, Ref program_module) {
  static constexpr std::string_view app_loader = "waymark/internal/AppLoader";
  if (parts_.loader.find(app_loader) == nullptr) return;
  static constexpr std::string_view java_loader = "java/lang/ClassLoader";
  initialize(thread, java_loader);
  env_.app_loader = make(thread, app_loader, sub_loader);
  objects_.at(env_.app_loader)->data()[objects_.field(java_loader, "unnamedModule")] = program_module;
  objects_.at(program_module)->data()[objects_.field("java/lang/Module", "loader")] = env_.app_loader;
}

void Boot::start_library(Thread& thread) {
  static constexpr std::string_view constants = "jdk/internal/misc/UnsafeConstants";
  initialize(thread, constants);
  set_static(constants, "ADDRESS_SIZE0", 8);
  set_static(constants, "PAGE_SIZE", 4096);
  initialize_all(
      thread, std::array<std::string_view, 4>{"java/lang/String", "java/lang/System", "java/lang/Class", java_group});
  make_main_thread(thread);
  call(thread, "java/lang/System", "setJavaLangAccess", "()V", {});
  // Before anybody makes a ReflectionFactory, which takes over what this sets.
  initialize(thread, "java/lang/reflect/AccessibleObject");
  const Ref program_module = make_modules(thread);
  initialize(thread, "jdk/internal/misc/VM");
  set_static("jdk/internal/misc/VM", "initLevel", 4);
  set_properties(thread);
  make_streams(thread);
  make_loader(thread, program_module);
  initialize_all(thread, common_classes);
}

// Arrays that the JDK's classes keep in static final fields are tables: nobody writes them any more. But for those that
// are filled when somebody asks: with types of methods that take objects only, and with rules for breaking texts.
void Boot::freeze_constants() {
  for (const auto& klass : parts_.loader.classes()) {
    const bool fills = klass->name == "java/lang/invoke/MethodType" || klass->name == "java/text/BreakIterator";
    if (!klass->library || fills) continue;
    for (const Field& it : klass->fields) {
      if (!it.is_static() || !it.is_final() || it.kind != Kind::ref) continue;
      const Ref ref = klass->statics[it.offset];
      if (ref != 0 && objects_.at(ref)->klass->is_array()) objects_.at(ref)->frozen = true;
    }
  }
}

// --- the program ---

constexpr std::string_view takes_arguments = "([Ljava/lang/String;)V";

// Since JDK 25 a main may be a method of an object, and take nothing.
Method* Boot::make_launcher(Class& main) {
  constexpr int of_jdk_25 = 69;
  if (class_file_version() < of_jdk_25) return nullptr;
  const auto usable = [&](std::string_view descriptor) -> Method* {
    Method* const found = Loader::find_method(main, "main", descriptor);
    return found != nullptr && !found->is_private() && !found->is_abstract() ? found : nullptr;
  };
  Method* method = usable(takes_arguments);
  if (method == nullptr) method = usable("()V");
  if (method == nullptr) return nullptr;
  Assembler out(main.name + "$$Launcher", {});
  out.begin(access::is_static, "main", takes_arguments, 1);
  if (!method->is_static()) {
    const Method* const constructor = main.declared("<init>", "()V");
    if (constructor == nullptr || constructor->is_private() || (main.access & access::is_abstract) != 0) return nullptr;
    out.make(main.name);
    out.op(op_dup);
    out.call(op_invokespecial, main.name, "<init>", "()V");
  }
  if (method->argument_words > (method->is_static() ? 0u : 1u)) out.load("L", 0);
  out.call(method->is_static() ? op_invokestatic : op_invokevirtual, main.name, "main", method->descriptor);
  out.op(op_return);
  Class& made = parts_.loader.define(out.finish(), false);
  made.hidden = true;
  made.init = Class::Init::yes;
  parts_.memory.always_initialized(made);
  return made.declared("main", takes_arguments);
}

Method& Boot::find_main() {
  const std::string& given = parts_.settings.main_class;
  std::string name = given;
  std::replace(name.begin(), name.end(), '.', '/');
  Class* main = parts_.loader.find(name);
  if (main == nullptr) refuse(fmt::format("waymark: error: class {} is not found on the class path", given));
  Method* method = main->declared("main", takes_arguments);
  if (method == nullptr || !method->is_static()) method = make_launcher(*main);
  if (method == nullptr) {
    refuse(fmt::format("waymark: error: class {} has no method 'public static void main(String[])'", given));
  }
  return *method;
}

Ref Boot::make_arguments(Thread& thread) {
  const std::vector<std::string>& given = parts_.settings.arguments;
  Class& strings = parts_.loader.array_of(parts_.loader.need("java/lang/String"));
  const Ref array = objects_.allocate(thread, strings, static_cast<std::uint32_t>(given.size()), sub_arguments)->place;
  for (std::size_t i = 0; i < given.size(); ++i) objects_.at(array)->data()[i] = objects_.intern(given[i]);
  return array;
}

void Boot::start_main(Method& method, Ref self, Ref arguments) {
  Thread& first = parts_.memory.start_thread(self);
  first.flags = Thread::fresh;
  if (!method.prepared) parts_.actions.prepare(method);
  first.words[0] = arguments;
  parts_.memory.push_frame(first, method, 0);
  if (parts_.initializer.initialize(first, *method.owner) == Done::stopped) {
    refuse(fmt::format("waymark: error: {}", parts_.exceptions.problem.text));
  }
}

std::vector<Word> Boot::run() {
  parts_.scheduler.mode(Scheduler::Mode::booting);
  objects_.find_classes();
  parts_.exceptions.make_backtrace_class();
  Method& method = find_main();
  Thread& thread = parts_.memory.start_thread(0);
  start_library(thread);
  initialize_all(thread, parts_.settings.preload);
  const Ref self = thread.object;
  const Ref arguments = make_arguments(thread);
  freeze_constants();
  parts_.memory.freeze();
  parts_.scheduler.mode(Scheduler::Mode::checking);

  parts_.memory.begin();
  start_main(method, self, arguments);
  parts_.memory.settle();
  const model::Packed packed = parts_.memory.pack();
  return {packed.words.begin(), packed.words.end()};
}

}  // namespace waymark::java
