// violated: terminate|abort; -std=c++11
// While the base is constructed, the object is a base: its pure function is called.
#include <cassert>

class Task {
 public:
  Task() { prepare(); }
  virtual ~Task() {}
  virtual int cost() const = 0;
  void prepare() { total_ = cost(); }

 protected:
  int total_ = 0;
};
class Print : public Task {
 public:
  int cost() const override { return 4; }
};

int main() {
  Print print;
  assert(print.cost() == 4);
}
