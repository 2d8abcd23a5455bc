/* A buffer of SIZE places with a mutex and two conditions; N threads put, N threads take. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define SIZE 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int places[SIZE], first, count;

static void *put(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    while (count == SIZE) pthread_cond_wait(&emptied, &lock);
    places[(first + count) % SIZE] = i + 1;
    count++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *take(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&filled, &lock);
    assert(places[first] != 0);
    places[first] = 0;
    first = (first + 1) % SIZE;
    count--;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t puts[N], takes[N];
  for (int i = 0; i < N; i++) {
    pthread_create(&puts[i], 0, put, 0);
    pthread_create(&takes[i], 0, take, 0);
  }
  for (int i = 0; i < N; i++) {
    pthread_join(puts[i], 0);
    pthread_join(takes[i], 0);
  }
  assert(count == 0);
  return 0;
}
