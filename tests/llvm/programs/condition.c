// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int full, item; void *f(void *a) { for (int i = 1; i <= 2; i++) { pthread_mutex_lock(&m); while (full) pthread_cond_wait(&c, &m); item = i; full = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); } return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int sum = 0; for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); while (!full) pthread_cond_wait(&c, &m); sum += item; full = 0; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); } pthread_join(t, 0); assert(sum == 3); return 0; }
