// violated: uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int x[2]; x[0] = 1; if (x[1]) return 1; return 0; }
