// violated: use-after-free
// The usual stack with ABA through free: it reads a freed block, which is found without reuse of blocks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int taken;
};

static _Atomic(struct node *) top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(void) {
  struct node *node = malloc(sizeof *node);
  node->taken = 0;
  node->next = top;
  while (!atomic_compare_exchange_strong(&top, &node->next, node)) {}
}

static struct node *pop(void) {
  struct node *old, *next;
  do {
    old = top;
    next = old ? old->next : 0;
    if (!old) return 0;
  } while (!atomic_compare_exchange_strong(&top, &old, next));
  assert(++old->taken == 1);
  return old;
}

static void release(struct node *node) {
  free(node);
}

static void *other(void *unused) {
  struct node *first = pop();
  struct node *second = pop();
  if (first) release(first);
  push();
  (void)second;
  return unused;
}

int main(void) {
  pthread_t thread;
  push();
  push();
  pthread_create(&thread, 0, other, 0);
  pop();
  pthread_join(thread, 0);
  while (pop()) {}
  return 0;
}
