#include <stdio.h>
int main(void) {
  char s[] = "stressed";
  int i = 0, j = (int)sizeof s - 2;
  while (i < j) {
    char t = s[i];
    s[i++] = s[j];
    s[j--] = t;
  }
  for (i = 0; s[i]; i++) putchar(s[i]);
  putchar('\n');
  int vowels = 0;
  for (char* p = s; *p; p++) switch (*p) {
      case 'a':
      case 'e':
      case 'i':
      case 'o':
      case 'u':
        vowels++;
    }
  printf("%d\n", vowels);
}
