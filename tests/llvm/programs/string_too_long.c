// violated: bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int main(void) { char b[5]; strcpy(b, "hello"); return 0; }
