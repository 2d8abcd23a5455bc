// violated: use-after-scope
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { return *f(); }
