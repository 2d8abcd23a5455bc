/* A work-stealing queue as in CHESS's list: the owner takes the last element without asking again under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#define SIZE 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int head;
static atomic_int tail;
static atomic_int items[SIZE];
static atomic_int taken[SIZE];

static void push(int item) {
  items[tail] = item;
  tail++;
}

static int pop(void) {
  int last = tail - 1;
  if (head > last) return -1;
  tail = last; /* the test comes before this */
  return items[last];
}

static int steal(void) {
  int item = -1;
  pthread_mutex_lock(&lock);
  int first = head;
  head = first + 1;
  if (first < tail) {
    item = items[first];
  } else {
    head = first;
  }
  pthread_mutex_unlock(&lock);
  return item;
}

static void use(int item) {
  if (item >= 0) assert(++taken[item] == 1);
}

static void* thief(void* unused) {
  use(steal());
  use(steal());
  return unused;
}

int main(void) {
  pthread_t thieves[N];
  for (int i = 0; i < N; i++) pthread_create(&thieves[i], 0, thief, 0);
  for (int i = 0; i < SIZE; i++) {
    push(i);
    if (i % 2 == 1) use(pop());
  }
  for (int i = 0; i < 2; i++) use(pop());
  for (int i = 0; i < N; i++) pthread_join(thieves[i], 0);
  return 0;
}
