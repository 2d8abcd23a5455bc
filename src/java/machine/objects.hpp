// Objects: makes objects and tells what they are. Strings and mirrors stand for what the virtual machine knows itself,
// and there are the fields of the JDK's classes that it reads and writes by their names.
//
// All parts of the machine rest on this one: here are its classes and its memory, and the narrator.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/link/loader.hpp"
#include "java/machine/narrator.hpp"
#include "java/machine/object_names.hpp"
#include "java/memory/memory.hpp"

namespace waymark::java {

inline constexpr std::string_view java_thread = "java/lang/Thread";
inline constexpr std::string_view throwable = "java/lang/Throwable";

class Objects {
 public:
  Objects(Loader& loader, Memory& memory) : loader_(loader), memory_(memory) {}

  [[nodiscard]] Loader& loader() { return loader_; }
  [[nodiscard]] Memory& memory() { return memory_; }
  [[nodiscard]] Object* at(Ref ref) { return memory_.at(ref); }
  // Null unless a transition is explained to people.
  Narrator* narrator = nullptr;
  // By which people know objects; null: by their class and number.
  const ObjectNames* names = nullptr;

  // Looks up the classes by which strings, mirrors and threads are known, and makes mirrors for all that are there.
  void find_classes();
  // A class that was loaded since.
  void add_mirror(Class& klass);
  // The mirror of a class knows its module.
  void set_modules(Ref library, Ref program);

  // Null: an array would be too long. `sub` tells apart what one instruction makes.
  [[nodiscard]] Object* allocate(Thread& thread, Class& klass, std::uint32_t length, std::uint32_t sub);
  // How much was made since this was last set to nothing; roughly.
  std::uint64_t allocated = 0;
  void write_ref(Object& holder, std::uint32_t offset, Ref value);

  // Where a field of a class that is known stands in its data. Throws BadClass if the JDK has no such field.
  [[nodiscard]] std::uint32_t field(std::string_view klass, std::string_view name);

  // 0: it would be too long.
  [[nodiscard]] Ref new_string(Thread& thread, std::u16string_view text, std::uint32_t sub);
  [[nodiscard]] Ref new_string(Thread& thread, std::string_view utf8, std::uint32_t sub);
  [[nodiscard]] Ref intern(std::u16string_view text);
  [[nodiscard]] Ref intern(std::string_view utf8);
  // 0 if it is not.
  [[nodiscard]] Ref interned(std::u16string_view text) const;
  [[nodiscard]] std::u16string text16(Ref string);
  [[nodiscard]] std::string text(Ref string);
  // Whether that field of the object holds a string's characters.
  [[nodiscard]] bool holds_characters(const Object& object, const Field& field) const {
    return object.klass == string_class_ && field.offset == string_value_;
  }

  [[nodiscard]] Ref mirror(Class& klass);
  [[nodiscard]] Class* of_mirror(Ref mirror);

  [[nodiscard]] Class& thread_class() { return *thread_class_; }
  [[nodiscard]] bool is_thread(const Object& object) const { return object.klass->extends(thread_class_); }
  [[nodiscard]] bool interrupted(const Thread& thread) { return at(thread.object)->data()[thread_interrupted] != 0; }
  // Fields of a Thread.
  std::uint32_t thread_interrupted = 0;
  std::uint32_t thread_eetop = 0;
  // What a platform thread has besides: its group, its status, whether it is a daemon. That is the Thread itself, and
  // since JDK 19 an object of its own, its holder. A virtual thread without a platform thread has none; it counts as
  // its own holder, since the machine starts no such thread.
  [[nodiscard]] bool threads_have_holders() const { return holder_ != nullptr; }
  [[nodiscard]] Object& thread_holder(Object& thread);
  [[nodiscard]] std::uint32_t holder_field(std::string_view name) { return field(holder_class_->name, name); }
  std::uint32_t thread_status = 0;
  [[nodiscard]] Word& status_of(Object& thread) { return thread_holder(thread).data()[thread_status]; }
  [[nodiscard]] bool has_ended(Ref thread) { return (status_of(*at(thread)) & 2) != 0; }
  // Whether an object is the holder of some thread.
  [[nodiscard]] bool holds_status(const Object& object) const { return object.klass->extends(holder_class_); }

  // For people.
  [[nodiscard]] std::string describe(const Object& object);
  [[nodiscard]] std::string describe(Ref ref) { return ref == 0 ? "null" : describe(*at(ref)); }
  [[nodiscard]] std::string name_of(const Thread& thread);

 private:
  void set_module(Object& mirror, const Class& klass);
  [[nodiscard]] std::string unboxed(const Object& box);

  Loader& loader_;
  Memory& memory_;
  std::unordered_map<std::u16string, Ref> strings_;
  std::unordered_map<Ref, Class*> mirrors_;
  Ref library_module_ = 0;
  Ref program_module_ = 0;
  Class* string_class_ = nullptr;
  Class* class_class_ = nullptr;
  Class* thread_class_ = nullptr;
  Class* holder_class_ = nullptr;
  const Field* holder_ = nullptr;  // of a Thread; null: it is its own holder
  std::uint32_t string_value_ = 0;
  std::uint32_t string_coder_ = 0;
};

// Where a frame stands: Class.java:12.
[[nodiscard]] std::string place_of(const Frame& frame);
[[nodiscard]] std::string place_of(const Method& method, std::uint32_t pc);
// Where the program's own code stands, not the library's that it calls.
[[nodiscard]] std::string place_in_program(const Thread& thread);
// The frames of a thread, the topmost first: "Fork.take (Fork.java:12)".
[[nodiscard]] std::vector<std::string> stack_of(const Thread& thread);

}  // namespace waymark::java
