// violated: use-after-free; -std=c++11
// The table of virtual functions is read from an object that is gone.
#include <cassert>
#include <vector>

struct Listener {
  virtual ~Listener() {}
  virtual void hear(int) {}
};
struct Sum : Listener {
  int total = 0;
  void hear(int value) override { total += value; }
};
static std::vector<Listener*> listeners;

static void tell(int value) {
  for (Listener* one : listeners) one->hear(value);
}

int main() {
  Sum* sum = new Sum;
  listeners.push_back(sum);
  tell(4);
  assert(sum->total == 4);
  delete sum;
  tell(5);
}
