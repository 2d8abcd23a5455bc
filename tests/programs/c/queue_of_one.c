/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static int slot, used;
static void put(int v) {
  pthread_mutex_lock(&m);
  while (used) pthread_cond_wait(&empty, &m);
  slot = v;
  used = 1;
  pthread_cond_signal(&full);
  pthread_mutex_unlock(&m);
}
static int get(void) {
  pthread_mutex_lock(&m);
  while (!used) pthread_cond_wait(&full, &m);
  int v = slot;
  used = 0;
  pthread_cond_signal(&empty);
  pthread_mutex_unlock(&m);
  return v;
}
static void *producer(void *u) { for (int i = 1; i <= 3; i++) put(i); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 1; i <= 3; i++) assert(get() == i);
  pthread_join(t, 0);
  return 0;
}
