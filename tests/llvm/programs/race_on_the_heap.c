// violated: race; --races
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void *f(void *p) { ((int *)p)[1]++; return 0; } int main(void) { int *p = calloc(2, 4); pthread_t t; pthread_create(&t, 0, f, p); p[1]++; pthread_join(t, 0); free(p); return 0; }
