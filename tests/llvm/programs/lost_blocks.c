// holds
// Two threads lose blocks for ever; what is lost leaves the state, so there are few states.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static atomic_int turns;

static void *run(void *unused) {
  while (1) {
    struct node *node = malloc(sizeof *node);
    node->next = malloc(sizeof *node);
    node->next->next = 0;
    turns ^= 1;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  return 0;
}
