// violated: free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = malloc(8); free(p + 1); return 0; }
