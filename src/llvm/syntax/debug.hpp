// What the compiler tells about the source: places, variables and their types, enough to print a value as C does.
// Indices are into the vectors of Debug; entry 0 of each vector means "unknown".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waymark::llvm {

struct File {
  std::string name;       // as the compiler was given it
  std::string directory;  // in which the compiler ran
};

struct Place {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t scope = 0;
  std::uint32_t inlined_at = 0;  // a place, if a compiler inlined
};

// A function or a block of the source.
struct Scope {
  std::uint32_t parent = 0;  // 0: a function of the source
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::string function;  // of a function: its name in the source
};

enum class DebugKind : std::uint8_t {
  unknown,
  nothing,  // void
  boolean,
  character,
  unsigned_character,
  signed_integer,
  unsigned_integer,
  floating,
  complex,
  pointer,    // a reference too
  structure,  // a class too
  union_,
  array,
  enumeration,
  function,
};

struct DebugMember {
  std::string name;
  std::uint32_t type = 0;
  std::uint64_t offset = 0;  // in bits
  std::uint64_t bits = 0;
  bool bit_field = false;
};

struct Enumerator {
  std::string name;
  std::int64_t value = 0;
};

// Typedefs and qualifiers are looked through: `name` is then the outermost one.
struct DebugType {
  DebugKind kind = DebugKind::unknown;
  bool atomic = false;
  bool is_volatile = false;
  std::string name;
  std::uint64_t bits = 0;            // its size
  std::uint32_t element = 0;         // of a pointer, an array or an enumeration
  std::vector<std::int64_t> counts;  // of an array, outermost first; -1 if unknown
  std::vector<DebugMember> members;  // of a structure or a union
  std::vector<Enumerator> enumerators;
};

struct Debug {
  std::vector<File> files{1};
  std::vector<Place> places{1};
  std::vector<Scope> scopes{1};
  std::vector<DebugType> types{1};
};

}  // namespace waymark::llvm
