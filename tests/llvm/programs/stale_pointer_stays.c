// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int *old; int main(void) { old = malloc(4); free(old); int *p = malloc(4); assert(p != old); free(p); return 0; }
