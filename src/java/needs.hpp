// What threads of a Java program wait for, and who holds what.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "java/machine/vm.hpp"
#include "model/explanation.hpp"

namespace waymark::java {

// What the library locks for itself, as starting a thread does: no variable of the program leads there.
[[nodiscard]] bool is_private(Objects& objects, const Object& object);

class Needs {
 public:
  explicit Needs(Vm& vm) : vm_(vm) {}

  // What it waits for; nothing: it can go on.
  [[nodiscard]] std::optional<model::Wait> of(Thread& thread);
  // The locks that are held or awaited.
  [[nodiscard]] std::vector<model::Value> locks();

 private:
  [[nodiscard]] std::string text(Ref ref) { return vm_.objects().describe(ref); }
  // The same, but for a carrier.
  [[nodiscard]] std::optional<model::Wait> of_next(Thread& thread);
  // Of a virtual thread that could go on if it had one.
  [[nodiscard]] std::optional<model::Wait> carrier(const Thread& thread);
  // The thread of that number and one more; nobody: 0.
  [[nodiscard]] std::vector<std::string> by_number(std::uint32_t owner);
  [[nodiscard]] std::optional<model::Wait> monitor(Ref ref, const Thread& thread);
  // Of a Thread object.
  [[nodiscard]] const Thread* thread_of(Ref object);
  [[nodiscard]] std::optional<model::Wait> end_of(Ref object);
  // What the thread is parked for, by the object that it has announced.
  [[nodiscard]] std::optional<model::Wait> permit(const Thread& thread);
  // Who owns a lock of java.util.concurrent; null: nobody, or it is none.
  [[nodiscard]] const Thread* holder_of(const Object& object);

  Vm& vm_;
};

}  // namespace waymark::java
