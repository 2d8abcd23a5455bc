// violated: use-after-scope
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int *p; { int x[2] = {1, 2}; p = x; } return p[0]; }
