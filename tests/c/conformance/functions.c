#include <stdio.h>
static int add(int a, int b) { return a + b; }
static int max(int a, int b) {
  if (a > b) return a;
  return b;
}
static void show(int n) { printf("<%d>", n); }
static int sum_to(int n) {
  int s = 0;
  while (n > 0) s += n--;
  return s;
}
static unsigned char narrow(int n) { return n; }
int main(void) {
  int a = 3;
  printf("%d %d\n", add(a, add(a, 4)), max(add(1, 2), max(7, 5)));
  show(sum_to(4));
  show(add(sum_to(3), sum_to(4)));
  printf("\n%d %d\n", narrow(300), max(a++, 1));
  int y = 9;
  printf("%d %d\n", y, add(a, add(1, 2)));
  printf("%d\n", add(max(1, 2), add(max(3, 4), max(5, 6))));
  if (max(a, 2) > 3)
    show(1);
  else
    show(2);
  while (max(a, 0) > 0) a--;
  show(a);
}
