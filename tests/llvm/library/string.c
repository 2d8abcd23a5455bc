/* string.h, ctype.h and stdlib.h: what the standard says, and glibc does. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  char to[16] = "abc";
  assert(strlen(to) == 3 && strnlen(to, 2) == 2);
  assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "ab") == 0 && strcmp("\xff", "a") > 0);
  assert(strncmp("abc", "abd", 2) == 0 && strcasecmp("AbC", "aBc") == 0);
  assert(strcmp(strcat(strcpy(to, "x"), "yz"), "xyz") == 0);
  assert(strncpy(to, "q", 3) == to && to[0] == 'q' && to[1] == 0 && to[2] == 0);
  assert(strcmp(strncat(to, "rst", 2), "qrs") == 0);
  const char *hello = "hello";
  assert(strchr(hello, 'l') == hello + 2 && strrchr(hello, 'l') == hello + 3 && !strchr(hello, 'z'));
  assert(strchr(hello, 0) == hello + 5 && strstr(hello, "lo") == hello + 3 && !strstr(hello, "ol"));
  assert(strstr(hello, "") == hello && strspn(hello, "hel") == 4 && strcspn(hello, "lo") == 2);
  assert(strpbrk(hello, "xol") == hello + 2);
  char line[] = "a,b;;c", *rest, *word = strtok_r(line, ",;", &rest);
  assert(!strcmp(word, "a") && !strcmp(strtok_r(0, ",;", &rest), "b") && !strcmp(strtok_r(0, ",;", &rest), "c"));
  assert(!strtok_r(0, ",;", &rest));
  assert(!memcmp("abc", "abd", 2) && memcmp("abc", "abd", 3) < 0 && memchr(hello, 'e', 5) == hello + 1);
  char *copy = strdup(hello);
  assert(copy != hello && !strcmp(copy, hello));
  free(copy);
  int n[] = {5, 3, 9, -1, 3};
  qsort(n, 5, sizeof *n, by_value);
  assert(n[0] == -1 && n[1] == 3 && n[2] == 3 && n[3] == 5 && n[4] == 9);
  int key = 5;
  assert(bsearch(&key, n, 5, sizeof *n, by_value) == &n[3]);
  char *texts[] = {"pear", "apple", "fig"};
  qsort(texts, 3, sizeof *texts, by_text);
  assert(!strcmp(texts[0], "apple") && !strcmp(texts[2], "pear"));
  assert(atoi(" -42x") == -42 && strtol("0x1fz", &rest, 0) == 31 && *rest == 'z' && strtol("077", 0, 0) == 63);
  errno = 0;
  assert(strtol("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(strtol("-9223372036854775808", 0, 10) == LONG_MIN && strtoul("zz", &rest, 36) == 1295);
  assert(strtod("2.5e1", 0) == 25.0 && atof("-0.125") == -0.125);
  assert(isalpha('x') && !isalpha('1') && isdigit('7') && isspace('\t') && toupper('q') == 'Q' && tolower('Q') == 'q');
  assert(isupper('A') && !isupper('a') && ispunct('!') && isxdigit('f') && !isxdigit('g') && iscntrl(7));
  assert(abs(-3) == 3 && labs(-4L) == 4 && div(7, 2).rem == 1);
  return 0;
}
