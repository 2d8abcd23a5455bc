/* expect: holds */
#include <assert.h>
int main(void) {
  int i = 0, sum = 0;
again:
  switch (i) {
    case 0: sum += 1; /* falls through */
    case 1: sum += 10; break;
    case 7: goto done;
    default: sum += 100;
  }
  i++;
  goto again;
done:
  assert(sum == 1 + 10 + 10 + 500);
  do { sum--; if (sum % 2) continue; if (sum < 500) break; } while (sum > 0);
  assert(sum == 498);
  return 0;
}
