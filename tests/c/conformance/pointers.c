#include <stdio.h>
static void swap(int* a, int* b) {
  int t = *a;
  *a = *b;
  *b = t;
}
static int total(const int* t, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += t[i];
  return s;
}
static int length(const char* s) {
  int n = 0;
  while (*s++) n++;
  return n;
}
int g = 3;
int main(void) {
  int a = 1, b = 2;
  swap(&a, &b);
  printf("%d %d\n", a, b);
  int t[4] = {1, 2, 3, 4};
  printf("%d %d\n", total(t, 4), total(t + 1, 2));
  swap(&t[0], &t[3]);
  printf("%d %d\n", t[0], t[3]);
  int* p = t;
  *p = 10;
  p++;
  *p += 5;
  p[1] = 8;
  printf("%d %d %d %d\n", t[0], t[1], t[2], (int)(p - t));
  int* q = &t[3];
  printf("%d %d %d\n", p < q, p == q, *(q - 1));
  for (p = t; p != t + 4; ++p) printf("%d ", *p);
  printf("\n");
  int* r = &g;
  *r = 7;
  printf("%d %d\n", g, *r * 2);
  char s[] = "four";
  printf("%d\n", length(s));
  p--;
  *p--;
  int v = *--q;
  printf("%d\n", v);
  int* n = 0;
  printf("%d %d\n", n == 0, !n);
  n = t;
  if (n) printf("set\n");
}
