/* expect: violated: assertion */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assert((unsigned char)(c * 3) != 99);
  return 0;
}
