// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void *f(void *a) { int *p = malloc(4); *p = *(int *)a + 1; return p; } int main(void) { pthread_t t; int x = 41; void *r; pthread_create(&t, 0, f, &x); pthread_join(t, &r); assert(*(int *)r == 42); free(r); return 0; }
