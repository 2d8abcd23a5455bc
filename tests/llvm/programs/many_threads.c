// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; void *f(void *a) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return 0; } int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); assert(n == 4); return 0; }
