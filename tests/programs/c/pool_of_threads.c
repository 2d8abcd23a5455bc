/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct task { void (*run)(int *); int *arg; struct task *next; };
static struct task *head;
static int closed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void submit(void (*run)(int *), int *arg) {
  struct task *t = malloc(sizeof *t);
  if (!t) exit(0);
  *t = (struct task){run, arg, 0};
  pthread_mutex_lock(&m);
  t->next = head;
  head = t;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}
static void *worker(void *u) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (!head && !closed) pthread_cond_wait(&c, &m);
    struct task *t = head;
    if (t) head = t->next;
    pthread_mutex_unlock(&m);
    if (!t) return 0;
    t->run(t->arg);
    free(t);
  }
}
static void square(int *x) { *x *= *x; }
int main(void) {
  pthread_t t[2];
  int values[2] = {3, 4};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) submit(square, &values[i]);
  pthread_mutex_lock(&m);
  closed = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(values[0] == 9 && values[1] == 16);
  return 0;
}
