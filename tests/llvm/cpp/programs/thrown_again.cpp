// holds; -std=c++11
// throw; goes on with the same object, also with what a handler changed in it.
#include <cassert>
#include <stdexcept>

struct Error {
  int code;
  virtual ~Error() {}
};
struct Detailed : Error {
  int line = 4;
};

static void fail() {
  Detailed error;
  error.code = 1;
  throw error;
}
static void middle() {
  try {
    fail();
  } catch (Error& error) {
    error.code += 10;
    throw;
  }
}

int main() {
  int line = 0, code = 0;
  try {
    middle();
  } catch (const Detailed& error) {
    line = error.line;
    code = error.code;
  }
  assert(line == 4 && code == 11);
}
