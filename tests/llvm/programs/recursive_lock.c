// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { pthread_mutex_t m; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); assert(pthread_mutex_lock(&m) == 0); assert(pthread_mutex_lock(&m) == 0); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); assert(pthread_mutex_trylock(&m) == 0); return 0; }
