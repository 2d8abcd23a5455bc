// violated: assertion; --inputs sample
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 && x < 5000) assert(x != 4999);
  return 0;
}
