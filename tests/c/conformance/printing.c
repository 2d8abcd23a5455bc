#include <stdio.h>
int main(void) {
  printf("plain\n");
  printf("%d%%\n", 50);
  puts("puts 100%");
  printf("%s and %s\n", "one", "two%");
  printf("%c%c\n", 'x', 121);
  printf("%x %o %u\n", 255, 8, 7);
  printf("tab\tback\\slash\n");
  putchar('!');
  putchar(10);
  printf("%i %hhd %hd %ld\n", 1, 2, 3, 4L);
}
