// violated: double-free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int *p = malloc(4); free(p); free(p); return 0; }
