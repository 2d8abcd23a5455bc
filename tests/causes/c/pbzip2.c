/* Yu, Narayanasamy 2009, "A case for an interleaving constrained multi-processor": pbzip2 frees its queue early.
   cause: use-after-free
   threads: main, thread 1 */
#include <pthread.h>
#include <stdlib.h>

struct queue {
  int items;
};
struct queue *queue;

static void *consumer(void *unused) {
  struct queue *mine = queue;
  mine->items = 0; /* ! */
  return 0;
}

int main(void) {
  pthread_t t;
  queue = malloc(sizeof *queue);
  if (!queue) return 0;
  queue->items = 1;
  pthread_create(&t, 0, consumer, 0);
  free(queue); /* ! */
  pthread_join(t, 0);
  return 0;
}
