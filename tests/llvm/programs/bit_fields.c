// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct S { unsigned a : 3, b : 5; int c : 7; } s; int main(void) { struct S t; t.a = 5; t.b = 17; t.c = -3; assert(t.a == 5 && t.b == 17 && t.c == -3); s = t; assert(s.b == 17); return 0; }
