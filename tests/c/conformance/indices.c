#include <stdio.h>
int t[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int m[2][4] = {{10, 11, 12, 13}, {20, 21, 22, 23}};
int c[2][2][2] = {{{0, 1}, {2, 3}}, {{4, 5}, {6, 7}}};
struct cell {
  int a[4];
  struct cell* next;
} cells[3];
static int first(const int* p) { return *p; }
static int third(const int* p) { return p[2]; }
int main(void) {
  for (int i = 0; i < 6; i++) {
    int j = i * 3;
    printf("%d %d %d\n", m[i & 1][j & 3], m[i % 2][(j + 1) & 3], m[(i >> 1) & 1][i | 1 & 3 ? i & 3 : 0]);
    printf("%d %d\n", c[i & 1][j & 1][(i ^ j) & 1], c[i / 4][j % 2][i - i]);
    int* p = &t[i & 3];
    printf("%d %d %d %d\n", *p, p[i & 1], *(p + (j & 3)), first(&t[j & 7]));
    printf("%d %d\n", third(&t[i & 3]), first(p + 1 - (i & 1) + 1));
    int* q = p + (i & 2);
    printf("%d %d %d\n", *q, (int)(q - p), q == &t[(i & 3) + (i & 2)]);
    struct cell* s = &cells[i % 3];
    s->next = &cells[(i + 1) % 3];
    s->a[j & 3] = i;
    s->next->a[(j ^ 1) & 3] += 2;
    printf("%d %d %d\n", s->a[j & 3], s->next->a[(j ^ 1) & 3], (int)(s->next - cells));
    int* inner = cells[1].a + (i & 1);
    printf("%d %d\n", *inner, inner[i & 1]);
  }
  return 0;
}
