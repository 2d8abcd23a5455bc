// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int f(int n) { int a[n]; int s = 0; for (int i = 0; i < n; i++) a[i] = i; for (int i = 0; i < n; i++) s += a[i]; return s; } int main(void) { for (int i = 1; i < 4; i++) { int b[i]; b[i - 1] = i; assert(b[i - 1] == i); } assert(f(5) == 10); return 0; }
