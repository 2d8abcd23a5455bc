/* N threads push a node of the heap onto a stack of atomics, and pop one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;
static atomic_int sum;

static void *work(void *given) {
  struct node *mine = malloc(sizeof *mine);
  mine->value = (int)(long)given;
  mine->next = top;
  while (!atomic_compare_exchange_strong(&top, &mine->next, mine)) {
  }
  struct node *got = top;
  while (!atomic_compare_exchange_strong(&top, &got, got->next)) {
  }
  sum += got->value;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(sum == N * (N + 1) / 2 && top == NULL);
  return 0;
}
