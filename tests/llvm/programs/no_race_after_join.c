// holds; --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x; void *f(void *a) { x = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x = 2; return 0; }
