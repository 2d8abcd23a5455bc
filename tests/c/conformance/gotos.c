#include <stdio.h>
int main(void) {
  int i = 0;
again:
  i++;
  if (i < 3) goto again;
  printf("%d\n", i);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (a * b == 2) {
        printf("%d %d\n", a, b);
        goto out;
      }
out:
  i = 10;
  goto skip;
  i = 20;
skip:
  printf("%d\n", i);
  if (i == 10) {
    i = 11;
    goto skip;
  }
}
