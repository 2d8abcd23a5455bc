// violated: stack
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }
