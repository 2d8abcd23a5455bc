// violated: lock
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { pthread_mutex_t m; pthread_mutex_lock(&m); return 0; }
