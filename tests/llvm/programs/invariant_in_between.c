// violated: invariant; --invariant s.a==s.b
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct { int a, b; } s; int main(void) { s.a = 1; s.b = 1; return 0; }
