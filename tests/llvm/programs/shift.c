// violated: shift
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int by = 32; int main(void) { return 1 << by; }
