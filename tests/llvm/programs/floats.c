// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { double d = 0.5; float f = 2.25f; d = d * 3 + f; assert(d == 3.75); int i = (int)d; assert(i == 3 && (unsigned)f == 2); return 0; }
