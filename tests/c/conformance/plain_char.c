#include <stdio.h>
int main(void) {
  char c = 'a';
  printf("%c%c%c %d\n", c, c + 1, 'A' + 2, c);
  c = (char)200;
  printf("%d %d\n", c, c < 0);
  char text[] = "hello";
  int n = 0;
  while (text[n] != 0) {
    text[n] = (char)(text[n] - 32);
    n++;
  }
  for (int i = 0; i < n; i++) putchar(text[i]);
  putchar('\n');
  printf("%d %d\n", n, (int)sizeof text);
}
