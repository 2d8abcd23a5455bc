// violated: null; -std=c++14
// After the move the pointer is empty, and memory shows it.
#include <cassert>
#include <memory>
#include <vector>

struct Message {
  int length = 2;
};

static int total(const std::vector<std::unique_ptr<Message>>& messages) {
  int sum = 0;
  for (const auto& message : messages) sum += message->length;
  return sum;
}

int main() {
  auto message = std::make_unique<Message>();
  std::vector<std::unique_ptr<Message>> sent;
  sent.push_back(std::move(message));
  assert(total(sent) == 2);
  return message->length;
}
