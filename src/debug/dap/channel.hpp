// Channel: messages of the Debug Adapter Protocol on two files: a header with Content-Length, an empty line, and one
// JSON object. A thread of its own reads, so that a request to pause arrives while the program runs. All input is
// untrusted.
#pragma once

#include <atomic>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "base/condition.hpp"
#include "base/mutex.hpp"
#include "base/stop.hpp"

namespace waymark::debug::dap {

class Channel {
 public:
  // The files stay open, and the stop is kept, for as long as it lives.
  Channel(int input, int output, const base::Stop& stop);
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  ~Channel();

  // The next message; one that is no JSON, or nests too deeply, is discarded (is_discarded()). Nothing: the input has
  // ended. Throws base::InputError where no next message can be found, and base::Stopped.
  [[nodiscard]] std::optional<nlohmann::json> next();
  // With the next sequence number.
  void send(nlohmann::json message);

  // True while a request that ends a run waits to be answered, and once the input has ended.
  [[nodiscard]] const std::atomic<bool>& interrupt() const { return interrupt_; }

 private:
  void read();
  // Takes whole messages out of the buffer. False: what comes next is no message.
  [[nodiscard]] bool take(std::string& buffer);
  void add(nlohmann::json message);
  void end(std::string fault);

  int input_;
  int output_;
  const base::Stop& stop_;
  std::uint64_t sequence_ = 0;
  std::atomic<bool> interrupt_{false};
  std::atomic<bool> done_{false};
  base::Mutex mutex_;
  base::Condition arrived_;
  std::deque<nlohmann::json> messages_ GUARDED_BY(mutex_);
  std::size_t interrupts_ GUARDED_BY(mutex_) = 0;  // messages among these that end a run
  bool over_ GUARDED_BY(mutex_) = false;
  std::string fault_ GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace waymark::debug::dap
