// NativeSteps: a program's steps as native code, made by a thread of its own while executors interpret, and kept for
// the next time. That nothing can be made is no fault: then everything stays interpreted.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "promela/native/interface.hpp"

namespace waymark::promela {

struct NativeSettings {
  std::string compiler;                        // empty: whichever is installed
  std::string folder;                          // where modules are kept; empty: nowhere
  std::chrono::milliseconds look_after{300};   // before a module that is kept is looked for
  std::chrono::milliseconds make_after{2000};  // before one is made
  std::chrono::milliseconds limit{60'000};     // for whoever makes it
};

class NativeSteps final : public NativeSlot {
 public:
  NativeSteps(std::shared_ptr<const Program> program, NativeSettings settings);
  // Whoever compiles is stopped. REQUIRES: no executor has its code any more.
  ~NativeSteps() override;

  // What became of it; until then nothing.
  enum class Origin : std::uint8_t { nothing, kept, made };
  // Waits for the end of it; then `reason` says why there is nothing.
  Origin wait();
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  void work();
  // False if it is time to end.
  bool pause(std::chrono::milliseconds time);
  [[nodiscard]] bool is_given_up();
  bool load(void* module);
  void finish(Origin origin, const char* reason);

  std::shared_ptr<const Program> program_;
  NativeSettings settings_;
  NativeCode code_;
  void* module_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool given_up_ = false;
  bool over_ = false;
  Origin origin_ = Origin::nothing;
  std::string reason_;
  std::thread thread_;  // the last member, since it uses the others
};

}  // namespace waymark::promela
