// Types of LLVM IR. A table owns all types of a program, and their addresses stay as long as it lives. Pointers have no
// pointee: what older versions write as `i32*` is the same type as `ptr`. Types that are no named structs are interned,
// so that equal ones have one address. The table lays types out by its data layout: sizes, alignments and offsets
// stand in the type.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace waymark::llvm {

enum class Kind : std::uint8_t {
  nothing,  // void
  integer,
  half,
  bfloat,
  float32,  // float
  float64,  // double
  x86_fp80,
  fp128,
  ppc_fp128,
  pointer,
  array,
  structure,
  vector,
  scalable,  // a vector of unknown length
  function,
  label,
  metadata,
  token,
  opaque,  // a struct without a body, or a target's own type
};

struct Type {
  Kind kind = Kind::nothing;
  bool packed = false;                   // of a structure
  bool variadic = false;                 // of a function
  std::uint8_t mark = 0;                 // of the layout: not begun, begun, done
  bool sized = false;                    // it can lie in memory; the next three are valid then
  std::uint32_t alignment = 1;           // by the ABI, in bytes
  std::uint64_t size = 0;                // between two elements of an array, in bytes
  std::uint64_t store_size = 0;          // bytes that a store writes
  std::uint32_t bits = 0;                // of an integer
  std::uint32_t address_space = 0;       // of a pointer
  std::uint64_t count = 0;               // of an array or a vector
  const Type* element = nullptr;         // of an array or a vector; the result of a function
  std::vector<const Type*> members{};    // of a structure; parameters of a function
  std::vector<std::uint64_t> offsets{};  // of a structure's members, in bytes
  std::string name{};                    // of a named structure or an opaque type, without its `%`

  bool is_integer() const { return kind == Kind::integer; }
  bool is_pointer() const { return kind == Kind::pointer; }
  bool is_aggregate() const { return kind == Kind::array || kind == Kind::structure; }
  bool is_floating() const { return kind >= Kind::half && kind <= Kind::ppc_fp128; }
};

// A type as IR writes it, with opaque pointers.
std::string text(const Type& type);

// What `target datalayout = "..."` says. Bits of the text are bytes here, but for the keys of the maps.
struct DataLayout {
  bool big_endian = false;
  std::uint32_t aggregate_alignment = 1;
  std::map<std::uint32_t, std::uint32_t> integer_alignment{{1, 1}, {8, 1}, {16, 2}, {32, 4}, {64, 4}};
  std::map<std::uint32_t, std::uint32_t> float_alignment{{16, 2}, {32, 4}, {64, 8}, {80, 16}, {128, 16}};
  std::map<std::uint32_t, std::uint32_t> vector_alignment{{64, 8}, {128, 16}};
  struct Pointer {
    std::uint32_t size = 8;
    std::uint32_t alignment = 8;
    bool operator==(const Pointer&) const = default;
  };
  std::map<std::uint32_t, Pointer> pointers{{0, {}}};  // by address space

  bool operator==(const DataLayout&) const = default;
  const Pointer& pointer(std::uint32_t address_space) const;
  // An empty text if the description was read, or what is wrong with it.
  std::string read(std::string_view description);
};

class TypeTable {
 public:
  TypeTable();
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  // The first description of a layout counts; true if this one is the same, the alignment of i128 aside. Types must not
  // have been laid out before.
  bool describe(std::string_view description, std::string& problem);
  const DataLayout& layout() const { return layout_; }

  const Type* simple(Kind kind);
  const Type* integer(std::uint32_t bits);
  const Type* pointer(std::uint32_t address_space = 0);
  const Type* array(std::uint64_t count, const Type* element);
  const Type* vector(std::uint64_t count, const Type* element, bool scalable = false);
  const Type* structure(std::vector<const Type*> members, bool packed);
  const Type* function(const Type* result, std::vector<const Type*> parameters, bool variadic);
  // A new named structure, which is opaque until it gets a body.
  Type* named(std::string name);
  // Lays out all types that were made since the last call. An empty text, or what is wrong: a struct that contains
  // itself, or a size beyond 2^40.
  std::string lay_out();

 private:
  const Type* intern(Type type);
  bool measure(const Type& type, int depth, std::string& problem);
  void measure_structure(Type& type);
  std::uint32_t number_alignment(const Type& type) const;

  DataLayout layout_;
  std::string description_;
  bool described_ = false;
  std::deque<Type> types_;
  std::size_t laid_out_ = 0;
  std::unordered_map<std::string, const Type*> interned_;
  std::array<const Type*, 19> simple_{};
  std::array<const Type*, 129> integers_{};
};

}  // namespace waymark::llvm
