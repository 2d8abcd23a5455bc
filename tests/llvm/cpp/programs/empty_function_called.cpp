// violated: exception; -std=c++11
#include <cassert>
#include <functional>
#include <map>
#include <string>

class Bus {
 public:
  void on(int event, std::function<void(int)> handler) { handlers_[event] = std::move(handler); }
  void send(int event, int value) { handlers_[event](value); }

 private:
  std::map<int, std::function<void(int)>> handlers_;
};

int main() {
  Bus bus;
  int seen = 0;
  bus.on(1, [&seen](int value) { seen += value; });
  bus.send(1, 5);
  assert(seen == 5);
  bus.send(2, 5);
}
