// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
union { int i; unsigned char b[4]; float f; } u; int main(void) { u.i = 0x01020304; assert(u.b[0] == 4 && u.b[3] == 1); u.f = 1.0f; assert(u.i == 0x3f800000); return 0; }
