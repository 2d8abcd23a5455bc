// holds; -std=c++11
// A function that throws out of call_once did not run: the next caller runs it.
#include <cassert>
#include <mutex>
#include <stdexcept>

static std::once_flag flag;
static int tries;
static int done;

static void prepare() {
  if (++tries == 1) throw std::runtime_error("not yet");
  ++done;
}

int main() {
  bool failed = false;
  try {
    std::call_once(flag, prepare);
  } catch (const std::runtime_error&) {
    failed = true;
  }
  assert(failed && done == 0);
  std::call_once(flag, prepare);
  std::call_once(flag, prepare);
  assert(tries == 2 && done == 1);
}
