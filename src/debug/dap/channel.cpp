#include "debug/dap/channel.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "report/json.hpp"

namespace waymark::debug::dap {

using nlohmann::json;

namespace {

constexpr std::size_t most_header = 4096;
constexpr std::size_t most_body = 1u << 20;
constexpr std::size_t deepest = 64;
constexpr std::size_t most_waiting = 64;  // messages that were read and not yet answered
constexpr int patience = 100;             // milliseconds between two looks whether to end

// The value of Content-Length in a header; nothing if there is none.
std::optional<std::uint64_t> length_of(std::string_view header) {
  constexpr std::string_view name = "Content-Length:";
  while (!header.empty()) {
    const std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(line.size() + 2, header.size()));
    if (!line.starts_with(name)) continue;
    std::string_view digits = line.substr(name.size());
    while (digits.starts_with(' ')) digits.remove_prefix(1);
    std::uint64_t length = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    if (digits.empty() || parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
    return length;
  }
  return std::nullopt;
}

bool ends_a_run(const json& message) {
  if (!message.is_object()) return false;
  const auto command = message.find("command");
  return command != message.end() && (*command == "pause" || *command == "disconnect" || *command == "terminate");
}

}  // namespace

Channel::Channel(int input, int output, const base::Stop& stop) : input_(input), output_(output), stop_(stop) {
  thread_ = std::thread([this] { read(); });
}

Channel::~Channel() {
  done_ = true;
  arrived_.notify_all();
  thread_.join();
}

void Channel::end(std::string fault) {
  {
    const base::Lock lock(mutex_);
    over_ = true;
    fault_ = std::move(fault);
    interrupt_ = true;
  }
  arrived_.notify_all();
}

void Channel::add(json message) {
  base::Lock lock(mutex_);
  while (messages_.size() >= most_waiting && !done_) arrived_.wait_for(lock, std::chrono::milliseconds(patience));
  if (ends_a_run(message)) ++interrupts_;
  interrupt_ = interrupts_ > 0;
  messages_.push_back(std::move(message));
  arrived_.notify_all();
}

bool Channel::take(std::string& buffer) {
  for (;;) {
    const std::size_t header = buffer.find("\r\n\r\n");
    if (header == std::string::npos) {
      if (buffer.size() <= most_header) return true;
      end("a message has no header of the Debug Adapter Protocol");
      return false;
    }
    const std::optional<std::uint64_t> length = length_of(std::string_view(buffer).substr(0, header));
    if (header > most_header || !length) {
      end("a message has no Content-Length");
      return false;
    }
    if (*length > most_body) {
      end(fmt::format("a message of {} bytes is longer than {}", *length, most_body));
      return false;
    }
    const std::size_t body = header + 4;
    if (buffer.size() - body < *length) return true;
    const std::string_view text = std::string_view(buffer).substr(body, *length);
    add(report::nests_deeper(text, deepest) ? json(json::value_t::discarded) : json::parse(text, nullptr, false));
    buffer.erase(0, body + *length);
  }
}

void Channel::read() {
  std::string buffer;
  std::array<char, 65536> bytes{};
  pollfd ready{input_, POLLIN, 0};
  while (!done_) {
    if (::poll(&ready, 1, patience) <= 0) continue;
    const ssize_t count = ::read(input_, bytes.data(), bytes.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) {
      end(buffer.empty() ? "" : "the input ends within a message");
      return;
    }
    buffer.append(bytes.data(), static_cast<std::size_t>(count));
    if (!take(buffer)) return;
  }
}

std::optional<json> Channel::next() {
  base::Lock lock(mutex_);
  while (messages_.empty() && !over_) {
    stop_.poll();
    arrived_.wait_for(lock, std::chrono::milliseconds(patience));
  }
  if (!messages_.empty()) {
    json message = std::move(messages_.front());
    messages_.pop_front();
    if (ends_a_run(message)) --interrupts_;
    interrupt_ = interrupts_ > 0 || over_;
    arrived_.notify_all();
    return message;
  }
  if (fault_.empty()) return std::nullopt;
  throw base::InputError("waymark: error: --dap: " + fault_);
}

void Channel::send(json message) {
  message["seq"] = ++sequence_;
  const std::string body = message.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::string text = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(output_, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // a client that went away is no error of ours; its input ends, too
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace waymark::debug::dap
