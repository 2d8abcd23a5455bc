// violated: assertion
// The call reads the struct: before, between or behind the two writes.
#include <assert.h>
#include <pthread.h>

struct triple {
  long a, b, c;
};

static struct triple shared;

static void look(struct triple seen) { assert(seen.a == seen.b); }

static void *work(void *unused) {
  shared.a = 1;
  shared.b = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  look(shared);
  pthread_join(t, 0);
  return 0;
}
