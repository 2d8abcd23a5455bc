// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct S { char a; int b; }; int main(void) { struct S s, t; s.a = 1; s.b = 2; t = s; memcpy(&s, &t, sizeof s); assert(s.b == 2); return 0; }
