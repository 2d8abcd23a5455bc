/* Semaphores, readers and writers, barriers, once, keys, spin locks, timed waits and C11 threads. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static sem_t items;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_spinlock_t spin;
static int value, made, ended, serial, spun;

static void make(void) { made++; }

static void end(void *p) {
  assert(p == &value);
  __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
}

static void *reader(void *u) {
  sem_wait(&items);
  pthread_rwlock_rdlock(&lock);
  assert(value == 1);
  pthread_rwlock_unlock(&lock);
  pthread_once(&once, make);
  assert(made == 1);
  pthread_setspecific(key, &value);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  pthread_spin_lock(&spin);
  spun++;
  pthread_spin_unlock(&spin);
  return u;
}

int main(void) {
  pthread_t t;
  void *result;
  sem_init(&items, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_key_create(&key, end);
  pthread_spin_init(&spin, 0);
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  pthread_create(&t, 0, reader, &spun);
  pthread_rwlock_wrlock(&lock);
  value = 1;
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  sem_post(&items);
  pthread_once(&once, make);
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  pthread_spin_lock(&spin);
  spun++;
  pthread_spin_unlock(&spin);
  pthread_join(t, &result);
  assert(result == &spun && spun == 2 && serial == 1 && ended == 1 && made == 1);
  pthread_barrier_destroy(&barrier);
  pthread_rwlock_destroy(&lock);
  return 0;
}
