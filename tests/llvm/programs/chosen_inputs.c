// violated: assertion
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void); unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int); int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assume(c > 250); if (__VERIFIER_nondet_bool()) assert(c != 253); return 0; }
