/* expect:  holds
   output:  300 44
   output:  0 1
   output:  -3 -1
   output:  255 */
/* The arithmetic of small and unsigned integers: C11 6.3.1.1 (promotions), 6.3.1.8 (usual conversions), 6.5.5 (division). */
#include <stdio.h>

int main(void) {
  unsigned char small = 200;
  printf("%d %d\n", small + 100, (unsigned char)(small + 100));
  int minus = -1;
  unsigned one = 1;
  printf("%d %d\n", minus < one, minus < (int)one);
  printf("%d %d\n", -7 / 2, -7 % 2);
  printf("%d\n", (unsigned char)minus);
  return 0;
}
