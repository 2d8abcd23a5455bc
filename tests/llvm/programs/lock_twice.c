// violated: deadlock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
