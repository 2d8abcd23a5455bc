// holds; -std=c++17
// A guard knows whether it is destroyed by an exception.
#include <cassert>
#include <exception>
#include <stdexcept>

static int committed, rolled_back;
class Transaction {
 public:
  ~Transaction() {
    if (std::uncaught_exceptions() > before_)
      ++rolled_back;
    else
      ++committed;
  }

 private:
  int before_ = std::uncaught_exceptions();
};
struct Audit {
  ~Audit() { Transaction own; }
};

int main() {
  { Transaction good; }
  try {
    Audit audit;
    Transaction bad;
    throw std::runtime_error("no");
  } catch (const std::exception&) {
    assert(std::uncaught_exceptions() == 0 && std::current_exception() != nullptr);
  }
  assert(committed == 2 && rolled_back == 1);
  assert(std::current_exception() == nullptr);
}
