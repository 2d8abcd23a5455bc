// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { assert(fib(12) == 144); return 0; }
