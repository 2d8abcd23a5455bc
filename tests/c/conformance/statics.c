#include <stdio.h>
static int counter(void) {
  static int n = 40;
  n++;
  return n;
}
static int shared_value;
static void set(int v) { shared_value = v; }
int main(void) {
  int a = counter();
  int b = counter();
  printf("%d %d %d\n", a, b, counter() * 2);
  set(5);
  printf("%d\n", shared_value);
  {
    int a = 1;
    {
      int a = 2;
      printf("%d ", a);
    }
    printf("%d ", a);
  }
  printf("%d\n", a);
}
