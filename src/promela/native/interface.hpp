// What an executor and compiled steps know of each other: tables of functions, by control state and by transition, and
// what these are given. A function works on the state's words in place and notes what was there. It answers `declined`
// where anything goes wrong or is not its business, having written nothing that its notes do not take back; the
// interpreter then does the same from the start. So compiled steps never decide what a fault is.
//
// generate.cpp declares the same structures in C.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "model/flat_state.hpp"
#include "model/transition.hpp"
#include "promela/program/program.hpp"

namespace waymark::promela {

struct NativeCall {
  model::Word* state = nullptr;
  const ChannelPart* channels = nullptr;
  const ProcessPart* processes = nullptr;
  model::FlatState::Written* log = nullptr;  // room for `limit`
  std::uint8_t* reached = nullptr;           // by action
  model::Transition* ways = nullptr;         // room for as many as a control state has
  std::uint32_t channel_count = 0;
  std::uint32_t process_count = 0;
  std::uint32_t written = 0;
  std::uint32_t limit = 0;
  std::uint32_t timeout = 0;
  std::uint32_t flags = 0;  // of each choice
};

// enabled: answers how many ways it has put down. fire: 0. Either: declined. `base` and `pid` are the process's.
using NativeStep = int (*)(NativeCall* call, std::uint32_t base, std::uint32_t pid);
constexpr int declined = -1;

struct NativeCode {
  std::span<const NativeStep> enabled;  // by control state of the program; nullptr: interpreted
  std::span<const NativeStep> fire;     // by transition
};

// Where code appears once it is there, for executors of all threads. Whoever owns it keeps the code loaded.
class NativeSlot {
 public:
  NativeSlot() = default;
  NativeSlot(const NativeSlot&) = delete;
  NativeSlot& operator=(const NativeSlot&) = delete;
  virtual ~NativeSlot() = default;
  [[nodiscard]] const NativeCode* code() const { return code_.load(std::memory_order_acquire); }

 protected:
  void publish(const NativeCode* code) { code_.store(code, std::memory_order_release); }

 private:
  std::atomic<const NativeCode*> code_ = nullptr;
};

}  // namespace waymark::promela
