#include <stdio.h>
struct point {
  int x;
  short y;
  unsigned char c[2];
};
struct box {
  struct point a, b;
  int n;
};
static struct point moved(struct point p, int by) {
  p.x += by;
  p.y -= by;
  return p;
}
static int area(struct box b) { return (b.b.x - b.a.x) * (b.b.y - b.a.y); }
struct box g = {{1, 2, {3}}, {.y = 20, .x = 10}, 5};
int main(void) {
  struct point p = {4, 5, {6, 7}};
  struct point q = p;
  q.x = 9;
  printf("%d %d %d %d\n", p.x, q.x, q.y, q.c[1]);
  q = moved(p, 3);
  printf("%d %d %d\n", q.x, q.y, p.x);
  printf("%d %d\n", area(g), g.b.c[0]);
  g.a = q;
  printf("%d %d\n", g.a.x, area(g));
  struct box t[2] = {g};
  t[1] = t[0];
  t[1].a.c[1] = 255;
  t[1].a.c[1]++;
  printf("%d %d %d\n", t[1].a.x, t[1].a.c[1], t[0].a.c[1]);
  printf("%d\n", moved(q, 1).y);
}
