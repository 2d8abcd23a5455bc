// violated: use-after-free|use-after-scope; -std=c++11
// The address of a thread's own variable is used after the thread has ended.
#include <cassert>
#include <thread>

static thread_local int errors = 0;
static int* published;

int main() {
  std::thread worker([] {
    errors = 3;
    published = &errors;
  });
  worker.join();
  // Argument: [basic.stc.thread] ends the storage of errors with its thread.
  assert(errors == 0);
  return *published == 3 ? 0 : 1;
}
