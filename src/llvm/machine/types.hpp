// Types: classes and their bases as type_infos describe them, for exceptions and dynamic_cast.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

class Types {
 public:
  explicit Types(Memory& memory) : memory_(memory) {}

  // Whether a handler for one type takes an exception of another that lies at `object`; then `adjusted` is what the
  // handler is given. A handler's type that is null takes all. Throws Unsupported.
  [[nodiscard]] bool catches(const Value& handler, const Value& thrown, const Value& object, Value& adjusted);
  // dynamic_cast of an object of a polymorphic class, of which `from` is the static type; null if it has no such part.
  [[nodiscard]] Value cast(const Value& object, const Value& from, const Value& to);
  [[nodiscard]] bool is_pointer(const Value& type) { return kind(type) == TypeKind::pointer; }
  // As the source writes it.
  [[nodiscard]] std::string text(const Value& type);

 private:
  // A part of an object that is of some class.
  struct Part {
    Value at;
    bool is_public = true;
  };
  struct Base {
    Value type;
    Value at;
    bool is_public = true;
    bool is_virtual = false;
  };

  [[nodiscard]] TypeKind kind(const Value& type);
  [[nodiscard]] bool same(const Value& one, const Value& other);
  [[nodiscard]] Value cell(const Value& address, std::uint64_t offset, unsigned bytes = 8);
  [[nodiscard]] std::string name_at(const Value& type);
  [[nodiscard]] std::vector<Base> bases(const Value& type, const Value& object);
  // All parts of a type; a virtual base counts once, and is public if one way to it is.
  void collect(const Value& type, const Part& whole, const Value& wanted, std::vector<Part>& out, int depth);
  // The one public part, if there is just one part.
  [[nodiscard]] bool unique_base(const Value& type, const Value& object, const Value& wanted, Value& at);
  [[nodiscard]] bool catches_pointer(const Value& handler, const Value& thrown, const Value& pointer, Value& adjusted);

  Memory& memory_;
};

}  // namespace waymark::llvm
