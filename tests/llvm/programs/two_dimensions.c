// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int t[3][4]; int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) t[i][j] = i * 4 + j; assert(t[2][3] == 11); return 0; }
