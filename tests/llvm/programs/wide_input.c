// refused: --range
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int() > 0; }
