// holds; -std=c++20
// Two binary semaphores make two threads alternate.
#include <cassert>
#include <semaphore>
#include <string>
#include <thread>

static std::binary_semaphore ping(1), pong(0);
static std::string said;

static void play(std::binary_semaphore& mine, std::binary_semaphore& other, char sound) {
  for (int i = 0; i < 2; i++) {
    mine.acquire();
    said += sound;
    other.release();
  }
}

int main() {
  std::thread second([] { play(pong, ping, 'o'); });
  play(ping, pong, 'i');
  second.join();
  assert(said == "ioio");
}
