// Boot: the start of the library, and of the program. HotSpot's long sequence is not followed: what is needed is a
// handful of classes, the main thread with its groups, the system's properties and its two streams; all else is
// initialised when it is first used.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "java/machine/native_env.hpp"

namespace waymark::java {

class Boot {
 public:
  Boot(Parts& parts, Interpreter& interpreter, NativeEnv& env)
      : parts_(parts), objects_(parts.objects), interpreter_(interpreter), env_(env) {}

  // Afterwards the machine stands before the first instruction of main, in the state that is returned packed. Throws
  // base::InputError or BadClass.
  [[nodiscard]] std::vector<Word> run();

 private:
  [[nodiscard]] Method& find_main();
  // A static main(String[]) that calls what the launcher of this JDK would call; null if there is nothing.
  [[nodiscard]] Method* make_launcher(Class& main);
  [[nodiscard]] int class_file_version() { return parts_.loader.need("java/lang/Object").file->major; }
  void start_library(Thread& thread);
  void make_main_thread(Thread& thread);
  // The program's.
  Ref make_modules(Thread& thread);
  void set_properties(Thread& thread);
  void make_streams(Thread& thread);
  void make_loader(Thread& thread, Ref program_module);
  [[nodiscard]] Ref make_arguments(Thread& thread);
  void start_main(Method& method, Ref self, Ref arguments);
  void freeze_constants();

  // All of these refuse the JDK if it has not what is needed.
  void initialize(Thread& thread, std::string_view name);
  template <typename Names>
  void initialize_all(Thread& thread, const Names& names);
  void call(Thread& thread, std::string_view klass, std::string_view name, std::string_view descriptor,
            std::initializer_list<Word> arguments);
  void set_static(std::string_view klass, std::string_view name, Word value);
  [[nodiscard]] Ref make(Thread& thread, std::string_view klass, std::uint32_t sub);
  // One that not every JDK has.
  void set_some_static(std::string_view klass, std::string_view name, Word value);

  Parts& parts_;
  Objects& objects_;
  Interpreter& interpreter_;
  NativeEnv& env_;
};

}  // namespace waymark::java
