// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x; __attribute__((constructor)) void early(void) { x = 3; } int main(void) { assert(x == 3); return 0; }
