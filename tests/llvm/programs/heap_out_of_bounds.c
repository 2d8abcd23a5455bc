// violated: bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { int *p = malloc(4 * sizeof(int)); for (int i = 0; i <= 4; i++) p[i] = i; free(p); return 0; }
