// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int big = 2147483647; int main(void) { int x = big + 1; assert(x < 0); return 0; }
