// Machine: runs threads of a program in LLVM IR. A step takes a thread from the operation before which it stands up to
// the next one that another thread could notice. All that it does follows from the state and the choice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llvm/machine/builtins.hpp"

namespace waymark::llvm {

// The kind of what ends a search in which a presumption was refuted.
inline constexpr std::string_view refuted_presumption = "presumption";

enum class Outcome : std::uint8_t { moved, pruned, failed, unsupported };

class Machine final : public Builtins {
 public:
  // Stands in the initial state. Throws base::InputError.
  Machine(std::shared_ptr<const Program> program, const Settings& settings);

  [[nodiscard]] const std::vector<Word>& initial() const { return initial_; }
  [[nodiscard]] Outcome step(Thread& thread, std::uint32_t choice);
  // What was wrong with the last step.
  struct Problem {
    std::string kind;
    std::string who;  // the thread
    std::string text;
    std::string place;
    std::vector<std::string> stack;
  };
  [[nodiscard]] const Problem& problem() const { return problem_; }
  // Whether a function was ever called.
  [[nodiscard]] bool entered(std::uint32_t function) const { return entered_[function] != 0; }
  // What is known of a branch: which ways it went, and whether another thread was alive then.
  static constexpr std::uint8_t was_true = 1;
  static constexpr std::uint8_t was_false = 2;
  static constexpr std::uint8_t beside_another = 4;
  [[nodiscard]] std::uint8_t branched(std::uint32_t function, std::uint32_t pc) const {
    return branched_[function][pc];
  }

 private:
  void boot();
  void give_arguments(Thread& main, const Code& code);
  template <typename Work>
  [[nodiscard]] Outcome attempt(const Work& work);
  void run(Thread& thread, std::uint32_t choice, bool stands);
  [[nodiscard]] Next run_load(const Run& run, const Op& op);
  [[nodiscard]] Next run_store(const Run& run, const Op& op);
  [[nodiscard]] Next run_exchange(const Run& run, const Op& op);
  [[nodiscard]] Next run_update(const Run& run, const Op& op);
  void make_object(const Run& run, const Op& op);
  [[nodiscard]] Next run_call(const Run& run, const Op& op);
  // Whether the thread stops before it reads the structs that it passes by value.
  [[nodiscard]] bool stops_to_pass(const Run& run, const Call& call);
  void enter(const Run& run, const Call& call, const Code& code);
  void pass_list(Thread& thread, const Call& call, const std::vector<Value>& others);
  void pass_variadic(Thread& thread, const Call& call, const Code& code, std::size_t first);
  [[nodiscard]] Next leave(const Run& run, const Op& op);
  [[nodiscard]] Next leave_last(const Run& run, const Value& result);
  // Of an exception: who takes it.
  struct Handler {
    bool there = false;
    std::size_t frame = 0;
    std::uint32_t edge = 0;
    std::uint64_t selector = 0;  // 0: it only cleans up
    Value adjusted;
  };
  // Among the outermost so many frames; `cleanups`: those too that only clean up.
  [[nodiscard]] Handler find_handler(const Thread& thread, const Value& exception, std::size_t frames, bool cleanups);
  [[nodiscard]] Next raise(const Run& run, const Call& call);
  [[nodiscard]] Next resume_unwinding(const Run& run, const Op& op);
  [[nodiscard]] Next land(const Run& run, const Value& exception, std::size_t frames);
  // The functions above a frame end; a value is kept that may point to their variables.
  void end_above(Thread& thread, std::size_t frame, const Value& kept);
  // An object without bytes that ends with the innermost frame.
  [[nodiscard]] Reference witness_of_frame(Thread& thread);
  [[nodiscard]] Next set_mark(const Run& run, const Call& call);
  [[nodiscard]] Next jump(const Run& run, const Call& call);
  [[nodiscard]] static std::uint64_t type_number(const Value& type);
  [[nodiscard]] Next run_types(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] bool take(Thread& thread, const Code& code, std::uint32_t edge);

  std::vector<Word> initial_;
  std::vector<std::uint8_t> entered_;
  std::vector<std::vector<std::uint8_t>> branched_;  // by function and place
  Problem problem_;
  Thread* running_ = nullptr;
  std::vector<Value> copied_;
  std::uint32_t turns_ = 0;
  bool booting_ = false;
};

}  // namespace waymark::llvm
