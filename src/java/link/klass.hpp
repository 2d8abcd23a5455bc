// Classes as the virtual machine uses them: linked, with field offsets, tables of virtual methods and decoded code.
// None of this is part of a state: classes are loaded and linked once per process, whatever state asks first. Whether a
// class is *initialised* belongs to the state, and stands with its static fields in the heap.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/classfile/class_file.hpp"
#include "java/link/discipline.hpp"
#include "model/model.hpp"

namespace waymark::java {

using model::Word;
// A reference: the number of an object's place in the heap; 0 is null.
using Ref = std::uint32_t;

enum class Kind : std::uint8_t { boolean_, char_, float_, double_, byte_, short_, int_, long_, ref, void_ };
constexpr bool is_wide(Kind kind) { return kind == Kind::double_ || kind == Kind::long_; }
constexpr std::uint32_t words_of(Kind kind) { return kind == Kind::void_ ? 0 : is_wide(kind) ? 2 : 1; }
[[nodiscard]] Kind kind_of(char descriptor);
// log2 of the size of an array's element.
constexpr unsigned element_shift(Kind kind) {
  switch (kind) {
    case Kind::boolean_:
    case Kind::byte_:
      return 0;
    case Kind::char_:
    case Kind::short_:
      return 1;
    case Kind::double_:
    case Kind::long_:
      return 3;
    default:
      return 2;
  }
}

struct Class;
struct Method;
class NativeEnv;
struct Thread;

// What became of a native method's call, or of an instruction.
enum class Done : std::uint8_t {
  yes,           // a native's result stands in args[0..]
  thrown,        // an exception is pending
  called,        // a frame was pushed; its result is the native's
  initializing,  // a frame was pushed, of a static initialiser; afterwards the same is tried again
  stopped,       // a scheduling point, or unsupported: nothing has happened yet
  declined,      // this call is not served: the method's own code runs
};
using Native = Done (*)(NativeEnv& env, Thread& thread, Word* args, const Method& method);
// A method whose call sites say what it takes and gives, by their descriptors. The arguments end at `stack`; the result
// takes their place.
using PolymorphicNative = Done (*)(NativeEnv& env, Thread& thread, const Method& method, std::string_view descriptor,
                                   Word*& stack);

// What a method is to a call into the library that counts as one step (machine/linearizable.hpp).
enum class Part : std::uint8_t {
  program,   // code of the program, or as good as that
  library,   // goes with its caller
  call,      // of a class that is safe for threads: a call of it is one step
  boundary,  // likewise, and where it begins and ends a step does
};

// What a method of a lock does with it; a task is a lock that is released when it is done.
enum class LockUse : std::uint8_t {
  other,
  releases,
  runs,  // a task that nobody else runs
  asks,  // something that others' releases decide, without waiting for them
};

struct Field {
  Class* owner = nullptr;
  std::string_view name;
  std::string_view descriptor;
  std::string_view signature;
  std::uint16_t access = 0;
  std::uint16_t constant_value = 0;
  Kind kind = Kind::int_;
  std::uint32_t offset = 0;  // in words, of the object's or the class's data
  bool quiet = false;        // final, or as good as that: no access to it is noticed by others
  bool own = false;          // of a Thread, which alone goes on from there
  Discipline discipline = Discipline::constant;
  // Where its guard stands, unless it is quiet: behind it.
  [[nodiscard]] std::uint32_t guard() const { return offset + words_of(kind); }
  [[nodiscard]] bool is_static() const { return (access & access::is_static) != 0; }
  [[nodiscard]] bool is_volatile() const { return (access & access::is_volatile) != 0; }
  [[nodiscard]] bool is_final() const { return (access & access::is_final) != 0; }
};

struct Insn {
  std::uint16_t op = 0;
  std::uint16_t n = 0;  // a local variable, a count
  std::int32_t k = 0;   // a constant, an index, a target
};
struct Switch {
  std::int32_t low = 0;  // of a table
  std::int32_t otherwise = 0;
  std::vector<std::int32_t> keys;  // of a lookup, ascending
  std::vector<std::int32_t> targets;
};
struct Catch {
  std::int32_t begin = 0;
  std::int32_t end = 0;
  std::int32_t target = 0;
  std::uint16_t type = 0;
};

struct Method {
  Class* owner = nullptr;
  std::string_view name;
  std::string_view descriptor;
  const Member* member = nullptr;
  std::uint16_t access = 0;
  std::uint32_t id = 0;
  std::vector<Kind> arguments;  // without the receiver
  Kind result = Kind::void_;
  std::uint32_t argument_words = 0;  // with the receiver
  Part part = Part::program;
  LockUse lock_use = LockUse::other;
  std::int32_t vtable = -1;  // place in the table of virtual methods
  Native native = nullptr;   // served by the virtual machine, whether declared native or not
  bool polymorphic = false;  // a signature-polymorphic method of VarHandle

  // Made when it is first called (prepare.hpp).
  bool prepared = false;
  std::uint32_t max_locals = 0;
  std::uint32_t max_stack = 0;
  std::vector<Insn> code;
  std::vector<std::uint16_t> offsets;  // of each instruction, in bytes
  std::vector<Switch> switches;
  std::vector<Catch> catches;
  std::uint32_t stride = 0;           // 64-bit words of one row of the two tables below
  std::vector<std::uint64_t> refs;    // before each instruction: which words of the frame are references
  std::vector<std::uint64_t> live;    // and which can still be read
  std::vector<std::uint16_t> depths;  // and how many words the operand stack has; never for what is not reached
  static constexpr std::uint16_t never = 0xFFFF;
  // By instruction, of a method that is not the library's: which ways a branch went, and whether another thread was
  // alive then.
  static constexpr std::uint8_t was_taken = 1;
  static constexpr std::uint8_t was_passed = 2;
  static constexpr std::uint8_t beside_another = 4;
  std::vector<std::uint8_t> branched;
  std::uint32_t first_action = 0;
  std::uint64_t label = 0;  // see below

  [[nodiscard]] bool is_static() const { return (access & access::is_static) != 0; }
  [[nodiscard]] bool is_synchronized() const { return (access & access::is_synchronized) != 0; }
  [[nodiscard]] bool is_abstract() const { return (access & access::is_abstract) != 0; }
  [[nodiscard]] bool is_private() const { return (access & access::is_private) != 0; }
  // No bytecode of it runs, unless its native declines.
  [[nodiscard]] bool is_served() const { return native != nullptr || (access & access::is_native) != 0; }
  [[nodiscard]] int line(std::uint32_t pc) const;
  // "Fork.take"
  [[nodiscard]] std::string text() const;
};

// A linked invokedynamic: a static method that takes what the site takes.
struct CallSite {
  Method* target = nullptr;
  Ref constant = 0;  // or always this object
};

// A constant of a class once it is resolved.
struct Resolved {
  Field* field = nullptr;
  Method* method = nullptr;
  Class* klass = nullptr;
  CallSite* site = nullptr;
  Ref ref = 0;
  bool done = false;
};

struct Class {
  std::string name;                    // java/lang/Object, [I, int
  std::string source;                  // of the file it was read from; shown to people
  std::shared_ptr<const void> keeper;  // of the bytes
  std::unique_ptr<ClassFile> file;
  std::uint32_t id = 0;
  std::uint64_t label = 0;  // see below
  std::uint16_t access = 0;
  bool library = false;  // from the JDK
  bool hidden = false;   // the virtual machine's own: no stack trace shows its frames
  bool safe = false;     // for threads: what it has is accessed by calls that are one step
  bool primitive = false;
  bool holds_methods = false;  // an array of numbers of methods and places in them
  Kind kind = Kind::ref;       // of a primitive
  Class* super = nullptr;
  std::vector<Class*> interfaces;
  std::vector<Class*> supers;  // all of them and itself, sorted by address
  std::vector<Class*> chain;   // superclasses from Object down to itself
  std::vector<Field> fields;
  std::vector<Method> methods;
  std::vector<Method*> vtable;
  std::unordered_map<const Method*, Method*> itable;  // an interface's method to ours; filled when needed
  std::vector<Resolved> pool;

  std::uint32_t instance_words = 0;
  std::vector<std::uint32_t> ref_offsets;    // of an instance's references
  std::vector<std::uint32_t> open_offsets;   // of those that lead other threads further
  std::vector<std::uint32_t> guard_offsets;  // of the guards of its fields
  static constexpr std::uint32_t no_referent = ~0u;
  std::uint32_t referent = no_referent;  // where a java.lang.ref.Reference has what it refers to
  std::vector<Field*> slots;             // the field that begins at each word of an instance, or null
  std::uint32_t static_words = 0;
  std::vector<std::uint32_t> static_refs;
  std::vector<std::uint32_t> static_guards;
  std::vector<Field*> static_slots;
  Method* initializer = nullptr;

  Class* element = nullptr;  // of an array
  Kind element_kind = Kind::ref;
  Class* array = nullptr;    // of this
  Ref mirror = 0;            // its java.lang.Class
  std::uint32_t entity = 0;  // its static fields, as a part of the state

  // The initialisation, of the state in which the machine stands.
  enum class Init : std::uint8_t { no, running, yes, failed };
  Init init = Init::no;
  std::uint32_t init_thread = 0;
  std::vector<Word> statics;
  std::uint64_t epoch = 0;

  [[nodiscard]] bool is_array() const { return element != nullptr; }
  [[nodiscard]] bool is_interface() const { return (access & access::is_interface) != 0; }
  [[nodiscard]] bool is_abstract() const { return (access & access::is_abstract) != 0; }
  [[nodiscard]] bool extends(const Class* other) const {
    if (this == other) return true;
    if (other->is_array()) return extends_slowly(other);
    const std::size_t depth = other->chain.size();
    if (!other->is_interface() && depth != 0) return depth <= chain.size() && chain[depth - 1] == other;
    return extends_slowly(other);
  }
  [[nodiscard]] bool extends_slowly(const Class* other) const;
  [[nodiscard]] Method* declared(std::string_view method, std::string_view descriptor);
  [[nodiscard]] Field* declared_field(std::string_view field, std::string_view descriptor);
  // As people write it: java.lang.Object, int[]
  [[nodiscard]] std::string text() const;
  // Without the package: Object, Map.Entry, int[]
  [[nodiscard]] std::string short_text() const;
};

// Labels are public hashes of names, the same in every process: an order, and numbers for people. Different names may
// have the same, and who looks for such names finds some, so nothing is distinguished by them.
[[nodiscard]] std::uint64_t text_label(std::string_view text, std::uint64_t seed = 0);

}  // namespace waymark::java
