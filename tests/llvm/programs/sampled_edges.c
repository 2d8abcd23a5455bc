// holds; --inputs sample
#include <assert.h>
#include <limits.h>
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
short __VERIFIER_nondet_short(void);
/* The program compares with 0 and 300. What it has in variables does not count. */
static long tried[8] = {0, 1, -1, 299, 300, 301, LONG_MIN, LONG_MAX};
static int count = 8;
static void look(long value, long least, long greatest) {
  int found = 0;
  tried[6] = least;
  tried[7] = greatest;
  for (int i = 0; i < count; i++) {
    if (tried[i] == value) found = 1;
  }
  assert(found);
}
int main(void) {
  short s = __VERIFIER_nondet_short();
  look(s, SHRT_MIN, SHRT_MAX);
  look((int)__VERIFIER_nondet_uint(), INT_MIN, INT_MAX);
  look(__VERIFIER_nondet_long(), LONG_MIN, LONG_MAX);
  switch (s) {
    case 300: return 1;
  }
  return 0;
}
