// violated: free
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int x; int *p = &x; free(p); return 0; }
