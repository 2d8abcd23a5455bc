#include "base/lines.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace waymark::base {

Lines::Next Lines::next(std::string& line) {
  line.clear();
  bool dropped = false;
  for (;;) {
    std::size_t end = pending_.find('\n', searched_);
    const bool last = end == std::string::npos && over_;
    if (last) {
      if (begin_ == pending_.size() && !dropped) return Next::end;
      end = pending_.size();
    }
    if (end != std::string::npos) {
      const bool fits = !dropped && end - begin_ <= most_;
      if (fits) line.assign(pending_, begin_, end - begin_);
      begin_ = searched_ = last ? end : end + 1;
      return fits ? Next::line : Next::too_long;
    }
    if (pending_.size() - begin_ > most_) {
      dropped = true;
      begin_ = pending_.size();
    }
    pending_.erase(0, begin_);
    begin_ = 0;
    searched_ = pending_.size();
    if (!wait()) {
      begin_ = searched_ = pending_.size();
      return Next::interrupted;
    }
    read_more();
  }
}

bool Lines::wait() const {
  constexpr int patience = 100;  // milliseconds between two looks whether to stop
  pollfd input{file_, POLLIN, 0};
  for (;;) {
    stop_.poll();
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return false;
    if (::poll(&input, 1, patience) > 0) return true;
  }
}

void Lines::read_more() {
  std::array<char, 1u << 16> buffer{};
  const ssize_t count = ::read(file_, buffer.data(), buffer.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  over_ = count <= 0;
  if (count > 0) pending_.append(buffer.data(), static_cast<std::size_t>(count));
}

}  // namespace waymark::base
