// violated: uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int *p = malloc(8); p[0] = 1; int r = p[1] > 0 ? 1 : 2; free(p); return r; }
