// violated: assertion
// The deque of Chase and Lev: the owner pushes and pops at the bottom, a thief steals from the top.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 4, EMPTY = -1 };
static atomic_long top, bottom;
static atomic_int items[SIZE];
static atomic_int taken[3];

static void push(int item) {
  long b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&items[b % SIZE], item, memory_order_relaxed);
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static int pop(void) {
  long b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store(&bottom, b);
  long t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return EMPTY;
  }
  int item = atomic_load_explicit(&items[b % SIZE], memory_order_relaxed);
  if (t < b) return item;
  atomic_store(&top, t + 1); /* the last one, without asking whether a thief has it */
  atomic_store(&bottom, b + 1);
  return item;
}

static int steal(void) {
  long t = atomic_load_explicit(&top, memory_order_acquire);
  long b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return EMPTY;
  int item = atomic_load_explicit(&items[t % SIZE], memory_order_relaxed);
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) return EMPTY;
  return item;
}

static void note(int item) {
  if (item != EMPTY) assert(taken[item]++ == 0);
}

static void *thief(void *unused) {
  note(steal());
  note(steal());
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thief, NULL);
  push(0);
  push(1);
  note(pop());
  push(2);
  note(pop());
  note(pop());
  pthread_join(other, NULL);
  return 0;
}
