// Telling: collects what a step does as events for a person, one for each line of the source that does something.
#pragma once

#include <string>

#include "llvm/spelling.hpp"
#include "model/explanation.hpp"

namespace waymark::llvm {

class Telling final : public Narrator {
 public:
  // To be called when the step has ended.
  void finish(const Thread& thread) { flush(thread); }
  Telling(Machine& machine, model::Explanation& out) : machine_(machine), spelling_(machine), out_(out) {}

  // Whether the thread is in what runs a test, and not in the test itself.
  [[nodiscard]] static bool runs_test(const Thread& thread);
  // Of a step that began there: as a part of it, if it is nothing else.
  void fold_test(const Thread& thread);

  void runs(const Thread& thread, const Code& code, const Op& op) override;
  void stays() override {
    called_.clear();
    signalled_.clear();
  }
  void writes(const Thread& thread, const Object& object, std::uint64_t offset, unsigned bytes, const Value& before,
              const Value& after) override;
  void assigns(const Thread& thread, const Code& code, std::uint32_t slot, const Value& before,
               const Value& after) override;
  void prints(const Thread& thread, std::string_view text) override;

 private:
  // Models of the library are told as the program's own call of them: what happens within them is theirs.
  [[nodiscard]] static bool is_model(const Code& code) { return code.library; }
  [[nodiscard]] bool makes_text(const Thread& thread, const Call& call) const;
  // Tells the call that was begun last.
  void flush(const Thread& thread);
  [[nodiscard]] model::Event& event(const Thread& thread, const std::string& text);

  Machine& machine_;
  Spelling spelling_;
  model::Explanation& out_;
  std::uint32_t place_ = 0;
  std::string location_;
  std::string called_;
  std::string signalled_;  // the condition variable, if that call signals one
};

}  // namespace waymark::llvm
