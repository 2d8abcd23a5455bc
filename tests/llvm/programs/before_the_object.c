// violated: bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = malloc(4); p[-1] = 0; free(p); return 0; }
