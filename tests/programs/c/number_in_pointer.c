/* expect: holds */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *twice(void *arg) { return (void *)(2 * (long)arg); }
int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, NULL, twice, (void *)21);
  pthread_join(t, &result);
  assert((long)result == 42);
  return 0;
}
