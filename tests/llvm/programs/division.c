// violated: division
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int zero; int main(void) { return 5 / zero; }
