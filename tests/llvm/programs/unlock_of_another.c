// violated: lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *a) { pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
