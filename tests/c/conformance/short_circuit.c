#include <stdio.h>
int calls;
static int yes(void) {
  calls++;
  return 1;
}
static int no(void) {
  calls++;
  return 0;
}
int main(void) {
  int a = yes() && no() && yes();
  printf("%d %d\n", a, calls);
  calls = 0;
  a = no() || yes() || yes();
  printf("%d %d\n", a, calls);
  calls = 0;
  if (no() && yes())
    printf("never\n");
  else
    printf("else %d\n", calls);
  a = 5;
  int b = 0;
  if (b != 0 && a / b > 1) printf("never\n");
  int t[3] = {1, 2, 3};
  int i = 3;
  while (i > 0 && t[i - 1] != 1) i--;
  printf("%d\n", i);
  a = (b = 7) && 0;
  printf("%d %d\n", a, b);
  a = 2 || (b = 9);
  printf("%d %d\n", a, b);
  printf("%d\n", (a && 5) + (b || 0) * 2);
}
