// violated: assertion; -std=c++17
#include <cassert>
#include <thread>
int ready;
struct Worker {
  std::thread thread{[] { ready = 1; }};
  ~Worker() { thread.join(); }
} worker;
int main() { assert(ready == 1); }
