// violated: leak; --leaks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int *p = malloc(4); *p = 1; return 0; }
