/* As in pbzip2 0.9.4: the queue is freed when all consumers have said that they are done, and one looks at it again. */
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 4
#endif
#ifndef BLOCKS
#define BLOCKS 6
#endif

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int blocks;
  int closed;
  int done;
};

static void* consume(void* given) {
  struct queue* queue = given;
  pthread_mutex_lock(&queue->lock);
  for (;;) {
    while (queue->blocks == 0 && !queue->closed) pthread_cond_wait(&queue->changed, &queue->lock);
    if (queue->blocks == 0) break;
    queue->blocks--;
  }
  queue->done++;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->lock);
  return queue->blocks == 0 ? given : 0;
}

int main(void) {
  struct queue* queue = calloc(1, sizeof *queue);
  pthread_t consumers[N];
  pthread_mutex_init(&queue->lock, 0);
  pthread_cond_init(&queue->changed, 0);
  for (int i = 0; i < N; i++) pthread_create(&consumers[i], 0, consume, queue);
  for (int i = 0; i < BLOCKS; i++) {
    pthread_mutex_lock(&queue->lock);
    queue->blocks++;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
  }
  pthread_mutex_lock(&queue->lock);
  queue->closed = 1;
  pthread_cond_broadcast(&queue->changed);
  while (queue->done < N) pthread_cond_wait(&queue->changed, &queue->lock);
  pthread_mutex_unlock(&queue->lock);
  free(queue);
  for (int i = 0; i < N; i++) pthread_join(consumers[i], 0);
  return 0;
}
