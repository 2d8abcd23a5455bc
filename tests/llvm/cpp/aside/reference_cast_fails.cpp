// violated: exception; -std=c++14
// A cast of a reference cannot give null: it throws bad_cast, and nobody catches that.
#include <cassert>
#include <stdexcept>
#include <typeinfo>

struct Event {
  virtual ~Event() {}
};
struct Key : Event {
  int code = 13;
};
struct Click : Event {
  int x = 1;
};

static int code_of(Event& event) { return dynamic_cast<Key&>(event).code; }

int main() {
  Key key;
  Click click;
  assert(code_of(key) == 13);
  try {
    return code_of(click);
  } catch (const std::runtime_error&) {
    return 0;
  }
}
