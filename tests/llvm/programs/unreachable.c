// violated: unreachable
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int n; int main(void) { if (n == 0) __builtin_unreachable(); return 0; }
