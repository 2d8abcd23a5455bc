#include <stdio.h>
int main(void) {
  int n = 0;
  for (;;) {
    if (n == 3) break;
    n++;
  }
  printf("%d\n", n);
  while (1) {
    n--;
    if (n > 1) continue;
    if (n < 0) break;
    printf("%d\n", n);
  }
  do {
    n += 2;
    if (n == 3) continue;
    printf("do %d\n", n);
  } while (n < 6);
  for (int i = 0; i < 3; i++) {
    for (int j = i;; j++) {
      if (j > 3) break;
      if (j == 2) continue;
      printf("%d%d ", i, j);
    }
  }
  printf("\n");
  for (int i = 10; i > 0; i /= 2) printf("%d ", i);
  printf("\n");
  while (n-- > 4)
    ;
  printf("%d\n", n);
  do n++;
  while (0);
  printf("%d\n", n);
  for (n = 0; n < 0; n++) printf("never\n");
  while (0) printf("never\n");
}
