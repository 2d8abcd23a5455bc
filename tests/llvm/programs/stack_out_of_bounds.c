// violated: bounds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int get(int *a, int i) { return a[i]; } int main(void) { int a[3] = {1, 2, 3}; return get(a, 3); }
