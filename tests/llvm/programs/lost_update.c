// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x; void *f(void *a) { x++; return 0; } int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_join(t, 0); pthread_join(u, 0); assert(x == 2); return 0; }
