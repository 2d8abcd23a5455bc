// Variables and values as C writes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/machine/machine.hpp"

namespace waymark::llvm {

// What a register holds of a variable; nullptr: the variable is in memory, or not needed any more.
[[nodiscard]] const Value* live_register(const Thread& thread, std::size_t frame, const Local& local);

class Spelling {
 public:
  explicit Spelling(Machine& machine) : machine_(machine) {}

  // The variable at these bytes: "count", "table[3].next".
  [[nodiscard]] std::string variable(Reference object, std::uint64_t offset, std::uint64_t bytes);
  // The mutex, or the like, that begins there: "forks[1]".
  [[nodiscard]] std::string lock(Reference object, std::uint64_t offset);
  // The mutexes of a variable that are held, and the numbers of the threads that hold them.
  struct Mutex {
    std::string name;
    std::uint32_t owner = 0;
  };
  [[nodiscard]] std::vector<Mutex> held(Reference object);
  // The numbers and pointers of a variable, by their names.
  void values(Reference object, std::vector<model::Value>& out);
  // The variables of a call, by their own names: those in memory, and those in registers that are still needed.
  void locals(const Thread& thread, std::size_t frame, std::vector<model::Value>& out);
  // The value that lies there.
  [[nodiscard]] std::string value(Reference object, std::uint64_t offset, std::uint64_t bytes, const Value& value);
  [[nodiscard]] std::string value(const DebugType* type, unsigned bits, const Value& value);
  // What the thread is about to do.
  [[nodiscard]] std::string next(Thread& thread);
  [[nodiscard]] std::string operation(const Thread& thread, const Op& op);

 private:
  // The type of what lies at an offset, and how one gets there.
  [[nodiscard]] const DebugType* find(const DebugType* type, std::uint64_t offset, std::uint64_t bytes,
                                      std::string& path, bool whole_unions = false);
  [[nodiscard]] static std::string joined(const std::string& name, const std::string& path);
  void add_values(Reference object, const DebugType* type, std::uint64_t offset, std::vector<model::Value>& out);
  void add_held(Reference object, const DebugType* type, std::uint64_t offset, std::vector<Mutex>& out);
  [[nodiscard]] const DebugType* type_of(Reference object);
  [[nodiscard]] const DebugType* type(std::uint32_t index) const {
    return index == 0 ? nullptr : &machine_.program().type(index);
  }

  Machine& machine_;
};

}  // namespace waymark::llvm
