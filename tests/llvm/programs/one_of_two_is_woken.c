// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int tokens; void *f(void *a) { pthread_mutex_lock(&m); while (tokens == 0) pthread_cond_wait(&c, &m); tokens--; pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); tokens++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); } for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(tokens == 0); return 0; }
