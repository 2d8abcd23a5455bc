// violated: lock; -std=c++11
// The owner of the object deletes it while it holds its mutex.
// Argument: the behaviour is undefined if a mutex is destroyed while a thread owns it ([thread.mutex.class]).
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
