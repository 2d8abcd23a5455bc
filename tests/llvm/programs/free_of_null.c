// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { free(0); return 0; }
