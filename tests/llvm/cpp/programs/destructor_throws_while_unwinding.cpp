// violated: exception|terminate; -std=c++11
// Two exceptions at once: the destructor throws while the first one is on its way.
#include <cassert>
#include <stdexcept>

class File {
 public:
  explicit File(bool broken) : broken_(broken) {}
  ~File() noexcept(false) {
    if (broken_) throw std::runtime_error("close failed");
  }

 private:
  bool broken_;
};

static void save() {
  File file(true);
  throw std::logic_error("nothing to save");
}

int main() {
  try {
    save();
  } catch (...) {
    return 0;
  }
  assert(false);
}
