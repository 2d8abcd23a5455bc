// holds; --leaks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int *kept; int main(void) { kept = malloc(4); int *p = malloc(4); free(p); return 0; }
