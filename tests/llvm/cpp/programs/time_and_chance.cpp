// holds; -std=c++17
// Clocks do not run backwards; numbers of an engine with a seed are the standard's, others lie within their range.
#include <cassert>
#include <chrono>
#include <random>
#include <thread>

int main() {
  using namespace std::chrono;
  auto before = steady_clock::now();
  std::this_thread::sleep_for(milliseconds(1));
  assert(steady_clock::now() >= before);
  assert(duration_cast<seconds>(minutes(2) + milliseconds(1500)).count() == 121);
  std::minstd_rand engine(1);
  assert(engine() == 48271);
  std::uniform_int_distribution<int> dice(1, 6);
  for (int i = 0; i < 3; i++) {
    int got = dice(engine);
    assert(got >= 1 && got <= 6);
  }
}
