/* expect: holds */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>

int main(void) {
  char text[32];
  int n = snprintf(text, sizeof text, "%s-%03d-%x", "id", 7, 255);
  assert(n == 9 && strcmp(text, "id-007-ff") == 0);
  char *dash = strchr(text, '-');
  assert(dash && strtol(dash + 1, NULL, 10) == 7);
  for (char *p = text; *p; p++) *p = (char)toupper((unsigned char)*p);
  assert(strncmp(text, "ID-", 3) == 0 && strstr(text, "FF"));
  char small[4];
  assert(snprintf(small, sizeof small, "%d", 12345) == 5 && strcmp(small, "123") == 0);
  assert(atoi("-42") == -42);
  return 0;
}
