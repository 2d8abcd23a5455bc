// holds; -std=c++17
// Every form of new has its delete: one object, arrays, placement, nothrow, and over-aligned types.
#include <cassert>
#include <cstdint>
#include <new>

static int alive;
struct Part {
  int value;
  explicit Part(int v = 7) : value(v) { ++alive; }
  ~Part() { --alive; }
};
struct alignas(64) Wide {
  char bytes[64];
};

int main() {
  Part* one = new Part(3);
  Part* many = new Part[4];
  assert(alive == 5 && one->value == 3 && many[3].value == 7);
  delete[] many;
  delete one;
  assert(alive == 0);
  alignas(Part) unsigned char room[sizeof(Part)];
  Part* placed = new (room) Part(9);
  assert(placed->value == 9 && alive == 1);
  placed->~Part();
  int* quiet = new (std::nothrow) int(5);
  assert(quiet && *quiet == 5);
  delete quiet;
  Wide* wide = new Wide;
  assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
  delete wide;
  void* raw = ::operator new(16);
  ::operator delete(raw);
  assert(alive == 0);
}
