#include "counter.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

void add(int number) {
  pthread_mutex_lock(&lock);
  sum += number;
  pthread_mutex_unlock(&lock);
}

int total(void) { return sum; }
