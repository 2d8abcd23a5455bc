// holds
// A pool of threads with a queue of tasks. It is closed for all of them.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { TASKS = 2, WORKERS = 2 };
typedef void (*task)(int);
static struct {
  task run;
  int argument;
} queue[TASKS];
static int first, filled, closed, done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void add(int by) { done += by; }

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (first == filled && !closed) {
      pthread_cond_wait(&changed, &lock);
    }
    if (first == filled) break;
    int at = first++;
    queue[at].run(queue[at].argument);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void submit(task run, int argument) {
  pthread_mutex_lock(&lock);
  queue[filled].run = run;
  queue[filled].argument = argument;
  filled++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, worker, NULL);
  for (int i = 0; i < TASKS; i++) submit(add, i + 1);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  assert(done == 3);
  return 0;
}
