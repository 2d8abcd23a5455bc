// holds
// Blocks to which only variables of functions, of threads and of other blocks lead are there as long as these are.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static _Thread_local struct node *own;
static int turn;

static void *run(void *given) {
  struct node *node = calloc(1, sizeof *node);
  own = node->next = malloc(sizeof *node);
  own->value = 3;
  own->next = node;
  __atomic_fetch_add(&turn, 1, __ATOMIC_SEQ_CST);
  node = 0;
  __atomic_fetch_add(&turn, 1, __ATOMIC_SEQ_CST);
  assert(own->value == 3 && own->next->next == own);
  own->next->value = *(int *)given;
  return own->next;
}

int main(void) {
  pthread_t thread;
  void *result;
  int *four = malloc(sizeof *four);
  *four = 4;
  pthread_create(&thread, 0, run, four);
  __atomic_fetch_add(&turn, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, &result);
  assert(((struct node *)result)->value == 4);
  return 0;
}
