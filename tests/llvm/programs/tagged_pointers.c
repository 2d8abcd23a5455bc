// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
int main(void) { int *p = malloc(8); uintptr_t t = (uintptr_t)p | 1; assert((t & 1) == 1); int *q = (int *)(t & ~(uintptr_t)1); assert(p == q); *q = 3; assert(*p == 3); assert(((uintptr_t)p & 7) == 0); free(p); return 0; }
