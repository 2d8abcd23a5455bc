// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct big { long a[5]; }; long f(struct big b) { b.a[0] += 1; return b.a[0] + b.a[4]; } struct big g(void) { struct big b = {{1, 2, 3, 4, 5}}; return b; } int main(void) { struct big b = g(); assert(f(b) == 7 && b.a[0] == 1); return 0; }
