// violated: lock; -std=c++11
// The owner of the object deletes it while a guard of its mutex is alive.
#include <cassert>
#include <memory>
#include <mutex>

struct Session {
  std::mutex mutex;
  int requests = 0;
};

static void close(std::unique_ptr<Session>& session) {
  session->mutex.lock();
  ++session->requests;
  assert(session->requests == 1);
  session.reset();
}

int main() {
  auto session = std::unique_ptr<Session>(new Session);
  close(session);
  assert(!session);
}
