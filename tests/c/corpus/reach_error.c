// violated: assertion
#include <assert.h>
#include <pthread.h>
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++)
    if (__VERIFIER_nondet_bool()) n++;
  if (n == 3) reach_error();
  return 0;
}
