// violated: use-after-scope
#include <pthread.h>
#include <stdatomic.h>
static atomic_int done;
static atomic_int turn;
static int sum;
static void *work(void *given) {
  int *p = given;
  turn++;
  while (turn < 301) {}
  done = 1;
  sum = *p;
  return 0;
}
static int *volatile seen;
static void spare(int *p) { seen = p; }
static void start(pthread_t *t, int local) {
  spare(&local);
  pthread_create(t, 0, work, &local);
  for (int i = 0; i < 300; i++) turn++;
  while (!done) {}
}
int main(void) {
  pthread_t t;
  start(&t, 3);
  pthread_join(t, 0);
  return 0;
}
