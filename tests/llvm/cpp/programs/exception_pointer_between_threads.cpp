// holds; -std=c++17
// A worker hands its exception over; the main thread throws it again.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

static std::exception_ptr trouble;

static void work() {
  try {
    throw std::runtime_error("disk full");
  } catch (...) {
    trouble = std::current_exception();
  }
}

int main() {
  std::thread worker(work);
  worker.join();
  assert(trouble);
  std::string said;
  try {
    std::rethrow_exception(trouble);
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  assert(said == "disk full");
}
