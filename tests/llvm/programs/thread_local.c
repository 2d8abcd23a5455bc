// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
__thread int x = 7; int seen; void *f(void *a) { x++; seen = x; return 0; } int main(void) { pthread_t t; x = 100; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(seen == 8 && x == 100); return 0; }
