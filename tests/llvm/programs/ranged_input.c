// holds; --range __VERIFIER_nondet_int=-2..2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); assert(x * x <= 4); return 0; }
