// violated: invariant; --invariant t[1]<5
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int t[3]; int main(void) { for (int i = 0; i < 3; i++) t[i] = 5 * i; return 0; }
