// violated: null
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct S { int a, b; }; struct S *p; int main(void) { p->b = 1; return 0; }
