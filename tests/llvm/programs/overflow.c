// violated: overflow; --overflow
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int big = 2147483647; int main(void) { return big + 1; }
