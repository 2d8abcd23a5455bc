// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
int sum(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); s += va_arg(k, int); va_end(k); return s; } double dsum(int n, ...) { va_list l; va_start(l, n); double s = va_arg(l, double) + va_arg(l, double); va_end(l); return s; } int main(void) { assert(sum(3, 1, 2, 4) == 8); assert(dsum(2, 1.5, 2.25) == 3.75); return 0; }
