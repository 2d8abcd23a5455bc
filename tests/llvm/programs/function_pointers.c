// holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } int (*table[])(int, int) = {add, sub}; int main(void) { assert(table[0](1, 2) == 3 && table[1](5, 2) == 3); return 0; }
