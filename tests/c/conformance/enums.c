#include <stdio.h>
enum color { RED, GREEN = 5, BLUE, LAST = BLUE };
enum sign { MINUS = -1, ZERO, PLUS };
static enum sign sign(int n) { return n < 0 ? MINUS : n > 0 ? PLUS : ZERO; }
int main(void) {
  enum color c = GREEN;
  c++;
  printf("%d %d %d\n", c, c == BLUE, LAST);
  printf("%d %d %d\n", sign(-4), sign(0), sign(9));
  for (enum color k = RED; k <= BLUE; k++) printf("%d ", k);
  switch (c) {
    case RED:
    case GREEN:
      printf("no\n");
      break;
    case BLUE:
      printf("blue\n");
  }
  enum sign s = MINUS;
  printf("%d\n", s < ZERO);
}
