// violated: exception; -std=c++17
#include <stdexcept>
#include <thread>
int main() {
  std::thread t([] { throw std::runtime_error("nobody"); });
  t.join();
}
