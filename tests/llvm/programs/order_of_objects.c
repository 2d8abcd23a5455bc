// refused: order of two objects
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int a, b; int main(void) { int *p = &a, *q = &b; return p < q; }
