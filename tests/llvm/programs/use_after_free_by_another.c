// violated: use-after-free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int *p; void *f(void *a) { free(p); return 0; } int main(void) { p = malloc(4); *p = 1; pthread_t t; pthread_create(&t, 0, f, 0); int x = *p; pthread_join(t, 0); return x - 1; }
