#include <stdio.h>
static int f(int n) { return n + 1; }
static int g(int n) { return f(n) * f(n + 1); }
static int h(int a, int b, int c) { return a * 100 + b * 10 + c; }
int state;
static int step(void) { return ++state; }
int main(void) {
  printf("%d %d\n", g(f(2)), h(f(0), f(f(0)), g(1)));
  int x = step() * 10 + step();
  printf("%d %d\n", x, state);
  int y = 4;
  printf("%d %d %d\n", y, h(y, f(y), 1), f(h(1, f(2), 3)));
  int t[6] = {0};
  t[f(1)] = f(3);
  printf("%d\n", t[2]);
  t[step()] = step();
  printf("%d\n", t[3] + t[4]);
  if (f(1) == 2 && g(1) == 6) printf("yes\n");
  printf("%d\n", f(1) ? f(2) : f(3));
}
