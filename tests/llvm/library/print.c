/* stdio.h: formatted text as glibc writes it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char text[64];

#define IS(expected, ...)                          \
  do {                                             \
    int n = snprintf(text, sizeof text, __VA_ARGS__); \
    assert(!strcmp(text, expected));               \
    assert(n == (int)strlen(expected));            \
  } while (0)

int main(void) {
  IS("1 -2 3", "%d %i %u", 1, -2, 3u);
  IS("[   7][7   ][0007]", "[%4d][%-4d][%04d]", 7, 7, 7);
  IS("+5  5 -5", "%+d % d %d", 5, 5, -5);
  IS("ff FF 0x1f 17 017", "%x %X %#x %o %#o", 255, 255, 31, 15, 15);
  IS("-9223372036854775808", "%ld", (long)(-9223372036854775807L - 1));
  IS("18446744073709551615", "%zu", (size_t)-1);
  IS("a|  b|c  |ab", "%c|%3s|%-3s|%.2s", 'a', "b", "c", "abc");
  IS("100% (null)", "%d%% %s", 100, (char *)0);
  IS("1.500000 2.50 3", "%f %.2f %.0f", 1.5, 2.5, 3.0);
  IS("-0.125 1e+10 0.0001", "%g %g %g", -0.125, 1e10, 0.0001);
  IS("1.25e+01", "%.2e", 12.5);
  IS("  1.5", "%*.*f", 5, 1, 1.5);
  IS("-1 255", "%hhd %hhu", -1, 255);
  assert(snprintf(text, 4, "abcdef") == 6 && !strcmp(text, "abc"));
  assert(sprintf(text, "%s-%d", "x", 1) == 3);
  assert(snprintf(0, 0, "%d", 1234) == 4);
  printf("%s %d\n", "printed", 1);
  fprintf(stderr, "to stderr\n");
  puts("a line");
  putchar('c');
  fflush(stdout);
  return 0;
}
