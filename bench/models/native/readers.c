/* READERS readers and one writer with a lock for reading and writing. */
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 8
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int one, two;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(one == two);
  pthread_rwlock_unlock(&lock);
  return 0;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  one++;
  two++;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t readers[READERS], other;
  pthread_create(&other, 0, writer, 0);
  for (int i = 0; i < READERS; i++) pthread_create(&readers[i], 0, reader, 0);
  for (int i = 0; i < READERS; i++) pthread_join(readers[i], 0);
  pthread_join(other, 0);
  return 0;
}
