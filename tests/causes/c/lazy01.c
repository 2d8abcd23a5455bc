/* SCTBench, lazy01_bad: two threads add, a third hopes that they have not.
   cause: assertion
   threads: thread 3
   values: data == 3 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *one(void *unused) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *two(void *unused) {
  pthread_mutex_lock(&m);
  data += 2;
  pthread_mutex_unlock(&m);
  return 0;
}

static void *three(void *unused) {
  pthread_mutex_lock(&m);
  assert(data < 3); /* ! */
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, one, 0);
  pthread_create(&t[1], 0, two, 0);
  pthread_create(&t[2], 0, three, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
