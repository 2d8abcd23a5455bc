// violated: assertion
// Treiber's stack over a pool of nodes, without tags: a node that comes back looks as if nothing had changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/* A link is the number of a node, one more, and a tag above it. 0 is the end. */
static atomic_uint top;
static atomic_uint next[3];
static atomic_int taken[3];

static unsigned link_of(unsigned number, unsigned old) { return (void)old, number; }

static void push(unsigned node) {
  unsigned old = top;
  do {
    next[node] = old & 15;
  } while (!atomic_compare_exchange_strong(&top, &old, link_of(node + 1, old)));
}

static int pop(void) {
  unsigned old = top;
  do {
    if ((old & 15) == 0) return -1;
  } while (!atomic_compare_exchange_strong(&top, &old, link_of(next[(old & 15) - 1], old)));
  return (int)(old & 15) - 1;
}

static void *work(void *unused) {
  int first = pop();
  if (first < 0) return unused;
  assert(taken[first]++ == 0);
  int second = pop();
  if (second >= 0) assert(taken[second]++ == 0);
  taken[first]--;
  push((unsigned)first);
  if (second >= 0) {
    int third = pop();
    if (third >= 0) assert(taken[third]++ == 0);
  }
  return unused;
}

static void *one(void *unused) {
  int node = pop();
  if (node >= 0) assert(taken[node]++ == 0);
  node = pop();
  if (node >= 0) assert(taken[node]++ == 0);
  return unused;
}

int main(void) {
  pthread_t a;
  for (unsigned i = 0; i < 3; i++) push(i);
  pthread_create(&a, NULL, work, NULL);
  one(NULL);
  pthread_join(a, NULL);
  return 0;
}
