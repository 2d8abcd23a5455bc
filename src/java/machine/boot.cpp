// The start of the library, and of the program. HotSpot's long sequence is not followed: what is needed is a handful of
// classes, the main thread with its groups, the system's properties and its two streams; all else is initialised when
// it is first used.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/diagnostics.hpp"
#include "java/machine/values.hpp"
#include "java/machine/vm.hpp"

namespace waymark::java {

namespace {

constexpr std::string_view java_group = "java/lang/ThreadGroup";

constexpr std::array<std::pair<std::string_view, std::string_view>, 28> properties = {{
    {"java.version", "17.0.0"},
    {"java.specification.version", "17"},
    {"java.vm.specification.version", "17"},
    {"java.class.version", "61.0"},
    {"java.vendor", "Waymark"},
    {"java.vm.name", "Waymark"},
    {"java.vm.version", "17"},
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

[[noreturn]] void refuse(const std::string& why) { throw base::InputError(why); }

}  // namespace

void Vm::initialize_now(Thread& thread, std::string_view name) {
  Class* klass = loader_.find(name);
  if (klass == nullptr) return;
  while (klass->init != Class::Init::yes) {
    const Ready ready = initialize(thread, *klass);
    if (ready == Ready::yes) return;
    if (ready == Ready::called) {
      // The frame that initialize() pushed runs to its end.
      const std::size_t until = thread.frames.size() - 1;
      const Stop stop = run(thread, until == 0 ? ~std::size_t{0} : until);
      if (stop == Stop::returned) continue;
      if (stop == Stop::exception) problem = tell(exception_);
    }
    refuse(fmt::format("waymark: error: the JDK's class {} cannot be initialised here: {}", name, problem));
  }
}

// Two modules: java.base stands for all of the library, the unnamed one holds the program. Nothing is hidden between
// them.
void Vm::make_modules(Thread& thread) {
  static constexpr std::string_view java_module = "java/lang/Module";
  initialize_now(thread, java_module);
  library_module_ = allocate(thread, loader_.need(java_module), 0, 8)->place;
  program_module_ = allocate(thread, loader_.need(java_module), 0, 9)->place;
  at(library_module_)->data()[field(java_module, "name")] = intern("java.base");
  for (const auto& [ref, klass] : mirrors_) set_module(*at(ref), *klass);
}

void Vm::start_library(Thread& thread) {
  const auto must = [&](Stop stop, std::string_view what) {
    if (stop == Stop::returned) return;
    if (stop == Stop::exception) {
      problem = tell(exception_);
    } else {
      for (const std::string& frame : problem_stack) problem += "\n    at " + frame;
    }
    refuse(fmt::format("waymark: error: this JDK's library does not start ({}): {}", what, problem));
  };
  const auto declared = [&](std::string_view klass, std::string_view name, std::string_view descriptor) -> Method& {
    Method* method = loader_.need(klass).declared(name, descriptor);
    if (method == nullptr) refuse(fmt::format("waymark: error: this JDK has no {}.{}{}", klass, name, descriptor));
    return *method;
  };
  const auto set_static = [&](std::string_view klass, std::string_view name, Word value) {
    Class& owner = loader_.need(klass);
    Field* it = owner.declared_field(name, {});
    if (it == nullptr) refuse(fmt::format("waymark: error: this JDK has no {}.{}", klass, name));
    owner.statics[it->offset] = value;
  };

  for (const std::string_view name :
       {"java/lang/String", "java/lang/System", "java/lang/Class", "java/lang/ThreadGroup"}) {
    initialize_now(thread, name);
  }
  Object& self = *allocate(thread, loader_.need(java_thread), 0, 1);
  thread.object = self.place;
  self.data()[field(java_thread, "priority")] = 5;
  self.data()[field(java_thread, "threadStatus")] = 5;
  put64(self.data() + field(java_thread, "eetop"), 1);
  initialize_now(thread, java_thread);
  const Ref system_group = allocate(thread, loader_.need(java_group), 0, 2)->place;
  must(run_now(thread, declared(java_group, "<init>", "()V"), {system_group}), "ThreadGroup");
  at(thread.object)->data()[field(java_thread, "group")] = system_group;
  const Ref main_group = allocate(thread, loader_.need(java_group), 0, 3)->place;
  must(run_now(thread, declared(java_group, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
               {main_group, system_group, intern("main")}),
       "ThreadGroup");
  must(run_now(thread, declared(java_thread, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
               {thread.object, main_group, intern("main")}),
       "Thread");
  Object& main = *at(thread.object);
  main.data()[field(java_thread, "threadStatus")] = 5;
  put64(main.data() + field(java_thread, "eetop"), 1);
  must(run_now(thread, declared("java/lang/System", "setJavaLangAccess", "()V"), {}), "System");

  // Before anybody makes a ReflectionFactory, which takes over what this sets.
  initialize_now(thread, "java/lang/reflect/AccessibleObject");
  make_modules(thread);

  initialize_now(thread, "jdk/internal/misc/VM");
  set_static("jdk/internal/misc/VM", "initLevel", 4);
  initialize_now(thread, "java/util/HashMap");
  const Ref map = allocate(thread, loader_.need("java/util/HashMap"), 0, 4)->place;
  must(run_now(thread, declared("java/util/HashMap", "<init>", "()V"), {map}), "HashMap");
  for (const auto& [name, value] : properties) {
    must(run_now(thread,
                 declared("java/util/HashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
                 {map, intern(name), intern(value)}),
         "HashMap");
  }
  set_static("jdk/internal/misc/VM", "savedProps", map);
  must(run_now(thread, declared("java/lang/System", "createProperties", "(Ljava/util/Map;)Ljava/util/Properties;"),
               {map}),
       "System properties");
  set_static("java/lang/System", "props", result(thread));
  set_static("java/lang/System", "lineSeparator", intern("\n"));
  set_static("java/lang/System", "allowSecurityManager", 1);
  initialize_now(thread, "java/io/PrintStream");
  standard_out = allocate(thread, loader_.need("java/io/PrintStream"), 0, 5)->place;
  standard_err = allocate(thread, loader_.need("java/io/PrintStream"), 0, 6)->place;
  set_static("java/lang/System", "out", standard_out);
  set_static("java/lang/System", "err", standard_err);
  for (const std::string_view name :
       {"java/lang/Throwable", "java/lang/ref/Reference", "java/lang/Integer", "java/lang/AssertionError",
        "java/lang/Math", "java/lang/Integer$IntegerCache", "java/lang/StringBuilder",
        "java/lang/AbstractStringBuilder", "java/lang/Boolean", "java/lang/InterruptedException",
        "java/lang/NullPointerException", "java/lang/IllegalMonitorStateException", "java/lang/Number",
        "java/lang/Runtime", "java/lang/StringLatin1", "java/lang/StringUTF16",
        "java/util/concurrent/locks/LockSupport", "jdk/internal/misc/Unsafe", "java/lang/Character"}) {
    initialize_now(thread, name);
  }
}

void Vm::boot() {
  booting_ = true;
  string_class_ = &loader_.need("java/lang/String");
  string_value_ = field("java/lang/String", "value");
  string_coder_ = field("java/lang/String", "coder");
  thread_status_ = field(java_thread, "threadStatus");
  thread_interrupted_ = field(java_thread, "interrupted");
  thread_eetop_ = field(java_thread, "eetop");
  thread_class_ = &loader_.need(java_thread);
  class_class_ = &loader_.need("java/lang/Class");
  for (const auto& klass : loader_.classes()) (void)mirror(*klass);
  Class& ints = loader_.need("[I");
  made_up_ = std::make_unique<Class>();
  made_up_->name = "[waymark/Backtrace";
  made_up_->name_hash = hash_text(made_up_->name);
  made_up_->element = ints.element;
  made_up_->element_kind = Kind::int_;
  made_up_->super = ints.super;
  made_up_->vtable = ints.vtable;
  made_up_->chain = ints.chain;
  made_up_->supers = ints.supers;
  made_up_->holds_methods = true;
  made_up_->library = true;
  made_up_->init = Class::Init::yes;
  memory_.add(*made_up_);
  (void)mirror(*made_up_);
  backtrace_class = made_up_.get();

  std::string main_name = settings_.main_class;
  std::replace(main_name.begin(), main_name.end(), '.', '/');
  Class* main = loader_.find(main_name);
  if (main == nullptr) {
    refuse(fmt::format("waymark: error: class {} is not found on the class path", settings_.main_class));
  }
  Method* method = main->declared("main", "([Ljava/lang/String;)V");
  if (method == nullptr || !method->is_static()) {
    refuse(fmt::format("waymark: error: class {} has no method 'public static void main(String[])'",
                       settings_.main_class));
  }

  Thread& thread = memory_.start_thread(0);
  start_library(thread);
  for (const std::string& name : settings_.preload) initialize_now(thread, name);
  const Ref object = thread.object;
  Object* arguments =
      allocate(thread, loader_.array_of(*string_class_), static_cast<std::uint32_t>(settings_.arguments.size()), 7);
  const Ref array = arguments->place;
  for (std::size_t i = 0; i < settings_.arguments.size(); ++i) at(array)->data()[i] = intern(settings_.arguments[i]);
  freeze_constants();
  memory_.freeze();
  booting_ = false;

  memory_.begin();
  Thread& first = memory_.start_thread(object);
  first.flags = Thread::fresh;
  if (!method->prepared) prepare_method(*method);
  first.words[0] = array;
  memory_.push_frame(first, *method, 0);
  if (main->init != Class::Init::yes) {
    const Ready ready = initialize(first, *main);
    if (ready == Ready::stopped) refuse(fmt::format("waymark: error: {}", problem));
  }
  memory_.settle();
  const model::Packed packed = memory_.pack();
  initial_.assign(packed.words.begin(), packed.words.end());
}

// Arrays that the JDK's classes keep in static final fields are tables: nobody writes them any more.
void Vm::freeze_constants() {
  for (const auto& klass : loader_.classes()) {
    if (!klass->library) continue;
    for (const Field& it : klass->fields) {
      if (!it.is_static() || !it.is_final() || it.kind != Kind::ref) continue;
      const Ref ref = klass->statics[it.offset];
      if (ref != 0 && at(ref)->klass->is_array()) at(ref)->frozen = true;
    }
  }
}

}  // namespace waymark::java
