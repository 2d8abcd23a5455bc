// holds
// A key that is made where another one was has no value yet, and one that was deleted takes none.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_key_t key, other;
  int here;
  assert(!pthread_key_create(&key, 0) && !pthread_setspecific(key, &here));
  assert(!pthread_key_delete(key) && pthread_setspecific(key, &here) == EINVAL);
  assert(!pthread_key_create(&other, 0) && !pthread_getspecific(other));
  assert(!pthread_setspecific(other, &here) && pthread_getspecific(other) == &here);
  return 0;
}
